// Asking who is there, on a server with several users.

import { html, useEffect, useRef, useState } from "./ui.js";
import { askWith } from "./api.js";
import { say } from "./language.js";

let show = () => {};
let answered = () => {};

askWith(() => new Promise((resolve) => {
  answered = resolve;
  show(true);
}));

export function SignIn() {
  const [open, setOpen] = useState(false);
  const dialog = useRef();
  show = setOpen;
  useEffect(() => { if (open) dialog.current.showModal(); }, [open]);
  const close = (event) => {
    setOpen(false);
    answered(new FormData(event.target.querySelector("form")).get("token") ?? "");
  };
  return open && html`<dialog ref=${dialog} class="sheet middle small" aria-labelledby="sign-in-title" onClose=${close}>
    <form method="dialog" class="inside"><h2 id="sign-in-title">${say("sign_in")}</h2>
      <div class="field"><label for="token">${say("your_token")}</label><input id="token" name="token" type="password" autocomplete="current-password" required /></div>
      <button type="submit" class="btn primary">${say("sign_in")}</button></form></dialog>`;
}
