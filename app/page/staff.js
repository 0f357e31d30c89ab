// The staff's queue: guests who wait for a person, with an answer to write, and what guests asked for.

import { html, Badge, Banner, Button, Card, render, useEffect, useState } from "./ui.js";
import { get, post } from "./api.js";
import { say, speak } from "./language.js";
import { SignIn } from "./sign_in.js";
import { Top } from "./top.js";
import { moment } from "./words.js";

// The whole queue, page by page: the oldest first.
async function whole() {
  const found = { handed_over: [], requests: [] };
  let more = "";
  do {
    const { body } = await get(`/api/desk/queue?limit=500&after=${more}`);
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
  useEffect(() => {
    read();
    const timer = setInterval(() => document.visibilityState === "visible" && read(), 5000);
    return () => clearInterval(timer);
  }, []);
  const { handed_over: waiting = [], requests = [] } = queue ?? {};
  return html`<${Top} here="staff" /><main class="alone"><h1>${say("staff")}</h1>
    <p id="count" role="status">${queue && !waiting.length && !requests.length && say("staff_nothing")}</p>
    <div role="alert">${refusal && html`<${Banner} kind="bad" icon="alert">${refusal}<//>`}</div>
    ${waiting.length > 0 && html`<h2>${say("staff_waiting")}</h2>
      <ul id="waiting" class="queue">${waiting.map((one) => html`<li key=${one.handoff.handoff_id}><${Guest} ...${one} done=${read} complain=${complain} /></li>`)}</ul>`}
    ${requests.length > 0 && html`<h2>${say("staff_requests")}</h2>
      <ul id="requests" class="queue">${requests.map(({ thread_id: thread, request_id: id, request }) => html`<li key=${id}><${Card}><p>${request.text}</p>
        <p class="each">${moment(request.at)} · ${request.function} · ${thread}</p><//></li>`)}</ul>`}
  </main><${SignIn} />`;
}

function Guest({ thread_id: thread, handoff, done, complain }) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (event) => {
    event.preventDefault();
    if (!text.trim() || busy) return;
    setBusy(true);
    try {
      await post(`/api/desk/queue/${encodeURIComponent(thread)}/answer`, { text });
      setText("");
      await done();
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  const field = `answer-${handoff.handoff_id}`;
  return html`<${Card} kind="waiting"><p><${Badge} kind="warn">${handoff.to}<//> ${handoff.summary}</p>
    ${!handoff.staffed && html`<p class="each">${say("staff_away")}</p>`}<p class="each">${thread}</p>
    <form onSubmit=${send}><div class="field"><label for=${field}>${say("staff_answer")}</label>
        <input id=${field} value=${text} onInput=${(event) => setText(event.target.value)} maxlength="4000" autocomplete="off" /></div>
      <p class="row"><${Button} kind="primary" type="submit" disabled=${busy}>${say("staff_send")}<//></p></form><//>`;
}

await speak("");
render(html`<${Queue} />`, document.getElementById("app"));
