import { smallPng, type Colour } from './small-png.js';

const WIDTH = 640;
const HEIGHT = 360;
const MIDDLE = 420;
const HORIZON = 270;
const LAMP = { top: 70, bottom: 95 };
const STRIPE = 44;

const SEA: Colour = [24, 62, 92];
const LIGHT: Colour = [255, 226, 138];
const RED: Colour = [190, 54, 48];
const WHITE: Colour = [244, 240, 232];

/** A lighthouse at dusk, in the format of a film. */
export function lighthouse(): Buffer {
  return smallPng(WIDTH, HEIGHT, (x, y) => towerAt(Math.abs(x - MIDDLE), y) ?? beamAt(x, y) ?? landscapeAt(y));
}

/** It is wider further down. */
function towerAt(fromMiddle: number, y: number): Colour | undefined {
  const { top, bottom } = LAMP;
  if (y < top || y > HORIZON || fromMiddle > 14 + (y - top) / 14) return undefined;
  if (y < bottom) return LIGHT;
  return Math.floor((y - bottom) / STRIPE) % 2 === 0 ? RED : WHITE;
}

/** To the left, over the sea. */
function beamAt(x: number, y: number): Colour | undefined {
  const away = MIDDLE - x;
  const lampHeight = (LAMP.top + LAMP.bottom) / 2;
  return away > 0 && Math.abs(y - lampHeight) < 6 + away / 8 ? LIGHT : undefined;
}

function landscapeAt(y: number): Colour {
  return y > HORIZON ? SEA : [40 + y / 2, 66 + y / 3, 110 + y / 8];
}
