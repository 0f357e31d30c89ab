// On the approver's page: moments in the reader's own zone, which is named. Without a script they are shown with the zone that they are in.

const parts = { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" };
for (const one of document.querySelectorAll("time[datetime]")) {
  one.title = one.textContent;
  one.textContent = new Intl.DateTimeFormat(document.documentElement.lang, parts).format(new Date(one.dateTime));
}
