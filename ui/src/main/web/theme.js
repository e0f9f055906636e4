// Colours come from the style sheet; a canvas has to ask for them, and again when the reader changes from light to dark.

import { STATES } from './model.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
let cached = null;

export function colours() {
  if (cached) return cached;
  const style = getComputedStyle(document.documentElement);
  const read = (name) => style.getPropertyValue(name).trim();
  const states = {};
  for (const state of STATES) states[state] = read(`--state-${state}`);
  cached = {
    states,
    text: read('--text'), dim: read('--dim'), line: read('--line'), card: read('--card'), accent: read('--accent'),
    wanted: read('--wanted'), bad: read('--bad'), veil: read('--veil'), preempt: read('--preempt'), cost: read('--cost'),
    series: [1, 2, 3, 4, 5, 6].map((i) => read(`--series-${i}`)),
    patterns: new Map(),
  };
  return cached;
}

export function onThemeChange(listener) {
  dark.addEventListener('change', () => {
    cached = null;
    listener();
  });
}

/** Some states are hatched, so that they can be told apart without colour. */
export function fillOf(context, state) {
  const c = colours();
  const hatch = { idle: [6, 1], draining: [6, 2], ending: [5, 1], asked: [4, 1], failed: [4, 2], stopped: [8, 2] }[state];
  if (!hatch) return c.states[state];
  if (!c.patterns.has(state)) {
    const [size, width] = hatch;
    const tile = document.createElement('canvas');
    tile.width = tile.height = size;
    const pen = tile.getContext('2d');
    pen.fillStyle = c.states[state];
    pen.fillRect(0, 0, size, size);
    pen.strokeStyle = c.card;
    pen.globalAlpha = 0.55;
    pen.lineWidth = width;
    pen.beginPath();
    const falling = state === 'draining' || state === 'failed';
    for (const shift of [-size, 0, size]) {
      pen.moveTo(shift - 1, falling ? -1 : size + 1);
      pen.lineTo(shift + size + 1, falling ? size + 1 : -1);
    }
    pen.stroke();
    c.patterns.set(state, context.createPattern(tile, 'repeat'));
  }
  return c.patterns.get(state);
}
