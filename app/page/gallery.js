// The gallery: every token and component in its states, with made-up facts. The tests look at it in both colour schemes.

import { html, Badge, Banner, Button, Card, Chip, Flight, Icon, Locator, Price, Sheet, Skeleton, Stages, Table, render, useState } from "./ui.js";
import { say, speak } from "./language.js";
import { Hotel, OptionCard } from "./option_card.js";
import { Top } from "./top.js";

const usd = (amount) => ({ amount: String(amount), currency: "USD" });
const terms = { refundable: false, refund_penalty: null, changeable: false, change_penalty: null, free_until: null };
const hop = (from, to, depart_at, arrive_at) => ({ from, to, from_terminal: "1", to_terminal: "2", depart_at, arrive_at });
const direct = {
  kind: "flight", option_id: "a", route: ["BOS", "LIS"], depart_at: "2027-06-14T18:30:00-04:00", arrive_at: "2027-06-15T05:50:00+01:00", days_later: 1, stops: 0, minutes: 380, airlines: ["Fable Air"],
  flight_numbers: ["Y2488"], cabin: "economy", fare_brand: "Light", checked_bags: 0, self_transfer: false, terms, total: usd(595.87), hops: [hop("BOS", "LIS", "2027-06-14T18:30:00-04:00", "2027-06-15T05:50:00+01:00")],
};
const stopping = {
  ...direct, option_id: "b", route: ["BOS", "EWR", "LIS"], depart_at: "2027-06-14T15:50:00-04:00", arrive_at: "2027-06-15T07:15:00+01:00", stops: 1, minutes: 625, airlines: ["Figment Jet", "Fable Air"], flight_numbers: ["Q2148", "Y2748"], self_transfer: true,
  hops: [hop("BOS", "EWR", "2027-06-14T15:50:00-04:00", "2027-06-14T17:10:00-04:00"), hop("EWR", "LIS", "2027-06-14T19:40:00-04:00", "2027-06-15T07:15:00+01:00")],
};
const hotel = { kind: "hotel", option_id: "h", name: "Pretend House Lisbon", stars: 3, area: "Riverside", distance_km: 0.8, room: "Double room", board: "breakfast", check_in: "2027-06-15", check_out: "2027-06-21", nightly: usd(115), due_at_property: usd(26), terms: { ...terms, refundable: true }, total: usd(692) };
const option = (number, flight, total, more = {}) => ({
  number, bundle_id: `o${number}`, total: usd(total), labels: [number === 1 ? "best_overall" : "cheapest"], why: "", tradeoffs: [], over_budget: null, refundable: false, stops: flight.stops, minutes: flight.minutes, stars: 3, flights: [flight], hotels: [hotel], ...more,
});
const options = [option(1, direct, 1853.95), option(2, stopping, 1186.09), option(3, direct, 3279.1, { over_budget: usd(279.1) })];
const PLACES = { BOS: "Boston", LIS: "Lisbon", EWR: "Newark" };
const COLOURS = ["canvas", "paper", "sunken", "mine", "line", "edge", "ink", "soft", "accent", "accent-paper", "good", "good-paper", "warn", "warn-paper", "bad", "bad-paper"];
const SIZES = ["t0", "t1", "t2", "t3", "t4", "t5", "t6"];

function Gallery() {
  const [open, setOpen] = useState(false);
  const part = (name, ...shown) => html`<section aria-label=${name}><h2>${name}</h2>${shown}</section>`;
  return html`<${Top} /><main class="alone gallery"><h1>${say("gallery")}</h1>
    ${part("Colour", html`<div class="swatches">${COLOURS.map((name) => html`<div><span style=${{ background: `var(--${name})` }} />${name}</div>`)}</div>`)}
    ${part("Type", html`<div>${SIZES.map((name) => html`<p style=${{ fontSize: `var(--${name})` }}>${name} · Boston – Lisbon $1,186.09</p>`)}</div>`)}
    ${part("Button", html`<div class="row"><${Button} kind="primary">Primary<//><${Button}>Plain<//><${Button} kind="quiet">Quiet<//><${Button} kind="danger">Danger<//><${Button} icon="map">With an icon<//><${Button} icon="copy" label="Copy" /><${Button} small>Small<//><${Button} disabled>Disabled<//><${Button} aria-pressed="true">Pressed<//></div>`)}
    ${part("Badge", html`<div class="row"><${Badge}>cheapest<//><${Badge} kind="best">best overall<//><${Badge} kind="good">booked<//><${Badge} kind="warn">simulated<//><${Badge} kind="bad">cancelled<//></div>`)}
    ${part("Chips", html`<div class="chips"><${Chip}>Just me, one adult<//><${Chip} on=${false} count=${5}>Non-stop<//><${Chip} on=${true} count=${2}>Refundable<//><${Chip} disabled>Disabled<//></div>`)}
    ${part("Price", html`<div><${Price} total=${usd(1853.95)} each=${usd(926.98)} /></div>`)}
    ${part("Timeline row", html`<div class="options"><${Card}><${Flight} flight=${direct} /><//><${Card}><${Flight} flight=${stopping} /><//><${Card}><${Hotel} hotel=${hotel} /><//></div>`)}
    ${part("Card", html`<div class="options">${options.map((one) => html`<div><${OptionCard} option=${one} chosen="o2" choose=${() => {}} measure=${{ from: options[1], all: options }} heads=${2} places=${PLACES} /></div>`)}</div>`)}
    ${part("Banner", html`<${Banner} icon="alert">Plain<//>`, html`<${Banner} kind="warn" icon="alert">Amber, with a way out <${Button} small>Go on<//><//>`, html`<${Banner} kind="bad" icon="alert">What was refused<//>`, html`<${Banner} kind="good" icon="check">What went well<//>`)}
    ${part("Stages", html`<${Stages} stages=${["Planned", "Chosen", "Held", "Booked"]} at=${2} />`)}
    ${part("Table", html`<${Table} caption="Side by side" label="A table" head=${["Option 1", "Option 2"]} rows=${[{ name: "Price", cells: ["$1,853.95", "$1,186.09"] }, { name: "Stops", cells: ["non-stop", "non-stop"] }]} />`)}
    ${part("Locator", html`<div><${Locator} code="LQ3YFG" /></div>`)}
    ${part("Skeleton", html`<div class="options"><${Skeleton} count=${2} /></div>`)}
    ${part("Sheet", html`<div><${Button} onClick=${() => setOpen(true)}>Open<//></div>`, open && html`<${Sheet} title="A sheet" onClose=${() => setOpen(false)}><p><${Icon} name="check" /> Escape, the button and a click beside it close it.</p><//>`)}
  </main>`;
}

await speak("");
render(html`<${Gallery} />`, document.getElementById("app"));
