// Demand against capacity, and cost, over the same stretch of time as the timeline.

import { el, fill } from './dom.js';
import { clockOf, isBytes, money, number, resourceName, ticks } from './format.js';
import { colours, onThemeChange } from './theme.js';
import { EDGE, GUTTER } from './view.js';

const GIB = 1024 ** 3;
const MOST_TYPES = 6;
const READY = ['running', 'idle', 'draining'];

/** Capacity of one resource by node type, largest first, and what is used, wanted and cannot be served. */
export function demandSeries(model, resource) {
  const s = model.samples;
  const amounts = s.resources.get(resource);
  const each = new Map((model.status?.node_types ?? model.meta.node_types ?? []).map((type) => [type.name, type.resources?.[resource] ?? 0]));
  const scale = isBytes(resource) ? 1 / GIB : 1;
  const total = amounts.of('total');
  let parts = [...s.types].map(([name, series]) => {
    const size = (each.get(name) ?? 0) * scale;
    return { name, values: s.t.map((_, i) => size * READY.reduce((sum, state) => sum + series.of(state)[i], 0)) };
  }).filter((part) => part.values.some((v) => v > 0));
  parts.sort((a, b) => Math.max(...b.values.slice(-2000)) - Math.max(...a.values.slice(-2000)));
  const rest = parts.splice(MOST_TYPES - 1);
  const left = s.t.map((_, i) => Math.max(0, total[i] * scale - parts.reduce((sum, p) => sum + p.values[i], 0)));
  if (left.some((v, i) => v > total[i] * scale * 0.01 + 1e-9)) parts.push({ name: rest.length || !parts.length ? (parts.length ? 'other types' : 'capacity') : 'other', values: left });
  const used = amounts.of('used').map((v) => v * scale);
  const wanted = amounts.of('pending').map((v, i) => used[i] + v * scale);
  const unserved = amounts.of('unserved').map((v) => v * scale);
  return { t: s.t, parts, used, wanted, unserved };
}

class Chart {
  constructor(view, height) {
    this.view = view;
    this.height = height;
    this.plot = null;
    this.box = el('div', { class: 'plot' });
    this.readout = el('ul', { class: 'readout' });
    this.empty = el('p', { class: 'empty', hidden: true });
    view.on(() => this.follow());
    onThemeChange(() => this.build());
    new ResizeObserver(() => this.plot?.setSize({ width: this.box.clientWidth, height: this.height })).observe(this.box);
  }

  options(series, format) {
    const c = colours();
    const grid = { stroke: c.line, width: 1 };
    return {
      width: this.box.clientWidth || 600,
      height: this.height,
      padding: [10, EDGE, 0, 0],
      legend: { show: false },
      cursor: {
        y: false, points: { size: 6 },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => this.view.last(null) },
      },
      scales: { x: { time: false, range: () => [this.view.from, this.view.to] }, y: { range: (_, low, high) => [0, (high || 1) * 1.12] } },
      axes: [
        { size: 26, stroke: c.dim, grid, ticks: { show: false }, font: '11px system-ui, sans-serif',
          splits: () => this.ticks().at.filter((t) => t < this.view.to - (this.view.to - this.view.from) * 0.03), values: (_, at) => at.map((t) => this.clock(t, this.ticks().step < 60, this.ticks().step >= 43200)) },
        { size: GUTTER, stroke: c.dim, grid, ticks: { show: false }, font: '11px system-ui, sans-serif', values: (_, at) => at.map(format) },
      ],
      series: [{}, ...series],
      hooks: {
        setCursor: [(u) => { if (this.hovered) this.view.point(u.cursor.left >= 0 ? u.posToVal(u.cursor.left, 'x') : null); }],
        setSelect: [(u) => {
          if (u.select.width > 3) this.view.show(u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x'));
          u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
        }],
        draw: [(u) => this.veil(u)],
        ready: [(u) => {
          u.over.addEventListener('pointerenter', () => { this.hovered = true; });
          u.over.addEventListener('pointerleave', () => { this.hovered = false; this.view.point(null); });
        }],
      },
    };
  }

  ticks() {
    const width = (this.box.clientWidth || 600) - GUTTER - EDGE;
    return ticks(this.view.from, this.view.to, width, 80, this.origin ?? undefined);
  }

  veil(u) {
    if (this.view.cut === null) return;
    const x = Math.max(u.bbox.left, u.valToPos(this.view.cut, 'x', true));
    u.ctx.fillStyle = colours().veil;
    u.ctx.fillRect(x, u.bbox.top, Math.max(0, u.bbox.left + u.bbox.width - x), u.bbox.height);
  }

  setModel(model) {
    this.model = model;
    this.origin = model.meta.mode === 'simulated' ? model.start : null;
    this.clock = clockOf(this.origin);
  }

  put(key, series, data, format) {
    if (this.plot && this.key === key) {
      this.plot.setData(data, false);
      this.plot.redraw(true, true);
    } else {
      this.plot?.destroy();
      this.key = key;
      this.plot = new uPlot(this.options(series, format), data, this.box);
    }
    this.follow();
  }

  build() {
    this.key = null;
    if (this.model) this.update(this.model);
  }

  follow() {
    const u = this.plot;
    if (!u) return;
    if (u.scales.x.min !== this.view.from || u.scales.x.max !== this.view.to) u.setScale('x', { min: this.view.from, max: this.view.to });
    else if (this.view.cut !== this.drawnCut) u.redraw(false, false);
    this.drawnCut = this.view.cut;
    if (!this.hovered) {
      const t = this.view.cursor;
      u.setCursor(t === null ? { left: -10, top: -10 } : { left: u.valToPos(t, 'x'), top: 10 }, false);
    }
    this.read(this.model.sampleIndex(this.view.cursor ?? this.view.cut ?? this.model.end));
  }

  show(empty) {
    this.empty.hidden = !empty;
    this.empty.textContent = empty;
    this.box.hidden = this.readout.hidden = Boolean(empty);
    if (empty) {
      this.plot?.destroy();
      this.plot = null;
    }
    return !empty;
  }

  items(list) {
    fill(this.readout, list.map((i) => i.join('\u0001')).join('\u0002'), () =>
      list.map(([kind, colour, name, value]) => {
        const key = el('span', { class: `key ${kind}`, 'aria-hidden': 'true' });
        key.style.color = colour;
        return el('li', {}, key, el('span', { class: 'dim' }, name), el('strong', {}, value));
      }));
  }
}

export class DemandChart extends Chart {
  constructor(view) {
    super(view, 230);
    this.resource = null;
    this.choice = el('div', { class: 'choice', role: 'group', 'aria-label': 'Resource' });
    this.element = el('section', { class: 'card chart', 'aria-label': 'Demand against capacity' },
      el('header', {}, el('h2', {}, 'Demand and capacity'), this.choice), this.readout, this.box, this.empty);
  }

  update(model) {
    this.setModel(model);
    const names = [...model.samples.resources.keys()].filter((n) => !n.startsWith('node:') && !n.startsWith('accelerator_type:'));
    names.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    if (!this.show(names.length ? '' : model.isLive ? 'No samples yet: the first comes within ten seconds of the autoscaler’s start.' : 'No samples were recorded.')) return;
    if (!names.includes(this.resource)) this.resource = names[0];
    fill(this.choice, `${names}|${this.resource}`, () => names.map((name) => el('button', {
      type: 'button', 'aria-pressed': String(name === this.resource),
      onclick: () => { this.resource = name; this.update(this.model); this.choice.querySelector('[aria-pressed=true]')?.focus(); },
    }, resourceName(name))));
    const c = colours();
    const d = demandSeries(model, this.resource);
    const step = uPlot.paths.stepped({ align: 1 });
    const sums = [];
    d.parts.forEach((part, p) => sums.push(part.values.map((v, i) => v + (p ? sums[p - 1][i] : 0))));
    const areas = d.parts.map((part, p) => ({ label: part.name, fill: c.series[p % c.series.length], stroke: c.card, width: 1, paths: step, points: { show: false } }));
    const line = (label, stroke, more) => ({ label, stroke, width: 2, paths: step, points: { show: false }, ...more });
    this.data = d;
    const hopeless = d.unserved.some((v) => v > 0);
    this.put(`${this.resource}|${d.parts.map((p) => p.name)}|${hopeless}`, [
      ...areas.reverse(),
      line('in use', c.accent),
      line('wanted', c.wanted),
      ...(hopeless ? [line('cannot be served', c.bad, { dash: [6, 4] })] : []),
    ], [d.t, ...sums.reverse(), d.used, d.wanted, ...(hopeless ? [d.unserved] : [])], (v) => number(v));
    this.follow();
  }

  read(index) {
    if (index < 0 || !this.data) return;
    const c = colours();
    const unit = isBytes(this.resource) ? ' GiB' : '';
    const d = this.data;
    const all = d.parts.reduce((sum, p) => sum + p.values[index], 0);
    const items = [
      ['line', c.accent, 'in use', `${number(d.used[index])}${unit}`],
      ['line', c.wanted, 'wanted', `${number(d.wanted[index])}${unit}`],
      ['none', c.text, 'capacity', `${number(all)}${unit}`],
      ...d.parts.map((p, i) => ['area', c.series[i % c.series.length], p.name, `${number(p.values[index])}${unit}`]),
    ];
    if (d.unserved.some((v) => v > 0)) items.splice(2, 0, ['dashed', c.bad, 'cannot be served', `${number(d.unserved[index])}${unit}`]);
    this.items(items);
  }
}

function rank(resource) {
  const at = ['CPU', 'GPU', 'TPU', 'memory'].indexOf(resource);
  return at >= 0 ? at : resource === 'object_store_memory' ? 99 : 10;
}

export class CostChart extends Chart {
  constructor(view) {
    super(view, 150);
    this.element = el('section', { class: 'card chart', 'aria-label': 'Cost' }, el('header', {}, el('h2', {}, 'Cost')), this.readout, this.box, this.empty);
  }

  update(model) {
    this.setModel(model);
    const s = model.samples;
    const known = s.perHour.some((v) => v !== null);
    if (!this.show(known ? '' : 'No prices are known. Where your provider has none, `price_per_hour` of a node type sets one.')) return;
    const c = colours();
    this.put('cost', [{ label: '$ per hour', stroke: c.cost, fill: `${c.cost}33`, width: 2, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
      [s.t, s.perHour], (v) => `$${number(v)}`);
    this.follow();
  }

  read(index) {
    if (index < 0) return;
    const c = colours();
    this.items([['area', c.cost, 'per hour', money(this.model.samples.perHour[index])], ['none', c.text, 'so far', money(this.model.samples.spent[index])]]);
  }
}

/** A small picture without axes, for cards: how many nodes were ready. */
export function sparkline(model) {
  const canvas = el('canvas', { class: 'spark', 'aria-hidden': 'true' });
  const s = model.samples;
  const draw = () => {
    const width = canvas.clientWidth || 240;
    const height = 44;
    const scale = devicePixelRatio || 1;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const pen = canvas.getContext('2d');
    pen.scale(scale, scale);
    const ready = s.t.map((_, i) => [...s.types.values()].reduce((sum, type) => sum + READY.reduce((n, state) => n + type.of(state)[i], 0), 0));
    if (ready.length < 2) return;
    const most = Math.max(1, ...ready);
    const first = s.t[0];
    const length = s.t.at(-1) - first || 1;
    const c = colours();
    pen.beginPath();
    pen.moveTo(0, height);
    ready.forEach((n, i) => {
      const x = ((s.t[i] - first) / length) * width;
      const y = height - 2 - (n / most) * (height - 6);
      if (i) pen.lineTo(x, height - 2 - (ready[i - 1] / most) * (height - 6));
      pen.lineTo(x, y);
    });
    pen.lineTo(width, height);
    pen.closePath();
    pen.fillStyle = `${c.accent}2e`;
    pen.fill();
    pen.strokeStyle = c.accent;
    pen.lineWidth = 1.5;
    pen.stroke();
  };
  requestAnimationFrame(draw);
  onThemeChange(draw);
  return canvas;
}

