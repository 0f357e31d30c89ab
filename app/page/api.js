// Talking to the server: JSON, refusals in words, and streams.

import { refusal, say, tag } from "./language.js";

const TOKEN = document.documentElement.hasAttribute("data-embedded") ? "guest-token" : "trips-token";
export const signedIn = () => Boolean(sessionStorage.getItem(TOKEN));

export class Refusal extends Error {
  constructor(problem) {
    super(refusal(problem.title, problem.detail));
    this.status = problem.status;
    this.code = problem.title;
  }
}

export async function get(path, { etag } = {}) {
  const response = await call(path, { headers: etag ? { "if-none-match": etag } : {} });
  if (response.status === 304) return { unchanged: true };
  return { body: await response.json(), etag: response.headers.get("etag") };
}

export async function text(path) {
  return (await call(path)).text();
}

// A file with the name that the server gives it.
export async function blob(path) {
  const response = await call(path);
  return { content: await response.blob(), name: /filename="(.+)"/.exec(response.headers.get("content-disposition"))?.[1] };
}

export async function post(path, body = {}) {
  return (await call(path, posting(body))).json();
}

// A file, sent as it is.
export async function upload(path, file) {
  return (await call(path, { method: "POST", body: file, headers: { "content-type": file.type || "application/octet-stream" } })).json();
}

export async function put(path, body) {
  return { body: await (await call(path, { ...posting(body), method: "PUT" })).json() };
}

export const del = (path) => call(path, { method: "DELETE" });

// Forgets the token of this tab, and everything that was read with it.
export function signOut() {
  sessionStorage.clear();
  location.replace("/");
}

// Sends a command and hands each event of the answer to who is named like it in `on`.
export async function stream(path, body, on) {
  const response = await call(path, posting(body, { accept: "text/event-stream" }));
  for await (const [name, data] of events(response.body)) {
    if (name === "problem") throw new Refusal(data);
    on[name]?.(data);
  }
}

function posting(body, headers = {}) {
  return { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
}

async function call(path, options = {}) {
  const token = sessionStorage.getItem(TOKEN);
  const headers = { "accept-language": tag(), ...options.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(path, { ...options, headers, cache: "no-store" });
  if (response.status === 401) {
    if (token === sessionStorage.getItem(TOKEN)) await signIn(Boolean(token)); // another call may have asked meanwhile
    return call(path, options);
  }
  if (!response.ok && response.status !== 304) throw new Refusal(await problemOf(response));
  return response;
}

async function problemOf(response) {
  try {
    return await response.json();
  } catch {
    return { status: response.status, title: "http", detail: say("server_answered", { status: response.status }) };
  }
}

let signingIn;
let asking = async () => {};

// `ask` is what asks a person for their token and returns it; it is told whether the last one was wrong.
export function askWith(ask) {
  asking = ask;
}

export function signIn(wrong) {
  signingIn ??= asking(wrong).then((token) => {
    sessionStorage.setItem(TOKEN, token.trim());
    signingIn = undefined;
  });
  return signingIn;
}

async function* events(body) {
  let rest = "";
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (rest + value).split("\n\n");
    rest = frames.pop();
    for (const frame of frames) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/s.exec(frame) || [];
      if (name) yield [name, JSON.parse(data)];
    }
  }
}
