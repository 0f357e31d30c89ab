// Asking who is there, on a server with several users.

import { html, Banner, useEffect, useRef, useState } from "./ui.js";
import { askWith } from "./api.js";
import { say } from "./language.js";
import { signInAt } from "./reader.js";

let show = () => {};
let answered = () => {};

// A host's own sign-in takes the place of the dialog; it leads back to where one was.
askWith((wrong) => new Promise((resolve) => {
  if (signInAt) return location.assign(`${signInAt}${signInAt.includes("?") ? "&" : "?"}next=${encodeURIComponent(location.href)}`);
  answered = resolve;
  show(wrong ? "wrong" : "first");
}));

export function SignIn() {
  const [open, setOpen] = useState("");
  const dialog = useRef();
  show = setOpen;
  useEffect(() => { if (open) dialog.current.showModal(); }, [open]);
  const close = (event) => {
    setOpen("");
    answered(new FormData(event.target.querySelector("form")).get("token") ?? "");
  };
  return open && html`<dialog ref=${dialog} class="sheet middle small" aria-labelledby="sign-in-title" onClose=${close}>
    <form method="dialog" class="inside"><h2 id="sign-in-title">${say("sign_in")}</h2>
      <div role="alert">${open === "wrong" && html`<${Banner} kind="bad" icon="alert">${say("wrong_token")}<//>`}</div>
      <div class="field"><label for="token">${say("your_token")}</label><input id="token" name="token" type="password" autocomplete="current-password" required /></div>
      <button type="submit" class="btn primary">${say("sign_in")}</button></form></dialog>`;
}
