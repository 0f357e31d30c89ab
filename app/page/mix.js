// Part by part: these flights with that hotel.

import { html, Button, Sheet, useState } from "./ui.js";
import { counted, say } from "./language.js";
import { sendEvent } from "./sending.js";
import { page } from "./store.js";
import { airport, code, dayOfYear, distance, duration, hours, labelled, money, moreOrLess, nights, refund, stars, starsWords, stops, wallTime } from "./words.js";

export function Mix({ options, chosen, onClose }) {
  const first = options.find((one) => one.bundle_id === chosen) ?? options[0];
  const [picked, setPicked] = useState(Object.fromEntries(["flight", "hotel"].flatMap((kind) => first[`${kind}s`].map((offer, n) => [`${kind}-${n}`, offer.option_id]))));
  const parts = partsOf(options, first, picked);
  const offers = parts.map((part) => part.choices.find((one) => one.offer.option_id === picked[part.key])?.offer);
  const whole = offers.every(Boolean); // else another flight leaves no such room for its nights
  const currency = offers.find(Boolean).total.currency; // parts keep their supplier's money; a sum is shown where all are in one
  const sums = whole ? offers.flatMap((offer) => [offer.total, offer.due_at_property ?? []].flat()) : []; // as the option's card sums them
  const sum = whole && sums.every((one) => one.currency === currency) && { amount: sums.reduce((all, one) => all + Number(one.amount), 0), currency };
  const due = sum && offers.reduce((all, offer) => all + Number(offer.due_at_property?.amount ?? 0), 0);
  const parted = due > 0 && say("tax_included", { now: money({ amount: sum.amount - due, currency }), tax: money({ amount: due, currency }) });
  const pick = (part, offer) => {
    const now = { ...picked, [part.key]: offer.option_id };
    for (const stay of partsOf(options, first, now).filter((one) => one.kind === "hotel")) { // the same room for the nights of the flight
      const before = parts.find(({ key }) => key === stay.key).choices.find((one) => one.offer.option_id === now[stay.key]);
      if (before && !stay.choices.some((one) => one.offer.option_id === now[stay.key])) now[stay.key] = stay.choices.find((one) => rate(one.offer) === rate(before.offer))?.offer.option_id;
    }
    setPicked(now);
  };
  const take = () => {
    sendEvent({ type: "USER_SELECTED_OFFERS", option_ids: offers.map((offer) => offer.option_id) });
    onClose();
  };
  const footer = html`${sum && html`<span class="grow"><span class="each">${say("total_short")}</span> <span class="price">${money(sum)}</span>${parted && html` <span class="each">${parted}</span>`}</span>`}<${Button} kind="primary" disabled=${!whole} onClick=${take}>${say("take_mix")}<//>`;
  return html`<${Sheet} title=${say("mix")} place="middle" onClose=${onClose} footer=${footer}>${parts.map((part, n) => html`<fieldset class="field mix">
    <legend>${part.title}</legend>${part.choices.map(({ offer, words }) => html`<label class="check"><input type="radio" name=${part.key} checked=${picked[part.key] === offer.option_id}
      onChange=${() => pick(part, offer)} /><span class="grow">${words}<span class="each">${against(offer, offers[n])}</span></span><b>${money(offer.total)}</b></label>`)}</fieldset>`)}<//>`;
}

// Every leg and every stay, with each offer that some option has for it, the cheapest first: of rooms those that begin in the night
// in which the picked flight lands.
function partsOf(options, first, picked) {
  const { places } = page.view.trip;
  const title = { flight: (one) => `${one.route.map((at) => airport(at, places)).filter((_, n, all) => n === 0 || n === all.length - 1).join(" – ")}, ${dayOfYear(one.depart_at)}`, hotel: () => say("hotel") };
  return ["flight", "hotel"].flatMap((kind) => first[`${kind}s`].map((offer, n) => {
    const key = `${kind}-${n}`;
    const all = new Map(options.flatMap((option) => [option[`${kind}s`][n], ...((kind === "hotel" && option.other_nights?.[n]) || [])]).filter(Boolean).map((one) => [one.option_id, one]));
    const night = kind === "hotel" && firstNight(options, first, n, picked);
    const choices = unlike([...all.values()].filter((one) => !night || one.check_in === night), picked[key]);
    const many = new Set([...all.values()].map((one) => one.check_in)).size > 1;
    return { key, kind, title: title[kind](offer), choices: many && kind === "hotel" ? choices.map((one) => ({ ...one, words: `${one.words} · ${nights(one.offer.check_in, one.offer.check_out)}` })) : choices };
  }));
}

// The first night of a stay: that of the options with the picked flight, of those flights that land nearest to the stay.
function firstNight(options, first, n, picked) {
  const apart = first.flights.map((one) => Math.abs(new Date(one.arrive_at.slice(0, 10)) - new Date(first.hotels[n].check_in)));
  const leg = apart.lastIndexOf(Math.min(...apart));
  return options.find((one) => one.flights[leg]?.option_id === picked[`flight-${leg}`])?.hotels[n]?.check_in;
}

// The same room at the same rate, whichever night it begins in.
const rate = (room) => [room.name, room.room, room.board, room.terms.refundable, room.check_out].join();

// The cheapest first. Of those whose words are the same only the cheapest is shown, or the one that is picked.
function unlike(offers, picked) {
  const shown = new Map();
  const facts = offers.map(told);
  const differ = (facts[0] ?? []).map((_, n) => n === 0 || facts.some((one) => one[n] !== facts[0][n])); // what all have is left out
  for (const offer of offers.sort((a, b) => a.total.amount - b.total.amount)) {
    const words = told(offer).filter((fact, n) => fact && differ[n]).join(" · ");
    if (!shown.has(words) || offer.option_id === picked) shown.set(words, { offer, words });
  }
  return [...shown.values()];
}

const ticket = (offer) => say(offer.self_transfer ? "own_transfer" : "one_ticket");
const bags = (offer) => (offer.checked_bags ? counted("bags", offer.checked_bags) : say("bags.none"));

function told(offer) {
  if (offer.kind === "hotel") return [`${offer.name} ${offer.stars ? stars(offer.stars) : ""}`, offer.room, offer.board && code(offer.board), offer.area, refund(offer.terms)];
  return [hours(offer), duration(offer.minutes), stops(offer.stops), offer.airlines.join(", "), offer.self_transfer && ticket(offer), offer.fare_brand, bags(offer), refund(offer.terms)];
}

const BOARDS = ["room_only", "breakfast", "half_board", "full_board", "all_inclusive"];

// What one may pay for, the weightiest first: in words, and how much it is worth where that can be said.
const POINTS = {
  flight: [
    { words: (one) => stops(one.stops), worth: (one) => -one.stops }, { words: ticket, worth: (one) => -one.self_transfer }, { words: (one) => one.fare_brand }, { words: bags, worth: (one) => one.checked_bags ?? 0 },
    { words: (one) => refund(one.terms), worth: (one) => Number(one.terms.refundable) }, { words: (one) => duration(one.minutes), worth: (one) => -one.minutes, weighs: true },
    { words: (one) => one.airlines.join(", ") }, { words: (one) => wallTime(one.depart_at) },
  ],
  hotel: [
    { words: (one) => one.stars && starsWords(Math.round(one.stars)), worth: (one) => one.stars }, { words: (one) => one.board && code(one.board), worth: (one) => BOARDS.indexOf(one.board) },
    { words: (one) => refund(one.terms), worth: (one) => Number(one.terms.refundable) }, { words: (one) => one.room }, { words: (one) => one.area },
    { words: (one) => distance(one.distance_km), worth: (one) => -one.distance_km }, { words: (one) => one.name },
  ],
};

// "+$120: non-stop instead of 1 stop; but 1 checked bag instead of 2": the price against what is picked, the two weightiest
// differences that explain it, and the two weightiest that speak against it; a longer way is always said.
function against(offer, picked) {
  if (!picked || offer.option_id === picked.option_id || offer.total.currency !== picked.total.currency) return "";
  const more = offer.total.amount - picked.total.amount;
  const differing = POINTS[offer.kind].map(({ words, worth = () => 0, weighs }) => ({ own: words(offer), other: words(picked), better: worth(offer) - worth(picked), weighs })).filter(({ own, other }) => own && other && own !== other);
  const explaining = differing.filter(({ better }) => better * more >= 0);
  const told = (some) => some.filter(({ weighs, better }, n) => n < 2 || (weighs && better < 0)).map(({ own, other }) => say("instead", { own, other })).join(", ");
  const reasons = [told(explaining), told(differing.filter((one) => !explaining.includes(one)))].filter(Boolean);
  return labelled(moreOrLess(more, offer.total.currency), reasons.length > 1 ? say("but", { good: reasons[0], bad: reasons[1] }) : reasons[0]);
}
