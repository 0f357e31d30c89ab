// What is asked of travellers before anything is held, as a form. Words answer it as well.

import { html, useEffect, useRef, useState } from "./ui.js";
import { say } from "./language.js";
import { sendCall } from "./sending.js";
import { complain, page } from "./store.js";

const KEPT = "trips-travellers"; // what is typed lives until it is sent, as the draft does
const LETTER = { female: "f", male: "m" }; // as the passport has it
const today = () => new Date().toISOString().slice(0, 10);

const FITS = {
  name: (value) => /^[^\d,;@\s]+(\s+[^\d,;@\s]+)+$/.test(value),
  date_of_birth: (value) => value > "1900" && value < today(),
  gender: (value) => Boolean(value),
  email: (value) => /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]{2,}$/.test(value),
  phone: (value) => /^\+[\d\s()/-]{7,}$/.test(value),
};
const WORDS = { name: "full_name", date_of_birth: "birth_date", gender: "in_passport", email: "email", phone: "phone" };
const WRONG = { name: "need_name", date_of_birth: "need_birth", gender: "need_gender", email: "need_email", phone: "need_phone" };
const FIELD = { name: { autocomplete: "name" }, date_of_birth: { type: "date", autocomplete: "bday", min: "1900-01-01" }, email: { type: "email", autocomplete: "email" }, phone: { type: "tel", autocomplete: "tel" } };

// Every field with its place: whose it is, and what it asks for. Where a birth date is missing, the name says whose.
function fieldsOf({ travellers, contact }) {
  const people = travellers.flatMap(({ name, missing }, n) => ["name", "date_of_birth", "gender"].filter((what) => what === "name" || missing.includes(what)).map((what) => ({ id: `${what}-${n}`, what, n, filled: what === "name" ? name : "" })));
  return [...people, ...contact.filter((what) => FITS[what]).map((what) => ({ id: what, what, n: -1, filled: "" }))];
}

export function Travellers({ details }) {
  const fields = fieldsOf(details);
  const form = useRef();
  const [given, setGiven] = useState(() => kept());
  const [wrong, setWrong] = useState([]);
  const valueOf = (one) => given[one.id] ?? one.filled;
  const failing = () => fields.filter((one) => !FITS[one.what](valueOf(one).trim())).map((one) => one.id);
  const change = (id, value) => {
    const next = { ...given, [id]: value };
    sessionStorage.setItem(KEPT, JSON.stringify({ thread: page.thread, given: next }));
    setGiven(next);
    setWrong((before) => before.filter((one) => one !== id));
  };
  const left = (one) => valueOf(one) && !FITS[one.what](valueOf(one).trim()) && setWrong((before) => [...new Set([...before, one.id])]);
  const send = (event) => {
    event.preventDefault();
    const found = failing();
    setWrong(found);
    if (found.length) return form.current.querySelector(`#asked-${found[0]}`).focus();
    const people = peopleOf(details, fields, valueOf);
    sendCall("set_travellers", { people }, people.map((one) => `${one.given_name ?? ""} ${one.family_name ?? ""}`.trim()).filter(Boolean).join(", ") || say("send_details")).then(() => page.view?.details || sessionStorage.removeItem(KEPT)).catch(complain);
  };
  useEffect(() => { form.current.querySelector("input, select")?.focus({ preventScroll: true }); }, []);
  const shown = (one) => html`<${Field} key=${one.id} field=${one} value=${valueOf(one)} wrong=${wrong.includes(one.id)} onChange=${change} onLeave=${() => left(one)} />`;
  return html`<form class="card travellers" aria-label=${say("who_travels")} ref=${form} noValidate onSubmit=${send}>
    ${details.travellers.map(({ age = null, kind, id }, n) => html`<fieldset><legend>${age !== null ? say("child_of", { age }) : details.travellers.length > 1 ? say(`${kind}_n`, { number: numberOf(details.travellers, kind, id) }).trim() : say("who_travels")}</legend><div class="fields">${fields.filter((one) => one.n === n).map(shown)}</div></fieldset>`)}
    ${details.contact.length > 0 && html`<div class="fields">${fields.filter((one) => one.n < 0).map(shown)}</div>`}
    <div class="row"><button class="btn primary" type="submit" disabled=${page.busy}>${say("send_details")}</button><span class="each">${say("details_or")}</span></div></form>`;
}

// Adults by their place in the party, children and infants by that in the form; the only one of a kind needs no number.
function numberOf(travellers, kind, id) {
  const same = travellers.filter((one) => one.kind === kind);
  return kind === "adult" ? id.slice(1) : same.length > 1 ? same.findIndex((one) => one.id === id) + 1 : "";
}

function kept() {
  const { thread, given } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  return thread === page.thread ? given : {};
}

// The message stands beside its field, and is read out with it.
function Field({ field, value, wrong, onChange, onLeave }) {
  const id = `asked-${field.id}`;
  const own = { id, value, "aria-invalid": wrong ? "true" : null, "aria-describedby": wrong ? `${id}-wrong` : null, "aria-required": "true", onBlur: onLeave };
  const { autocomplete, ...more } = FIELD[field.what] ?? {};
  const filled = field.n > 0 ? `section-traveller${field.n + 1} ${autocomplete}` : autocomplete;
  return html`<div class=${`field ${field.what}`}><label for=${id}>${say(WORDS[field.what])}</label>
    ${field.what === "gender" ? html`<select ...${own} onChange=${({ target }) => onChange(field.id, target.value)}><option value="" />${["female", "male"].map((one) => html`<option value=${one} selected=${one === value}>${say(one)}</option>`)}</select>`
      : html`<input ...${own} ...${more} max=${field.what === "date_of_birth" ? today() : null} autocomplete=${filled} onInput=${({ target }) => onChange(field.id, target.value)} />`}
    ${wrong && html`<p class="wrong" id=${`${id}-wrong`}>${say(WRONG[field.what])}</p>`}</div>`;
}

// Everybody as the toolbox takes them; the ways to reach them stand with the first.
function peopleOf({ travellers }, fields, valueOf) {
  const valued = fields.map((one) => ({ ...one, value: valueOf(one).trim().replace(/\s+/g, " ") }));
  const people = travellers.map(({ id, name }, n) => Object.assign(name ? { id } : {}, ...valued.filter((one) => one.n === n).map(({ what, value }) => PARTS[what](value))));
  const contact = Object.assign({}, ...valued.filter((one) => one.n < 0).map(({ what, value }) => ({ [what]: value })));
  return [{ ...people[0], ...contact }, ...people.slice(1)];
}

const PARTS = {
  name: (value) => ({ given_name: value.split(" ").slice(0, -1).join(" "), family_name: value.split(" ").at(-1) }),
  date_of_birth: (value) => ({ date_of_birth: value }),
  gender: (value) => ({ gender: LETTER[value] }),
};
