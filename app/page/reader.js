// Who reads what is written, a language model or the guide, which reads plain English; and where a host signs people in and out.
// The server says it here (app/http/branding.py).
export const { reader, examples, signInAt, signOutAt } = { reader: "model", examples: [], signInAt: "", signOutAt: "" };
