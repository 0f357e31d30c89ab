// Countdowns by the server's clock.

import { html, useEffect, useState } from "./ui.js";
import { say } from "./language.js";
import { announce, serverNow } from "./store.js";
import { left } from "./words.js";

export const SOON = 5 * 60_000;

// How many milliseconds are left until a moment, counted on by the second; below zero it is over.
export function useLeft(until) {
  const [rest, setRest] = useState(new Date(until) - serverNow());
  useEffect(() => {
    const count = () => setRest(new Date(until) - serverNow());
    count();
    const timer = setInterval(count, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return rest;
}

const told = new Set(); // what has run out is read out once

export function Countdown({ until, bare = false }) {
  const rest = useLeft(until);
  useEffect(() => {
    if (rest > 0 || told.has(until)) return;
    told.add(until);
    announce(say("ran_out"));
  }, [rest > 0]);
  const words = rest <= 0 ? say("over") : bare ? left(rest) : say("left", { time: left(rest) });
  return html`<span class=${`countdown ${rest < SOON ? "soon" : ""}`}>${words}</span>`;
}
