// The button on another page, and the chat that it opens. The server puts `brand` around this script: name, colours, words.
// Attributes of the script: data-language (a tag such as "de"; otherwise the page's, then the browser's) and data-side ("left").

const script = document.currentScript;
const { origin } = new URL(script.src);
const { language, side } = script.dataset;
const spoken = [language, document.documentElement.lang, ...navigator.languages].filter(Boolean).map((tag) => tag.split("-")[0].toLowerCase()).find((one) => one in brand.words) ?? "en";
const [colour, ink] = brand.colours;

const STYLE = `
:host { all: initial; }
button { position: fixed; bottom: 1.25rem; ${side === "left" ? "left" : "right"}: 1.25rem; z-index: 2147483646; min-height: 3rem; max-width: calc(100vw - 2.5rem); padding: 0 1.25rem; border: 0; border-radius: 99rem;
  background: ${colour}; color: ${ink}; font: 600 1rem/1.3 system-ui, sans-serif; cursor: pointer; box-shadow: 0 8px 24px -8px rgb(0 0 0 / .4); }
button:focus-visible { outline: 3px solid ${ink}; outline-offset: -6px; }
section { position: fixed; bottom: 1.25rem; ${side === "left" ? "left" : "right"}: 1.25rem; z-index: 2147483647; width: 25rem; height: min(42rem, calc(100dvh - 2.5rem));
  border-radius: 1rem; overflow: hidden; background: ${colour}; box-shadow: 0 24px 64px -16px rgb(0 0 0 / .45); }
section[hidden] { display: none; }
iframe { width: 100%; height: 100%; border: 0; display: block; }
@media (max-width: 30rem) { section { inset: 0; width: auto; height: auto; border-radius: 0; } }
`;

const host = document.createElement("tripintent-chat");
const shadow = host.attachShadow({ mode: "open" });
const sheet = new CSSStyleSheet(); // a policy against inline styles has nothing against it
sheet.replaceSync(STYLE);
shadow.adoptedStyleSheets = [sheet];

const button = document.createElement("button");
const panel = document.createElement("section");
button.type = "button";
button.textContent = brand.words[spoken];
button.lang = spoken;
panel.hidden = true;
panel.setAttribute("role", "dialog");
panel.setAttribute("aria-label", brand.name);
button.setAttribute("aria-haspopup", "dialog");
shadow.append(button, panel);
let frame;

const focusWords = () => {
  frame.focus();
  frame.contentWindow.postMessage("tripintent:open", origin);
};

// The chat is loaded when it is opened first: the page that carries it is not slowed down.
button.addEventListener("click", () => {
  panel.hidden = false;
  button.hidden = true;
  if (frame) return focusWords();
  frame = document.createElement("iframe");
  frame.title = brand.words[spoken];
  frame.src = `${origin}/widget?language=${spoken}`;
  frame.addEventListener("load", focusWords);
  panel.append(frame);
  frame.focus();
});

window.addEventListener("message", (event) => {
  if (event.origin !== origin || event.source !== frame?.contentWindow || event.data !== "tripintent:close") return;
  panel.hidden = true;
  button.hidden = false;
  button.focus();
});

const show = () => document.body.append(host);
if (document.body) show();
else document.addEventListener("DOMContentLoaded", show);
