// Amounts, times and states in words.

export function money(value) {
  if (!value) return "";
  try {
    return new Intl.NumberFormat(undefined, { style: "currency", currency: value.currency }).format(value.amount);
  } catch {
    return `${value.amount} ${value.currency}`;
  }
}

// Times at an airport or hotel are shown as they are on the clock there, whatever zone this browser is in.
export function wallTime(iso) {
  return iso ? iso.slice(11, 16) : "";
}

export function day(iso) {
  if (!iso) return "";
  const date = new Date(`${iso.slice(0, 10)}T12:00:00Z`);
  return new Intl.DateTimeFormat(undefined, {
    weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC",
  }).format(date);
}

export function moment(iso) {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

export function duration(minutes) {
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export function left(milliseconds) {
  if (milliseconds <= 0) return "over";
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60];
  const [days, hours, minutes, rest] = parts;
  if (days) return `${days} d ${hours} h`;
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes} min ${String(rest).padStart(2, "0")} s`;
}

export const stops = (count) => (count === 0 ? "non-stop" : count === 1 ? "1 stop" : `${count} stops`);

export function refund(terms) {
  if (!terms.refundable) return "not refundable";
  const until = terms.free_until ? ` until ${terms.free_until.slice(0, 16).replace("T", " ")}` : "";
  return terms.refund_penalty ? `refundable for ${money(terms.refund_penalty)}${until}` : `refundable${until}`;
}

const LABELS = {
  best_overall: "best overall", cheapest: "cheapest", fastest: "fastest", fewest_stops: "fewest stops",
  refundable: "refundable", best_hotel: "best hotel",
};
export const label = (name) => LABELS[name] || name.replaceAll("_", " ");

const STATES = {
  collecting_requirements: "questions open", ready_to_quote: "ready to search", presenting_options: "options to choose from",
  risk_checked: "chosen", collecting_travellers: "names needed", placing_holds: "holding",
  awaiting_purchase_approval: "waits for approval", purchasing: "buying", completed: "booked", retryable: "can be tried again",
  reapproval_needed: "needs a new approval", manual_review: "being looked into", cancelled: "cancelled",
};
export const state = (name) => STATES[name] || name.replaceAll("_", " ");

const STEPS = {
  extract: "Reading your words", quote_flights: "Asking for flights", quote_hotels: "Asking for hotels",
  collect: "Collecting the answers", rank: "Comparing whole trips", risk: "Checking risks and rules",
  present: "Writing", hold: "Holding your trip", request_approval: "Preparing the approval", purchase: "Buying",
  release: "Letting holds go", cancel_booking: "Asking what cancelling costs", cancel: "Cancelling", answer: "Looking it up",
};
export const step = (name) => STEPS[name];
