// The page's own words in the reader's language: that of the conversation, and before its first message the browser's.

import { brand } from "./brand.js";

const LANGUAGES = ["en", "es", "fr", "de", "pt", "it"];
const files = new Map();
let spoken = { tag: "", words: null };

const primary = (tag) => tag.split("-")[0].toLowerCase();

function browsers() {
  return [...new URLSearchParams(location.search).getAll("language"), ...navigator.languages].find((tag) => LANGUAGES.includes(primary(tag))) ?? "en-US";
}

// Speaks the language of a BCP 47 tag; an empty one is the browser's. Returns whether that is another one than before.
export async function speak(wanted) {
  const tag = LANGUAGES.includes(primary(wanted)) ? wanted : browsers();
  if (tag === spoken.tag) return false;
  const words = files.get(primary(tag)) ?? await load(primary(tag));
  files.set(primary(tag), words);
  spoken = { tag, words };
  document.documentElement.lang = tag;
  const title = document.documentElement.dataset.title;
  if (title) document.title = title === "title" ? brand.name : say(title);
  return true;
}

// Words that are here need not be fetched.
export const teach = (language, words) => files.set(language, words);

async function load(language) {
  return (await fetch(import.meta.resolve(`/page/words.${language}.json`))).json();
}

// How the language writes days: patterns and names.
export const formats = () => spoken.words.regions[spoken.tag] ?? spoken.words.formats;
export const tag = () => spoken.tag;
// Whose figures are written, as by the server: the region's where it has ways of its own, else the language's.
export const figures = () => (spoken.tag in spoken.words.regions ? spoken.tag : primary(spoken.tag));

const filled = (text, facts) => text.replace(/{(\w+)}/g, (_, name) => facts[name]);

// At a house that sells rooms, a trip is a stay.
export function say(name, facts = {}) {
  return filled((brand.stay && spoken.words.page[`${name}_stay`]) || spoken.words.page[name], facts);
}

// Whether the page has words of a name: for names that come from the server.
export const known = (name) => name in spoken.words.page;

// What was odd in a file that was taken in, by its code; behind a colon stands a field, which says nothing to a reader.
export const odd = (code) => spoken.words.imported[code.split(":")[0]] ?? spoken.words.imported.other;

// Words that depend on a count: its plural form in the language.
export function counted(name, count) {
  const form = new Intl.PluralRules(spoken.tag).select(count);
  return filled(spoken.words.page[`${name}.${form}`] ?? spoken.words.page[`${name}.other`], { count });
}

export const stateWords = (name) => spoken.words.states[name] ?? plain(name);
export const simulatedNote = () => spoken.words.reply.simulated;
export const stepWords = (name) => spoken.words.steps[name];
export const refusal = (code, detail) => spoken.words?.problems?.[code] ?? detail;

// What replies call a label (`label.cheapest`), a cabin or a state (`plain.economy`), a count (`stops.1`).
export function replyWords(group, code) {
  return spoken.words.reply[`${group}.${code}`] ?? spoken.words.reply[`${group}.many`]?.replace("{count}", code) ?? plain(String(code));
}

const plain = (name) => name.replaceAll("_", " ");
