// The chat inside another page: a guest without an account, a bar with the way out, and the same conversation on the next page.

import { askWith, post, signIn, signedIn } from "./api.js";
import { brand } from "./brand.js";
import { say } from "./language.js";
import { Mark } from "./top.js";
import { Button, html } from "./ui.js";

export const embedded = document.documentElement.hasAttribute("data-embedded");
const THREAD = "guest-thread";

const close = () => parent.postMessage("tripintent:close", "*"); // it says nothing to whoever hears it

export const Bar = () => html`<header class="top"><span class="brand"><${Mark} /><span>${brand.name}</span></span>
  <${Button} kind="quiet" icon="close" label=${say("widget_close")} onClick=${close} /></header>`;

export async function enter() {
  askWith(async () => (await post("/api/guests")).token);
  if (!signedIn()) await signIn();
  history.replaceState(null, "", sessionStorage.getItem(THREAD) || location.href);
  window.addEventListener("pagehide", () => sessionStorage.setItem(THREAD, location.hash));
  window.addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector("dialog[open]") && close());
  window.addEventListener("message", ({ source, data }) => source === parent && data === "tripintent:open" && document.getElementById("words")?.focus());
}
