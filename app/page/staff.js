// The staff's queue: guests who wait for a person, and what guests asked for, in the order of the queue, each with an answer to write.

import { html, Badge, Banner, Button, Card, render, useEffect, useState } from "./ui.js";
import { get, post } from "./api.js";
import { say, speak, tag } from "./language.js";
import { SignIn } from "./sign_in.js";
import { serverNow, setClock } from "./store.js";
import { Top } from "./top.js";
import { day, duration, left, local, wallTime } from "./words.js";

// Day and time in the reader's own zone, which is named.
function moment(iso) {
  const zone = new Intl.DateTimeFormat(tag(), { timeZoneName: "short" }).formatToParts(new Date(iso)).find((one) => one.type === "timeZoneName").value;
  return `${day(local(iso))} ${wallTime(local(iso))} ${zone}`;
}

const DAY = 24 * 60 * 60_000;
const waited = (since) => {
  const passed = Math.max(0, serverNow() - new Date(since));
  return passed < DAY ? duration(Math.floor(passed / 60_000)) : left(passed);
};

// The whole queue, page by page, in its order.
async function whole() {
  const found = { handed_over: [], requests: [] };
  let more = "";
  do {
    const { body } = await get(`/api/desk/queue?limit=50&after=${more}`);
    setClock(body.now);
    found.handed_over.push(...body.handed_over);
    found.requests.push(...body.requests);
    more = body.more;
  } while (more);
  return found;
}

function Queue() {
  const [queue, setQueue] = useState(null);
  const [refusal, setRefusal] = useState("");
  const complain = (error) => setRefusal(error instanceof TypeError ? say("offline") : error.message);
  const read = async () => {
    try {
      setQueue(await whole());
      setRefusal("");
    } catch (error) {
      complain(error);
    }
  };
  const answered = async () => {
    await read();
    document.getElementById("queue").focus(); // the card that had the focus is gone
  };
  useEffect(() => {
    read();
    const timer = setInterval(() => document.visibilityState === "visible" && read(), 5000);
    return () => clearInterval(timer);
  }, []);
  const { handed_over: waiting = [], requests = [] } = queue ?? {};
  const told = { done: answered, complain };
  return html`<${Top} here="staff" /><main class="alone"><h1 id="queue" tabindex="-1">${say("staff")}</h1>
    <p id="count" role="status">${queue && !waiting.length && !requests.length && say("staff_nothing")}</p>
    <div role="alert">${refusal && html`<${Banner} kind="bad" icon="alert">${refusal}<//>`}</div>
    ${waiting.length > 0 && html`<h2>${say("staff_waiting")}</h2>
      <ul id="waiting" class="queue">${waiting.map((one) => html`<li key=${one.handoff.handoff_id}><${Waiting} ...${one} id=${one.handoff.handoff_id} path="answer" badge=${one.handoff.to} words=${one.handoff.summary.replace(`${one.handoff.reason}: `, "")} away=${!one.handoff.staffed} ...${told} /></li>`)}</ul>`}
    ${requests.length > 0 && html`<h2>${say("staff_requests")}</h2>
      <ul id="requests" class="queue">${requests.map((one) => html`<li key=${one.request_id}><${Waiting} ...${one} id=${one.request_id} path=${`requests/${encodeURIComponent(one.request_id)}/close`} words=${one.request.text} ...${told} /></li>`)}</ul>`}
  </main><${SignIn} />`;
}

// One guest: who, how long, what is wanted, the last lines, and the answer. "Done" needs no words.
function Waiting({ thread_id: thread, opened_at: since, guest, last_lines: lines, id, path, badge, words, away, done, complain }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (said) => {
    if (busy) return;
    setBusy(true);
    try {
      await post(`/api/desk/queue/${encodeURIComponent(thread)}/${path}`, { text: said });
      await done();
    } catch (error) {
      complain(error);
      setBusy(false);
    }
  };
  const answer = (event) => {
    event.preventDefault();
    if (text.trim()) send(text);
  };
  const name = guest || say("staff_guest");
  return html`<${Card} kind="waiting" title=${name} aside=${html`<span class="each" title=${moment(since)}>${say("staff_waited", { time: waited(since) })}</span>`}>
    <p class="said">${badge && html`<${Badge} kind="warn">${badge}<//> `}${words}</p>
    ${away && html`<p class="each">${say("staff_away")}</p>`}
    ${lines.length > 0 && html`<details open><summary>${say("staff_last")}</summary><ul class="plain">${lines.map((line) =>
      html`<li class="said each">${line.who !== "staff" && html`<b>${line.who === "guest" ? name : say("agent")}: </b>`}${line.text}</li>`)}</ul></details>`}
    <form onSubmit=${answer}><div class="field"><label for=${`answer-${id}`}>${say("staff_answer")}</label>
        <textarea id=${`answer-${id}`} rows="3" value=${text} onInput=${(event) => setText(event.target.value)} maxlength="4000" /></div>
      <p class="row"><${Button} kind="primary" type="submit" disabled=${busy || !text.trim()}>${say("staff_send")}<//>
        <${Button} disabled=${busy} label=${`${say("staff_done")}: ${name}`} onClick=${() => send(text)}>${say("staff_done")}<//></p></form><//>`;
}

await speak("");
render(html`<${Queue} />`, document.getElementById("app"));
