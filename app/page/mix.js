// Part by part: these flights with that hotel.

import { html, Button, Sheet, useState } from "./ui.js";
import { counted, say } from "./language.js";
import { sendEvent } from "./sending.js";
import { page } from "./store.js";
import { airport, code, dayOfYear, distance, duration, hours, labelled, money, moreOrLess, refund, stars, starsWords, stops, wallTime } from "./words.js";

export function Mix({ options, chosen, onClose }) {
  const first = options.find((one) => one.bundle_id === chosen) ?? options[0];
  const parts = partsOf(options, first);
  const [picked, setPicked] = useState(Object.fromEntries(parts.map((part) => [part.key, part.taken])));
  const offers = parts.map((part) => part.choices.find((one) => one.offer.option_id === picked[part.key]));
  const { currency } = offers[0].offer.total; // parts keep their supplier's money; a sum is shown where all are in one
  const sums = offers.flatMap(({ offer }) => [offer.total, offer.due_at_property ?? []].flat()); // as the option's card sums them
  const sum = sums.every((one) => one.currency === currency) && { amount: sums.reduce((all, one) => all + Number(one.amount), 0), currency };
  const due = offers.reduce((all, { offer }) => all + Number(offer.due_at_property?.amount ?? 0), 0);
  const parted = sum && due > 0 && say("tax_included", { now: money({ amount: sum.amount - due, currency }), tax: money({ amount: due, currency }) });
  const take = () => {
    sendEvent({ type: "USER_SELECTED_PARTS", parts: parts.map((part, n) => ({ part: part.kind, number: part.number, bundle_id: offers[n].bundle })) });
    onClose();
  };
  const footer = html`${sum && html`<span class="grow"><span class="each">${say("total_short")}</span> <span class="price">${money(sum)}</span>${parted && html` <span class="each">${parted}</span>`}</span>`}<${Button} kind="primary" onClick=${take}>${say("take_mix")}<//>`;
  return html`<${Sheet} title=${say("mix")} place="middle" onClose=${onClose} footer=${footer}>${parts.map((part, n) => html`<fieldset class="field mix">
    <legend>${part.title}</legend>${part.choices.map(({ offer, words }) => html`<label class="check"><input type="radio" name=${part.key} checked=${picked[part.key] === offer.option_id}
      onChange=${() => setPicked({ ...picked, [part.key]: offer.option_id })} /><span class="grow">${words}<span class="each">${against(offer, offers[n].offer)}</span></span><b>${money(offer.total)}</b></label>`)}</fieldset>`)}<//>`;
}

// Every leg and every stay, with each offer that some option has for it, the cheapest first.
function partsOf(options, first) {
  const { places } = page.view.trip;
  const title = { flight: (one) => `${one.route.map((at) => airport(at, places)).filter((_, n, all) => n === 0 || n === all.length - 1).join(" – ")}, ${dayOfYear(one.depart_at)}`, hotel: () => say("hotel") };
  return ["flight", "hotel"].flatMap((kind) => first[`${kind}s`].map((offer, n) => {
    const choices = new Map();
    for (const option of options) {
      const other = option[`${kind}s`][n];
      if (other && !choices.has(other.option_id)) choices.set(other.option_id, { offer: other, bundle: option.bundle_id });
    }
    return { key: `${kind}-${n}`, kind, number: n + 1, title: title[kind](offer), taken: offer.option_id, choices: unlike([...choices.values()], offer) };
  }));
}

// The cheapest first. Of those whose words are the same only the cheapest is shown, or the one that was taken so far.
function unlike(choices, taken) {
  const shown = new Map();
  const facts = choices.map(({ offer }) => told(offer));
  const differ = facts[0].map((_, n) => n === 0 || facts.some((one) => one[n] !== facts[0][n])); // what all have is left out
  for (const one of choices.sort((a, b) => a.offer.total.amount - b.offer.total.amount)) {
    const words = told(one.offer).filter((fact, n) => fact && differ[n]).join(" · ");
    if (!shown.has(words) || one.offer.option_id === taken.option_id) shown.set(words, { ...one, words });
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
  if (offer.option_id === picked.option_id || offer.total.currency !== picked.total.currency) return "";
  const more = offer.total.amount - picked.total.amount;
  const differing = POINTS[offer.kind].map(({ words, worth = () => 0, weighs }) => ({ own: words(offer), other: words(picked), better: worth(offer) - worth(picked), weighs })).filter(({ own, other }) => own && other && own !== other);
  const explaining = differing.filter(({ better }) => better * more >= 0);
  const told = (some) => some.filter(({ weighs, better }, n) => n < 2 || (weighs && better < 0)).map(({ own, other }) => say("instead", { own, other })).join(", ");
  const reasons = [told(explaining), told(differing.filter((one) => !explaining.includes(one)))].filter(Boolean);
  return labelled(moreOrLess(more, offer.total.currency), reasons.length > 1 ? say("but", { good: reasons[0], bad: reasons[1] }) : reasons[0]);
}
