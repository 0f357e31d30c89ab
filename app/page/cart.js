// One line of what is held, bought or cancelled, as a row with its times and conditions.

import { html, Badge, Flight } from "./ui.js";
import { Countdown } from "./clock.js";
import { say } from "./language.js";
import { Hotel } from "./option_card.js";
import { broughtBack } from "./replaced.js";
import { page } from "./store.js";
import { asked, money, refund } from "./words.js";

export function Item({ line }) {
  const { offers, holds, places } = page.view.trip;
  const offer = offers[line.option_id];
  const hold = holds.find((one) => one.status === "held" && one.option_id === line.option_id && line.option_id);
  return html`<li class="item"><div class="grow"><${Shape} offer=${offer} title=${line.title} places=${places} />
      <p class="each">${line.terms ? [offer?.kind === "flight" && offer.airlines.join(", "), refund(line.terms), say(line.terms.changeable ? "changes_yes" : "changes_no")].filter(Boolean).join(" · ") : broughtBack(line)}</p>${(line.requests ?? []).map((one) => html`<p class="each asked">${asked(one)}</p>`)}</div>
    <div class="mark-off"><b>${line.terms && money(line.total)}</b>
      ${hold?.kind === "soft" && html`<${Badge} kind="warn">${say("not_guaranteed")}<//>`}
      ${hold?.expires_at && html`<span class="each">${say("held_short")} <${Countdown} until=${hold.expires_at} bare /></span>`}</div></li>`;
}

export function Shape({ offer, title, places }) {
  if (offer?.kind === "flight") return html`<span class="unseen">${title}</span><${Flight} flight=${offer} places=${places} lean />`;
  return offer ? html`<span class="unseen">${title}</span><${Hotel} hotel=${offer} />` : html`<b>${title}</b>`;
}
