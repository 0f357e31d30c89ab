// The card inside another chat product: the components of the page, drawn from the facts of a tool's result. app/mcp/cards.py makes one
// document of this, with words, by their languages, in front.

import { html, Banner, Words, render, useEffect } from "./ui.js";
import { ask, draw, listen, page, tell, usePage, wear } from "./card_host.js";
import { brand } from "./brand.js";
import { Days } from "./days.js";
import { say, teach } from "./language.js";
import { Options } from "./options.js";
import { Budget, Checklist } from "./planning.js";
import { Receipt } from "./receipt.js";

const KINDS = {
  options: ({ options }) => html`<${Options} message=${{ id: "listed", text: "", facts: { options } }} live />`,
  receipt: ({ receipt }) => html`<${Receipt} facts=${receipt} />`,
  days: () => html`<${Days} document=${page.documents.itinerary} />`,
  documents: () => Object.entries({ budget: Budget, checklist: Checklist }).map(([kind, View]) => page.documents[kind] && html`<${View} key=${kind} document=${page.documents[kind]} />`),
};

function Frame() {
  const { card, refusal, words } = usePage();
  useEffect(() => { if (refusal || (words && card)) place.scrollIntoView({ block: "start" }); }, [refusal, words]); // the press may be far below
  const simulated = card?.options?.some((one) => one.simulated) || card?.receipt?.simulated;
  return html`${refusal && html`<${Banner} kind="bad" icon="alert" role="alert">${refusal}<//>`}
    ${simulated && html`<${Banner} icon="alert" kind="invented">${say("simulated_banner")}<//>`}
    ${words && html`<${Words} text=${words} />`}
    ${card && html`<${KINDS[card.kind]} ...${card} />`}`;
}

// The product's own scheme and font, where it says them.
const dark = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.media?.mediaText.includes("prefers-color-scheme"));

function dress(context) {
  const { theme, styles } = context;
  const { style } = document.documentElement;
  if (theme) for (const rule of dark) rule.media.mediaText = theme === "dark" ? "all" : "not all";
  if (theme) style.colorScheme = theme;
  if (styles?.variables?.["--font-sans"]) style.setProperty("--font", styles.variables["--font-sans"]);
  return wear(context);
}

// A sandbox may send no forms; what they would do is done by our own code.
addEventListener("click", (event) => {
  const { form } = event.target.closest?.("button[type=submit]") ?? {};
  if (!form) return;
  event.preventDefault();
  if (form.reportValidity()) form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
});

for (const [language, spoken] of Object.entries(words)) teach(language, spoken);
const place = document.getElementById("card");
listen({ "ui/notifications/tool-result": draw, "ui/notifications/host-context-changed": dress });
const { hostContext = {} } = await ask("ui/initialize", { protocolVersion: "2026-01-26", appInfo: { name: brand.name, version: "1" }, appCapabilities: { availableDisplayModes: ["inline"] } });
await dress(hostContext);
render(html`<${Frame} />`, place);
new ResizeObserver(() => tell("ui/notifications/size-changed", { width: place.scrollWidth, height: place.offsetHeight })).observe(place);
tell("ui/notifications/initialized");
