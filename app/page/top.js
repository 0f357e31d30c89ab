// The bar at the top of every page.

import { brand } from "./brand.js";
import { html, Button, Mark } from "./ui.js";
import { say } from "./language.js";
import { newTrip, page, set } from "./store.js";
import { inAll } from "./words.js";

const PAGES = { chat: "/", approvals: "/approvals" };
const STAFF = { ...PAGES, staff: "/staff" }; // a guest's page does not lead to the staff's

export function Top({ here, trip }) {
  const waits = page.view?.pending?.card.action_requests[0].args;
  const home = (event) => {
    if (here !== "chat") return;
    event.preventDefault();
    newTrip();
  };
  return html`<header class="top">
    ${here === "chat" && html`<${Button} kind="quiet" icon="menu" label=${say("your_trips")} onClick=${() => set({ panel: "trips" })} />`}
    <a class="brand" href="/" onClick=${home}><${Mark} /><span>${brand.name}</span></a>
    <nav aria-label=${say("pages")}>${Object.entries(here === "staff" ? STAFF : PAGES).map(([name, address]) => html`<a href=${address} aria-current=${name === here ? "page" : null}>${say(name)}</a>`)}</nav>
    ${trip && html`<${Button} small icon="map" onClick=${() => set({ panel: "trip" })}>${say("your_trip")}${waits && html` <b>${inAll(waits)}</b>`}<//>`}
  </header>`;
}
