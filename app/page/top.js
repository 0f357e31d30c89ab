// The bar at the top of every page.

import { brand } from "./brand.js";
import { html, Button, useEffect, useState } from "./ui.js";
import { get, signOut, signedIn } from "./api.js";
import { signOutAt } from "./reader.js";
import { say } from "./language.js";
import { complain, newTrip, page, set } from "./store.js";
import { inAll } from "./words.js";

export const Mark = () => html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="var(--accent)" />
  <path d="M8 22C8 12 24 20 24 10" fill="none" stroke="var(--on-accent)" stroke-width="2.5" stroke-linecap="round" /><circle cx="8" cy="22" r="3" fill="var(--on-accent)" /><circle cx="24" cy="10" r="3" fill="var(--on-accent)" /></svg>`;

const PAGES = { chat: "/", approvals: "/approvals" };

export function Top({ here, trip }) {
  const me = useMe();
  const waits = page.view?.pending?.card.action_requests[0].args;
  const home = (event) => {
    if (here !== "chat") return;
    event.preventDefault();
    newTrip();
  };
  return html`<header class=${`top ${here}`}>
    ${here === "chat" && html`<${Button} kind="quiet" icon="menu" label=${say("your_trips")} onClick=${() => set({ panel: "trips" })} />`}
    <a class="brand" href="/" onClick=${home}><${Mark} /><span>${brand.name}</span></a>
    <${Pages} here=${here} me=${me} />
    ${trip && html`<${Button} small icon="map" onClick=${() => set({ panel: "trip" })}>${say("your_trip")}${waits && html` <b>${inAll(waits)}</b>`}<//>`}
    ${me.user_id && html`<span class="who"><span>${me.user_id}</span> <${SignOut} /></span>`}
  </header>`;
}

// The pages of who is signed in; on a phone the conversation has them in its list of trips.
export function Pages({ here, me = useMe() }) {
  const pages = { ...PAGES, ...((me.staff || here === "staff") && { staff: "/staff" }), ...(me.administers && { policy: "/policy" }) };
  return html`<nav class="pages" aria-label=${say("pages")}>${Object.entries(pages).map(([name, address]) => html`<a href=${address} aria-current=${name === here ? "page" : null}>${say(name)}</a>`)}</nav>`;
}

// Who is signed in, and whether they answer guests or set the policy. On one's own machine nobody is.
function useMe() {
  const [me, setMe] = useState({});
  useEffect(() => { get("/api/me").then(({ body }) => setMe(body)).catch(complain); }, []);
  return me;
}

// The way out: the host's own, or forgetting the token of this tab.

export const SignOut = () => (signOutAt ? html`<a class="btn small" href=${signOutAt}>${say("sign_out")}</a>` : signedIn() && html`<${Button} small onClick=${signOut}>${say("sign_out")}<//>`);
