// Who reads what is written. The server says it here (app/http/branding.py): a language model, or the guide, which reads plain English.

export const { reader, examples } = { reader: "model", examples: [] };
