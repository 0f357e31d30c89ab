// Who is signed in, help, what is kept, and the ways out: signing out, and erasing what is kept of one: of nobody in particular, the conversations.

import { html, Banner, Button, Sheet, useEffect, useState } from "./ui.js";
import { del, get } from "./api.js";
import { say } from "./language.js";
import { complain, forgetLooks, newTrip, page, readTrips, set, toast } from "./store.js";
import { SignOut } from "./top.js";

export function Account() {
  const [who, setWho] = useState("");
  const [sure, setSure] = useState(false);
  useEffect(() => { get("/api/me").then(({ body }) => setWho(body.user_id)).catch(complain); }, []);
  const close = () => set({ panel: "" });
  const all = who ? "erase_all" : "erase";
  return html`<${Sheet} title=${say("about_you")} place="middle" onClose=${close}>
    <p><b>${who ? say("signed_in_as", { who }) : say("signed_in_nobody")}</b></p>
    <p><${SignOut} /></p>
    <h3>${say("help")}</h3><p>${say("help_words")}</p>
    <h3>${say("kept")}</h3><p>${say("kept_words")}</p>
    ${(who || page.trips?.length > 0 || page.thread) && html`<p>${say("kept_ways")}</p>${sure ? html`<${Banner} kind="warn" icon="alert" role="alert"><span class="grow">${say(`${all}_sure`)}</span>
      <${Button} small kind="danger" onClick=${() => erase(who).then(close)}>${say(all)}<//><${Button} small onClick=${() => setSure(false)}>${say("back")}<//><//>`
      : html`<p><${Button} kind="danger" onClick=${() => setSure(true)}>${say(all)}<//></p>`}`}<//>`;
}

// One after the other; what cannot go yet, for something of it is held or waits, stays and is told.
async function erase(who) {
  let refused;
  if (who) await del("/api/me").catch((error) => { refused = error; });
  else for (const { thread_id: thread } of page.trips) await del(`/api/threads/${encodeURIComponent(thread)}`).catch((error) => { refused = error; });
  forgetLooks();
  await newTrip();
  await readTrips();
  if (refused) complain(refused);
  else toast(say(who ? "erased_all" : "erased"));
}
