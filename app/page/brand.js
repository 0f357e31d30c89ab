// Whose page this is. The server puts an organisation here where it opens its desk (app/http/assets.py).

export const brand = { name: "tripintent", desk: false, stay: false, welcome: {}, examples: [] };
