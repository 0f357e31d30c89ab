// Amounts, times and terms as people of the reader's language write them.

import { counted, replyWords, say, tag } from "./language.js";

export function money(value) {
  if (!value) return "";
  try {
    return new Intl.NumberFormat(tag(), { style: "currency", currency: value.currency }).format(value.amount);
  } catch {
    return `${value.amount} ${value.currency}`;
  }
}

// Times at an airport or hotel are shown as they are on the clock there, whatever zone this browser is in.
export function wallTime(iso) {
  return iso ? iso.slice(11, 16) : "";
}

export const day = (iso) => calendar(iso, { year: "numeric" });
export const dayOfYear = (iso) => calendar(iso, {}); // where the year is clear

function calendar(iso, more) {
  if (!iso) return "";
  const date = new Date(`${iso.slice(0, 10)}T12:00:00Z`);
  const parts = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC", ...more };
  return new Intl.DateTimeFormat(tag(), parts).format(date);
}

export function moment(iso) {
  return new Intl.DateTimeFormat(tag(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

export function duration(minutes) {
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export function left(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const [days, hours, minutes, rest] = parts;
  if (days) return say("days_hours", { days, hours });
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes} min ${String(rest).padStart(2, "0")} s`;
}

export const label = (name) => replyWords("label", name);
export const code = (name) => replyWords("plain", name);
export const stops = (count) => replyWords("stops", count);
export const stars = (count) => counted("stars", count);

export function refund(terms) {
  if (!terms.refundable) return say("not_refundable");
  const refundable = terms.refund_penalty ? say("refundable_fee", { amount: money(terms.refund_penalty) }) : say("refundable");
  const until = terms.free_until && `${day(terms.free_until)} ${wallTime(terms.free_until)}`;
  return until ? say("refundable_until", { refundable, moment: until }) : refundable;
}
