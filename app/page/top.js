// The bar at the top of every page.

import { brand } from "./brand.js";
import { html, Button, Mark, useEffect, useState } from "./ui.js";
import { get, signOut, signedIn } from "./api.js";
import { signOutAt } from "./reader.js";
import { say } from "./language.js";
import { complain, newTrip, page, set } from "./store.js";
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
    <${Who} />
  </header>`;
}

// Who is signed in, and the way out: the host's own, or forgetting the token of this tab. On one's own machine there is neither.
function Who() {
  const [who, setWho] = useState("");
  useEffect(() => { get("/api/me").then(({ body }) => setWho(body.user_id)).catch(complain); }, []);
  return who && html`<span class="who"><span>${who}</span> <${SignOut} /></span>`;
}

export const SignOut = () => (signOutAt ? html`<a class="btn small" href=${signOutAt}>${say("sign_out")}</a>` : signedIn() && html`<${Button} small onClick=${signOut}>${say("sign_out")}<//>`);
