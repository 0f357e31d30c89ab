// On the approver's page: moments in the reader's own zone. Without a script they are shown with the zone that they are in.

for (const one of document.querySelectorAll("time[datetime]")) {
  const parts = { dateStyle: "medium", timeStyle: "short" };
  one.title = one.textContent;
  one.textContent = new Intl.DateTimeFormat(document.documentElement.lang, parts).format(new Date(one.dateTime));
}
