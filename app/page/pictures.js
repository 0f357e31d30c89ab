// The pictures of a trip: they come from the server as SVG, with their text alternatives.

import { Refusal, text } from "./api.js";
import { byId, fill, picture } from "./dom.js";
import { tag } from "./language.js";

let shown = "";

export function forgetPictures() {
  shown = "";
  byId("pictures").hidden = true;
}

// `base` is the address of the thread. Nothing is fetched while nothing that is drawn has changed.
export async function drawPictures(base, trip) {
  const key = JSON.stringify([base, tag(), trip.route, trip.first_day, trip.ranked, trip.selected_bundle_id]);
  if (key === shown) return;
  shown = key;
  const wanted = { route: trip.route.length > 0, "price-time": trip.ranked > 1 };
  const drawn = await Promise.all(Object.entries(wanted).map(([name, yes]) => draw(base, name, yes)));
  byId("pictures").hidden = !drawn.some(Boolean);
}

async function draw(base, name, wanted) {
  let svg = null;
  try {
    svg = wanted ? picture(await text(`${base}/pictures/${name}.svg`)) : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  fill(byId(`picture-${name}`), svg);
  return svg;
}
