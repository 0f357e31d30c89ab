// On the approver's page: moments in the reader's own zone, which is named. Without a script they are shown with the zone that they are in.

import { speak } from "./language.js";
import { deadlineHere } from "./words.js";

await speak(document.documentElement.lang);
for (const one of document.querySelectorAll("time[datetime]")) {
  one.title = one.textContent;
  one.textContent = deadlineHere(one.dateTime);
}
