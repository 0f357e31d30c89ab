// What is asked of travellers before anything is held, as a form. Words answer it as well.

import { html, useEffect, useRef, useState } from "./ui.js";
import { say } from "./language.js";
import { sendCall } from "./sending.js";
import { complain, page } from "./store.js";

const KEPT = "trips-travellers"; // what is typed lives as long as the tab: a names form that is shown again has it
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
  const people = travellers.flatMap(({ id, name, missing }, n) => ["name", "date_of_birth", "gender"].filter((what) => what === "name" || missing.includes(what)).map((what) => ({ id: `${what}-${id || n}`, what, n, filled: what === "name" ? name : "" })));
  return [...people, ...contact.filter((what) => FITS[what]).map((what) => ({ id: what, what, n: -1, filled: "" }))];
}

export function Travellers({ details }) {
  const fields = fieldsOf(details);
  const form = useRef();
  const [given, setGiven] = useState(() => kept());
  const [wrong, setWrong] = useState([]);
  const valueOf = (one) => (given.sent && one.filled) || (given[one.id] ?? one.filled); // what was sent, another may have corrected
  const aged = (one) => one.what === "date_of_birth" && FITS.date_of_birth(valueOf(one)) && otherAge(details.travellers[one.n], valueOf(one));
  const wrongWith = (one) => (!FITS[one.what](valueOf(one).trim()) ? "form" : !aged(one) ? "" : aged(one).sure && given[`sure-${one.id}`] === valueOf(one) ? "" : "age");
  const failing = () => fields.filter(wrongWith).map((one) => one.id);
  const keep = (next) => { sessionStorage.setItem(KEPT, JSON.stringify({ thread: page.thread, given: next })); setGiven(next); };
  const change = (id, value) => {
    keep({ ...given, sent: false, ...(given.sent && Object.fromEntries(fields.map((one) => [one.id, valueOf(one)]))), [id]: value });
    setWrong((before) => before.filter((one) => one !== id));
  };
  const left = (one) => valueOf(one) && wrongWith(one) && setWrong((before) => [...new Set([...before, one.id])]);
  const send = (event) => {
    event.preventDefault();
    const found = failing();
    setWrong(found);
    const doubted = fields.filter((one) => wrongWith(one) === "age").map((one) => [`sure-${one.id}`, valueOf(one)]); // sent once more it is meant
    if (found.length) { keep({ ...given, ...Object.fromEntries(doubted) }); return form.current.querySelector(`#asked-${found[0]}`).focus(); }
    const people = peopleOf(details, fields, valueOf);
    sendCall("set_travellers", { people }, people.map((one) => `${one.given_name ?? ""} ${one.family_name ?? ""}`.trim()).filter(Boolean).join(", ") || say("send_details")).then(() => keep({ ...given, sent: true })).catch(complain);
  };
  useEffect(() => { form.current.querySelector("input, select")?.focus({ preventScroll: true }); }, []);
  const shown = (one) => html`<${Field} key=${one.id} field=${one} value=${valueOf(one)} wrong=${wrong.includes(one.id) && (aged(one) ? ageWords(details, one, aged(one)) : say(one.what === "name" && /[\d,;@]/.test(valueOf(one)) ? "name_signs" : one.what === "date_of_birth" && !valueOf(one) ? "need_field" : WRONG[one.what]))} onChange=${change} onLeave=${() => left(one)} />`;
  return html`<form class="card travellers" aria-label=${say("who_travels")} ref=${form} noValidate onSubmit=${send}>
    ${details.travellers.map((_, n) => html`<fieldset><legend>${details.travellers.length > 1 ? rowOf(details, n) : say("who_travels")}</legend><div class="fields">${fields.filter((one) => one.n === n).map(shown)}</div></fieldset>`)}
    ${details.contact.length > 0 && html`<div class="fields">${fields.filter((one) => one.n < 0).map(shown)}</div>`}
    <div class="row"><button class="btn primary" type="submit" disabled=${page.busy}>${say("send_details")}</button><span class="each">${say("details_or")}</span></div></form>`;
}

// Whose line it is, as it was searched for.
function rowOf({ travellers }, n) {
  const { age = null, kind, id } = travellers[n];
  return age !== null ? say("child_of", { age }) : say(`${kind}_n`, { number: numberOf(travellers, kind, id) }).trim();
}

// The age on the first day that a date of birth makes, where another was searched for. A child of another age can be meant: `sure`.
function otherAge({ kind, age: said = null }, born) {
  const first = page.view.trip.first_day ?? today();
  const age = first.slice(0, 4) - born.slice(0, 4) - (first.slice(5) < born.slice(5) ? 1 : 0);
  const [least, most] = said !== null ? [said, said] : AGES[kind];
  return age < least || age > most ? { age, sure: kind === "child" && age >= AGES.child[0] && age <= AGES.child[1] } : null;
}

const AGES = { adult: [12, 150], child: [2, 17], infant: [0, 1] }; // as airlines count them

const ageWords = (details, { n }, { age, sure }) => say(sure ? "other_age" : "other_kind", { age, who: rowOf(details, n) });

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
    ${wrong && html`<p class="wrong" id=${`${id}-wrong`}>${wrong}</p>`}</div>`;
}

// Everybody as the toolbox takes them; the ways to reach them stand with the first.
function peopleOf({ travellers }, fields, valueOf) {
  const valued = fields.map((one) => ({ ...one, value: valueOf(one).trim().replace(/\s+/g, " ") }));
  const people = travellers.map(({ id }, n) => Object.assign(id ? { id } : {}, ...valued.filter((one) => one.n === n).map(({ what, value }) => PARTS[what](value))));
  const contact = Object.assign({}, ...valued.filter((one) => one.n < 0).map(({ what, value }) => ({ [what]: value })));
  return [{ ...people[0], ...contact }, ...people.slice(1)];
}

const PARTS = {
  name: (value) => ({ given_name: value.split(" ").slice(0, -1).join(" "), family_name: value.split(" ").at(-1) }),
  date_of_birth: (value) => ({ date_of_birth: value }),
  gender: (value) => ({ gender: LETTER[value] }),
};
