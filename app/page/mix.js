// Part by part: these flights with that hotel.

import { html, Button, Sheet, useState } from "./ui.js";
import { say } from "./language.js";
import { page, sendEvent } from "./store.js";
import { code, dayOfYear, duration, money, stars, stops, wallTime } from "./words.js";

export function Mix({ options, chosen, onClose }) {
  const first = options.find((one) => one.bundle_id === chosen) ?? options[0];
  const parts = partsOf(options, first);
  const [picked, setPicked] = useState(Object.fromEntries(parts.map((part) => [part.key, part.choices.find((one) => one.bundle === first.bundle_id)?.offer.option_id])));
  const offers = parts.map((part) => part.choices.find((one) => one.offer.option_id === picked[part.key]));
  const { currency } = offers[0].offer.total; // parts keep their supplier's money; a sum is shown where all are in one
  const sum = offers.every((one) => one.offer.total.currency === currency) && { amount: offers.reduce((all, one) => all + Number(one.offer.total.amount), 0), currency };
  const take = () => {
    sendEvent({ type: "USER_SELECTED_PARTS", parts: parts.map((part, n) => ({ part: part.kind, number: part.number, bundle_id: offers[n].bundle })) });
    onClose();
  };
  const footer = html`<span class="price">${sum && money(sum)}</span><${Button} kind="primary" onClick=${take}>${say("take_mix")}<//>`;
  return html`<${Sheet} title=${say("mix")} place="middle" onClose=${onClose} footer=${footer}>${parts.map((part) => html`<fieldset class="field mix">
    <legend>${part.title}</legend>${part.choices.map(({ offer }) => html`<label class="check"><input type="radio" name=${part.key} checked=${picked[part.key] === offer.option_id}
      onChange=${() => setPicked({ ...picked, [part.key]: offer.option_id })} /><span class="grow">${told(offer)}</span><b>${money(offer.total)}</b></label>`)}</fieldset>`)}<//>`;
}

// Every leg and every stay, with each offer that some option has for it, the cheapest first.
function partsOf(options, first) {
  const { places } = page.view.trip;
  const title = { flight: (one) => `${one.route.map((at) => places[at] ?? at).filter((_, n, all) => n === 0 || n === all.length - 1).join(" – ")}, ${dayOfYear(one.depart_at)}`, hotel: () => say("hotel") };
  return ["flight", "hotel"].flatMap((kind) => first[`${kind}s`].map((offer, n) => {
    const choices = new Map();
    for (const option of options) {
      const other = option[`${kind}s`][n];
      if (other && !choices.has(other.option_id)) choices.set(other.option_id, { offer: other, bundle: option.bundle_id });
    }
    const sorted = [...choices.values()].sort((a, b) => a.offer.total.amount - b.offer.total.amount);
    return { key: `${kind}-${n}`, kind, number: n + 1, title: title[kind](offer), choices: sorted };
  }));
}

function told(offer) {
  if (offer.kind === "hotel") return [`${offer.name} ${offer.stars ? stars(offer.stars) : ""}`, offer.room, offer.board && code(offer.board), offer.area].filter(Boolean).join(" · ");
  return `${wallTime(offer.depart_at)} – ${wallTime(offer.arrive_at)}${offer.days_later ? ` (+${offer.days_later})` : ""} · ${duration(offer.minutes)} · ${stops(offer.stops)} · ${offer.airlines.join(", ")}`;
}
