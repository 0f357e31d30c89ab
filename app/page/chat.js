// The chat page: the trips, the conversation with its composer, the trip.

import { html, Banner, Button, Chip, Icon, Sheet, Skeleton, render, useEffect, useRef } from "./ui.js";
import { brand } from "./brand.js";
import { SignIn } from "./sign_in.js";
import { Bar, embedded, enter } from "./embedded.js";
import { Account } from "./account.js";
import { Approval, ApprovalBar } from "./approval.js";
import { say, speak } from "./language.js";
import { Panel } from "./panel.js";
import { arrive, focusWords, show, useWide, watchPlace } from "./place.js";
import { Pages, Top } from "./top.js";
import { Start, TripList, Unknown } from "./start.js";
import { Working } from "./steps.js";
import { goOn, sendEvent, sendText, start } from "./sending.js";
import { complain, draft, newTrip, page, set, usePage } from "./store.js";
import { Talk } from "./talk.js";

function App() {
  usePage();
  const { view, panel, thread, unknown } = page;
  const empty = !thread && !page.sent;
  const wide = useWide();
  const trip = view && (view.trip.cities.length > 0 || Object.keys(page.documents).some((kind) => page.documents[kind]));
  const skip = (event) => { event.preventDefault(); document.getElementById("words").focus(); };
  return html`${!unknown && html`<a class="skip" href="#words" onClick=${skip}>${say("skip")}</a>`}${embedded ? html`<${Bar} />` : html`<${Top} trip=${trip} here="chat" />`}<${Told} />
    <div class=${`columns ${trip ? "with-trip" : ""}`}>
      ${!embedded && html`<nav class="trips" aria-labelledby="trips-title"><${Trips} id="trips-title" /></nav>`}
      <main>${unknown ? html`<${Unknown} />` : empty ? html`<${Start}><${Composer} large /><//>` : html`<${Conversation} />`}</main>
      ${trip && wide && html`<aside class="trip" tabindex="0" aria-label=${say("your_trip")}><${Panel} /></aside>`}
    </div>
    ${panel === "trips" && html`<${Sheet} title=${say("your_trips")} place="left" onClose=${() => set({ panel: "" })}><${Trips} /><${Pages} here="chat" /><//>`}
    ${panel === "trip" && trip && !wide && html`<${Sheet} title=${say("your_trip")} onClose=${() => set({ panel: "" })}><${Panel} /><//>`}
    <div class="unseen" role="log">${page.log.map((one) => html`<p key=${one.id}>${one.words}</p>`)}</div>
    ${page.toast && html`<div class="toast" role="status">${page.toast}</div>`}
    ${panel === "account" && html`<${Account} />`}<${SignIn} />`;
}

const Trips = ({ id }) => html`<h2 id=${id} class=${id ? "" : "unseen"}>${say("your_trips")}</h2>
  <${Button} icon="plus" onClick=${() => { newTrip(); focusWords(); }}>${say("new_trip")}<//><${TripList} />
  <${Button} kind="quiet" small onClick=${() => set({ panel: "account" })}>${say("about_you")}<//>`;

function Conversation() {
  const { view, sent } = page;
  const talk = useRef();
  const count = view?.messages.length ?? 0;
  const seen = useRef(0);
  const worked = useRef(page.turns);
  useEffect(() => {
    if (count > seen.current && (seen.current || worked.current !== page.turns)) show(talk.current, view, view.messages.slice(seen.current), worked.current !== page.turns);
    else if (count > seen.current) arrive(talk.current, view);
    seen.current = count;
    worked.current = page.turns;
  }, [count, Boolean(view?.pending)]);
  useEffect(() => { if (sent && !page.pressed) talk.current.querySelector(".message:last-of-type")?.scrollIntoView({ block: "start" }); }, [sent]);
  const simulated = view?.messages.some((one) => one.facts.simulated || one.facts.options?.some((o) => o.simulated));
  return html`<section class="talk" aria-labelledby="talk-title" ref=${talk}>
    <h1 class="unseen">${view?.trip.cities.join(" – ") || say("new_trip")}</h1><h2 id="talk-title" class="unseen">${say("conversation")}</h2>
    ${simulated && html`<${Banner} icon="alert" kind="invented">${say("simulated_banner")}<//>`}
    ${!view && !sent && !page.refusal && html`<div class="options"><${Skeleton} /></div>`}
    <${Talk} />
    <${Working} />
    <div id="live">${view?.pending && html`<${Approval} key=${view.pending.approval_id} pending=${view.pending} />`}
      ${view?.staff && html`<${Banner} icon="clock"><span id="waits-for-staff">${say(view.staff.staffed ? "waits_for_staff" : "waits_for_staff_away", { to: view.staff.to })}</span><//>`}
      ${view?.cut_off && !page.busy && html`<${Banner} kind="warn" icon="alert">${say("cut_off")} <${Button} small onClick=${goOn}>${say("go_on")}<//><//>`}</div>
  </section>
  <div class="dock">${view?.pending && html`<${ApprovalBar} key=${view.pending.approval_id} pending=${view.pending} />`}<${Composer} /></div>`;
}

// Below the bar at the top, wherever one has scrolled to.
const Told = () => html`<div id="refusal" role="alert">${page.refusal && html`<${Banner} kind="bad" icon="alert">${page.refusal}<//>`}</div>`;

function Composer({ large }) {
  const { view, draft: words } = page;
  const field = useRef();
  const send = (event) => {
    event?.preventDefault();
    const said = field.current.value.trim();
    field.current.focus();
    if (said) sendText(said).catch(complain);
  };
  const enter = (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) send(event);
    if (event.key === "ArrowUp" && !field.current.value) draft(view?.messages.findLast((one) => one.role === "user" && one.kind !== "pressed")?.text ?? "");
  };
  useEffect(() => { if (large || page.turns === 0 || document.activeElement === document.body) focusWords(); }, []);
  const chips = large || page.busy ? [] : view?.chips ?? [];
  return html`<form id="composer" class=${`composer ${large ? "large" : ""}`} onSubmit=${send}>
    ${chips.length > 0 && html`<div class="chips" role="group" aria-label=${say("suggestions")}>${chips.map((chip) =>
      html`<${Chip} onClick=${() => (chip.event ? sendEvent(chip.event) : sendText(chip.text))}>${chip.label}<//>`)}</div>`}
    <div class="line"><label class="unseen" for="words">${say("your_message")}</label>
      <textarea id="words" ref=${field} rows="1" maxlength="4000" placeholder=${say(large && !brand.desk ? "placeholder" : "placeholder_short")} value=${words} onInput=${(event) => draft(event.target.value)} onKeyDown=${enter} aria-describedby="hint" />
      <button type="submit" class="btn primary icon" aria-label=${say("send")} title=${say("send")}><${Icon} name="send" /></button></div>
    <p id="hint" class="hint">${say("hint")}</p></form>`;
}

await speak("");
if (embedded) await enter();
render(html`<${App} />`, document.getElementById("app"));
watchPlace();
await start();
if (embedded) document.getElementById("words")?.focus();
