// The components of the page. /gallery shows each of them; components.css holds how they look.

import { Fragment, createElement, render } from "./preact.js";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./preact-hooks.js";
import htm from "./htm.js";
import { replyWords, say, simulatedNote } from "./language.js";
import { airport, dayOfYear, duration, money, stopsOf, wallTime } from "./words.js";

export const html = htm.bind(createElement);
export { Fragment, render, useEffect, useLayoutEffect, useMemo, useRef, useState };

const ICONS = {
  plane: "M21 3 3 10.5l6.5 3L21 3Zm0 0-7.5 18-4-7.5", bed: "M3 18v-7h18v7M3 11V6h8v5M3 16h18", alert: "M12 3 2 20h20L12 3Zm0 7v4m0 3v.01",
  menu: "M4 6h16M4 12h16M4 18h16", close: "M6 6l12 12M18 6 6 18", plus: "M12 5v14M5 12h14", send: "M12 20V5m-6 6 6-6 6 6", stop: "M7 7h10v10H7z",
  check: "m5 12 5 5L20 6", copy: "M9 9h11v11H9zM5 15H4V4h11v1", calendar: "M4 6h16v14H4zM4 10h16M8 3v5m8-5v5", file: "M6 3h8l4 4v14H6zM14 3v5h5",
  mail: "M3 6h18v12H3zM3 7l9 6 9-6", data: "M8 6 3 12l5 6m8-12 5 6-5 6", undo: "M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-3", map: "M9 4 3 6v14l6-2 6 2 6-2V4l-6 2-6-2Zm0 0v14m6-12v14",
  swap: "M7 4 3 8l4 4M3 8h13m1 12 4-4-4-4m4 4H8", clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 5v4l3 2", edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4", list: "M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01",
  purse: "M3 7h16v12H3zM3 7l12-4v4m4 4h-4a2 2 0 0 0 0 4h4", lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3", spot: "M12 21s7-6.5 7-11a7 7 0 1 0-14 0c0 4.5 7 11 7 11Zm0-8.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
};

export const Icon = ({ name }) => html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

// `kind`: primary, quiet, danger, or nothing; `label` names a button that shows less than that, or an icon alone.
export function Button({ kind = "", icon, label, small, children, ...rest }) {
  const alone = icon && !children;
  return html`<button type="button" class=${`btn ${kind} ${alone ? "icon" : ""} ${small ? "small" : ""}`} aria-label=${label} title=${alone ? label : null} ...${rest}>
    ${icon && html`<${Icon} name=${icon} />`}${children}</button>`;
}

export const Badge = ({ kind = "", children }) => html`<span class=${`badge ${kind}`}>${children}</span>`;

export const Banner = ({ kind = "", icon, children, ...rest }) =>
  html`<div class=${`banner ${kind}`} ...${rest}>${icon && html`<${Icon} name=${icon} />`}${children}</div>`;

export const Card = ({ kind = "", title, aside, children, ...rest }) => html`<section class=${`card ${kind}`} ...${rest}>
  ${title && html`<header><h3>${title}</h3>${aside}</header>`}${children}</section>`;

// The whole price large, and below it what one person pays, as replies say it.
export function Price({ total, each }) {
  const whole = each && Math.round(total.amount * 1000) % Math.round(each.amount * 1000) === 0;
  const share = each && replyWords("heard", whole ? "each" : "about_each").replace("{0}", money(each));
  return html`<span class=${money(total).length > 9 ? "price long" : "price"}>${money(total)}</span>${share && html`<span class="each">${share}</span>`}`;
}

// A flight as a line in time: leaves, what is in between, lands.
// `lean` names the cities instead of the airlines; `undated` leaves out the day, where it is said above, and `told` how long it takes.
export function Flight({ flight, places = {}, lean = false, undated = false, told = false }) {
  const between = stopsOf(flight);
  const [from, to] = [flight.route[0], flight.route.at(-1)].map((at) => airport(at, places));
  return html`<div class="leg">
    <p>${!undated && html`<b>${dayOfYear(flight.depart_at)}</b> · `}${lean ? `${from} – ${to}` : flight.airlines.join(", ")}</p>
    <div class="timeline">
      <span class="end"><b>${wallTime(flight.depart_at)}</b><small>${from}</small></span>
      <span class="how">${!told && html`<span class="once">${duration(flight.minutes)}</span>`}<i>${between.map((_, n) => html`<b style=${{ left: `${(100 * (n + 1)) / (between.length + 1)}%` }} />`)}</i>${!between.length && !told && say("nonstop")}</span>
      <span class="end"><b>${wallTime(flight.arrive_at)}${flight.days_later > 0 && html`<sup>+${flight.days_later}</sup>`}</b><small>${to}</small></span>
      ${between.length > 0 && html`<span class="via">${between.map((one) => `${airport(one.at, places)} ${duration(one.minutes)}`).join(" · ")}</span>`}
    </div></div>`;
}

// Signs of what is there and what is missing, which many fonts do not have; the words say it as well.
const plain = (text) => text.replace(/[✅❌☐] ?/gu, "").replaceAll("☑", "✓");

// Lines that begin with a dash are a list. That everything is invented is said by the banner.
export function Words({ text }) {
  const said = plain(text).split("\n").filter((line) => line !== simulatedNote()).join("\n").trim();
  const parts = said.split(/((?:^- .*(?:\n|$))+)/m).filter((part) => part.trim());
  return parts.length > 0 && html`<div class="words">${parts.map((part) => (part.startsWith("- ")
    ? html`<ul>${part.trim().split("\n").map((line) => html`<li>${line.slice(2)}</li>`)}</ul>`
    : part.replace(/\n$/, "")))}</div>`;
}

export const Stages = ({ stages, at }) => html`<ol class="stages">${stages.map((words, n) =>
  html`<li class=${n <= at ? "done" : ""} aria-current=${n === at ? "step" : null}>${words}</li>`)}</ol>`;

// A chip that sets something has `on`; one that only does something has none.
export const Chip = ({ on, count, children, ...rest }) => html`<button type="button" class="chip" aria-pressed=${on === undefined ? null : String(on)} ...${rest}>
  ${children}${count !== undefined && html` <span class="count">${count}</span>`}</button>`;

export const Skeleton = ({ count = 1 }) => Array.from({ length: count }, () =>
  html`<div class="card skeleton" aria-hidden="true"><i /><i /><i /><i /></div>`);

// A dialog; `place` is side, left or middle. Escape, the button and a click beside it close it.
export function Sheet({ title, place = "side", onClose, footer, children }) {
  const dialog = useRef();
  useEffect(() => { // the way back of the browser closes it, and leaves what is behind it
    dialog.current.showModal();
    if (!history.state?.sheet) history.pushState({ sheet: true }, "");
    const back = () => dialog.current?.close();
    window.addEventListener("popstate", back);
    return () => window.removeEventListener("popstate", back);
  }, []);
  const closed = (event) => {
    if (history.state?.sheet) history.back();
    onClose(event);
  };
  const beside = (event) => event.target === dialog.current && dialog.current.close();
  return html`<dialog ref=${dialog} class=${`sheet ${place}`} aria-label=${title} onClose=${closed} onClick=${beside}>
    <div class="head"><h2>${title}</h2><${Button} icon="close" kind="quiet" label=${say("close")} onClick=${() => dialog.current.close()} /></div>
    <div class="inside">${children}</div>${footer && html`<div class="foot">${footer}</div>`}</dialog>`;
}

// Columns beside each other; the cells that are best in a row, by what each is `worth`, are marked. A table that is wider than its place says so.
const better = (worth, n) => worth[n] === Math.max(...worth) && worth.some((one) => one !== worth[n]);

export function Table({ caption, label, head, rows }) {
  const box = useRef();
  const [more, setMore] = useState(false);
  const look = () => { // an event may come after the table has gone
    const wide = box.current;
    if (wide) setMore(wide.scrollWidth - wide.clientWidth - wide.scrollLeft > 1);
  };
  useEffect(() => {
    const watch = new ResizeObserver(look);
    for (const one of [box.current, box.current.firstChild]) watch.observe(one);
    return () => watch.disconnect();
  }, []);
  return html`<div class=${`table ${more ? "more" : ""}`}>${more && html`<p class="each">${say("scrolls_on")} →</p>`}<div class="wide" ref=${box} tabindex="0" role="region" aria-label=${label} onScroll=${look}><table><caption><div>${caption}</div></caption>
    <thead><tr><td></td>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
    <tbody>${rows.map(({ name, cells, worth = [] }) => html`<tr><th scope="row">${name}</th>${cells.map((cell, n) =>
      cell !== "–" && better(worth, n) ? html`<td class="better"><${Icon} name="check" /> ${cell}</td>` : html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div></div>`;
}

export function Copy({ code }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return html`<${Button} small kind="quiet" icon=${copied ? "check" : "copy"} label=${say("copy", { code })} onClick=${copy} /><span class="unseen" role="status">${copied ? say("copied") : ""}</span>`;
}

export const Locator = ({ code }) => html`<span class="locator"><code>${code}</code><${Copy} code=${code} /></span>`;
