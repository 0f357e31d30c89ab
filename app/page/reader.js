// Who reads what is written, a language model or the guide, which reads plain English; the money of countries; and where a host signs people in and out.
// The server says it here (app/http/branding.py).
export const { reader, money, signInAt, signOutAt } = { reader: "model", money: {}, signInAt: "", signOutAt: "" };
