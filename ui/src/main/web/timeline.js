// The lives of all nodes on one canvas. Only rows in view are drawn, one fill per state.

import { el, fill } from './dom.js';
import { clockOf, number, plural, span, ticks } from './format.js';
import { STATES, stateWords } from './model.js';
import { HEADING, Rows, counts } from './rows.js';
import { colours, fillOf } from './theme.js';
import { EDGE, GUTTER } from './view.js';

const AXIS = 24;

export class Timeline {
  constructor(view, onOpen) {
    this.view = view;
    this.onOpen = onOpen;
    this.rows = new Rows();
    this.model = null;
    this.chosen = null;
    this.axis = el('canvas', { class: 'timeline-axis', 'aria-hidden': 'true' });
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.buttons = el('div', { class: 'groups' });
    this.content = el('div', { class: 'timeline-content' }, this.canvas, this.buttons);
    this.scroller = el('div', {
      class: 'timeline-scroll', tabindex: '0', role: 'group',
      'aria-label': 'Timeline of nodes. Arrow keys choose a node and its spans, Enter opens it, plus and minus zoom.',
    }, this.content);
    this.tip = el('div', { class: 'tip', hidden: true, role: 'tooltip' });
    this.voice = el('p', { class: 'sr-only', 'aria-live': 'polite' });
    this.element = el('div', { class: 'timeline' }, this.axis, this.scroller, this.tip, this.voice);
    this.listen();
    view.on(() => this.draw());
    new ResizeObserver(() => this.view.changed()).observe(this.scroller);
  }

  show(model) {
    this.model = model;
    this.clock = clockOf(model.meta.mode === 'simulated' ? model.start : null);
    this.lay();
    this.view.changed();
  }

  lay() {
    const { from, to } = this.view;
    this.laid = { from, to };
    this.rows.lay(this.model, from, to);
    this.content.style.height = `${this.rows.height}px`;
    this.showGroups();
  }

  /** Small movements keep their rows. */
  layIfMoved() {
    const { from, to } = this.view;
    const slack = (to - from) / 50;
    if (Math.abs(this.laid.from - from) > slack || Math.abs(this.laid.to - to) > slack) this.lay();
  }

  showGroups() {
    const now = this.view.cut ?? this.model.end;
    const labels = this.rows.groups.map((group) => {
      const alive = group.lives.filter((life) => life.from <= now && (life.gone === null || life.gone > now)).length;
      return { group, text: `${group.type || 'no type'}${group.head ? ' (head)' : ''}`, more: `${number(alive)} now, ${number(group.lives.length)} shown` };
    });
    fill(this.buttons, labels.map((l) => `${l.group.key}${l.group.top}${l.group.folded}${l.more}`).join('|'), () =>
      labels.map(({ group, text, more }) => {
        const button = el('button', { type: 'button', class: 'group', 'aria-expanded': String(!group.folded) },
          el('span', { class: 'fold', 'aria-hidden': 'true' }, group.folded ? '▸' : '▾'),
          el('strong', {}, text), el('span', { class: 'dim' }, more));
        button.style.top = `${group.top}px`;
        button.addEventListener('click', () => {
          this.rows.fold(group.key, !group.folded);
          this.show(this.model);
          this.buttons.children[this.rows.groups.indexOf(group)]?.focus();
        });
        return button;
      }));
  }

  get width() {
    return this.scroller.clientWidth;
  }

  x(t) {
    return GUTTER + ((t - this.view.from) / (this.view.to - this.view.from)) * (this.width - GUTTER - EDGE);
  }

  time(x) {
    return this.view.from + ((x - GUTTER) / (this.width - GUTTER - EDGE)) * (this.view.to - this.view.from);
  }

  draw() {
    if (!this.model || !this.width) return;
    this.layIfMoved();
    const c = colours();
    const top = this.scroller.scrollTop;
    const height = Math.min(this.scroller.clientHeight, this.rows.height || 1);
    const pen = prepare(this.canvas, this.width, height);
    const end = this.view.cut ?? this.model.end;
    this.grid(pen, height, c);
    pen.save();
    pen.beginPath();
    pen.rect(GUTTER, 0, this.width - GUTTER - EDGE + 1, height);
    pen.clip();
    const marks = [];
    const bars = STATES.map(() => []);
    for (const group of this.rows.groups) {
      if (group.top > top + height || group.top + group.height < top) continue;
      if (group.folded) this.strip(pen, group, top);
      else this.bars(group, top, height, end, bars, marks);
      for (const mark of this.model.typeMarks.get(group.type) ?? []) {
        if (!group.head) marks.push({ ...mark, y: group.top - top + HEADING - 8 });
      }
    }
    bars.forEach((list, index) => {
      if (!list.length) return;
      pen.fillStyle = fillOf(pen, STATES[index]);
      for (const [x, y, w, h] of list) pen.fillRect(x, y, w, h);
    });
    if (this.rows.size >= 12) this.names(pen, top, height, end, c);
    if (this.chosen) this.outline(pen, top, c);
    this.marks(pen, marks, end, c);
    if (this.view.cut !== null) {
      pen.fillStyle = c.veil;
      pen.fillRect(this.x(end), 0, this.width, height);
    }
    pen.restore();
    this.cursor(pen, height, c);
    this.drawAxis(c);
    this.announceCanvas();
  }

  bars(group, top, height, end, bars, marks) {
    const size = this.rows.size;
    const thick = size >= 6 ? size - 2 : size - (size > 2 ? 0.5 : 0);
    const first = Math.max(0, Math.floor((top - group.top - HEADING) / size));
    const last = Math.min(group.rows.length - 1, Math.ceil((top + height - group.top - HEADING) / size));
    for (let r = first; r <= last; r++) {
      const y = group.top + HEADING + r * size - top + (size >= 6 ? 1 : 0);
      for (const life of group.rows[r]) {
        if (life.from > this.view.to || (life.gone !== null && life.gone < this.view.from)) continue;
        for (const s of life.spans) {
          const to = Math.min(s.to ?? this.model.end, this.model.end);
          if (to < this.view.from || s.from > this.view.to) continue;
          const x = this.x(Math.max(s.from, this.view.from));
          const w = this.x(Math.min(to, this.view.to)) - x;
          if (w > 0.2 || s.state === 'failed') bars[STATES.indexOf(s.state)].push([x, y, Math.max(w, 0.6), thick]);
        }
        for (const mark of life.marks) marks.push({ ...mark, y: y + thick / 2 });
      }
    }
  }

  names(pen, top, height, end, c) {
    pen.font = '11px system-ui, sans-serif';
    pen.textBaseline = 'middle';
    for (const group of this.rows.groups) {
      if (group.folded) continue;
      for (const life of group.lives) {
        const y = this.rows.topOf(group, life) - top + this.rows.size / 2;
        if (y < 0 || y > height) continue;
        const left = Math.max(this.x(life.from), GUTTER);
        const right = Math.min(this.x(life.gone ?? end), this.width - EDGE);
        const name = life.id.length > 26 ? `…${life.id.slice(-20)}` : life.id;
        const wide = pen.measureText(name).width;
        if (right - left < wide + 16) continue;
        pen.fillStyle = c.card;
        pen.globalAlpha = 0.86;
        pen.fillRect(left + 5, y - 7, wide + 8, 14);
        pen.globalAlpha = 1;
        pen.fillStyle = c.text;
        pen.fillText(name, left + 9, y + 0.5);
      }
    }
  }

  strip(pen, group, top) {
    const end = this.model.end;
    const { steps, most } = counts(group, end);
    const base = group.top + HEADING - top + 44;
    steps.forEach((step, i) => {
      const x = this.x(step.t);
      const w = this.x(steps[i + 1]?.t ?? end) - x;
      let y = base;
      step.n.forEach((n, state) => {
        if (n <= 0) return;
        const h = (n / most) * 42;
        pen.fillStyle = fillOf(pen, STATES[state]);
        pen.fillRect(x, y - h, w + 0.4, h);
        y -= h;
      });
    });
  }

  outline(pen, top, c) {
    const group = this.rows.groups.find((g) => !g.folded && g.lives.includes(this.chosen));
    if (!group) return;
    const x = this.x(Math.max(this.chosen.from, this.view.from));
    const right = this.x(Math.min(this.chosen.gone ?? this.model.end, this.view.to));
    pen.strokeStyle = c.text;
    pen.lineWidth = 2;
    pen.strokeRect(x - 1, this.rows.topOf(group, this.chosen) - top, right - x + 2, Math.max(4, this.rows.size - 0));
  }

  /** Shapes, since a failure is shorter than a pixel: a triangle for failures, a diamond for preemptions. */
  marks(pen, marks, end, c) {
    const seen = new Set();
    for (const mark of marks) {
      const x = this.x(mark.at);
      const place = `${Math.round(x / 4)}/${Math.round(mark.y / 4)}/${mark.kind}`;
      if (mark.at > end || seen.has(place)) continue;
      seen.add(place);
      pen.beginPath();
      if (mark.kind === 'failure') {
        pen.moveTo(x - 5, mark.y - 5); pen.lineTo(x + 5, mark.y - 5); pen.lineTo(x, mark.y + 5);
      } else {
        pen.moveTo(x, mark.y - 6); pen.lineTo(x + 6, mark.y); pen.lineTo(x, mark.y + 6); pen.lineTo(x - 6, mark.y);
      }
      pen.closePath();
      pen.fillStyle = mark.kind === 'failure' ? c.bad : c.preempt;
      pen.strokeStyle = c.card;
      pen.lineWidth = 2;
      pen.stroke();
      pen.fill();
    }
  }

  grid(pen, height, c) {
    pen.strokeStyle = c.line;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const t of this.ticks().at) {
      const x = Math.round(this.x(t)) + 0.5;
      pen.moveTo(x, 0);
      pen.lineTo(x, height);
    }
    pen.stroke();
  }

  ticks() {
    return ticks(this.view.from, this.view.to, this.width - GUTTER - EDGE, 80, this.model.meta.mode === 'simulated' ? this.model.start : undefined);
  }

  drawAxis(c) {
    const pen = prepare(this.axis, this.width, AXIS);
    const { at, step } = this.ticks();
    pen.font = '11px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.fillStyle = c.dim;
    for (const t of at) {
      const x = this.x(t);
      if (x < GUTTER - 1 || x > this.width - EDGE - 10) continue;
      pen.fillText(this.clock(t, step < 60, step >= 43200), x, 16);
    }
  }

  cursor(pen, height, c) {
    const t = this.view.cursor;
    if (t === null || t < this.view.from || t > this.view.to) return;
    pen.strokeStyle = c.dim;
    pen.setLineDash([4, 3]);
    pen.beginPath();
    pen.moveTo(this.x(t), 0);
    pen.lineTo(this.x(t), height);
    pen.stroke();
    pen.setLineDash([]);
  }

  announceCanvas() {
    const now = this.model.census(this.view.cut ?? this.model.end);
    const label = `Timeline of nodes: ${plural(this.model.nodes.size, 'node')} in all, ${now.ready} ready, ${now.coming} coming, ${now.failed} failed. Arrow keys choose a node, Enter opens it, plus and minus zoom.`;
    if (this.scroller.getAttribute('aria-label') !== label) this.scroller.setAttribute('aria-label', label);
  }

  listen() {
    this.scroller.addEventListener('scroll', () => this.draw());
    this.scroller.addEventListener('pointermove', (e) => this.hover(e));
    this.scroller.addEventListener('pointerleave', () => { this.tip.hidden = true; this.view.point(null); });
    this.scroller.addEventListener('click', (e) => {
      if (e.target.closest('button') || this.dragged) return;
      const life = this.pointed(e).life;
      if (life) this.open(life);
    });
    this.scroller.addEventListener('wheel', (e) => {
      if (!e.ctrlKey && !e.metaKey && !e.shiftKey) return;
      e.preventDefault();
      if (e.shiftKey) this.view.pan(((e.deltaX || e.deltaY) / this.width) * (this.view.to - this.view.from));
      else this.view.zoom(e.deltaY > 0 ? 1.2 : 1 / 1.2, this.pointed(e).t);
    }, { passive: false });
    this.scroller.addEventListener('pointerdown', (e) => this.drag(e));
    this.scroller.addEventListener('keydown', (e) => this.key(e));
  }

  drag(begin) {
    if (begin.button !== 0 || begin.target.closest('button') || begin.pointerType === 'touch') return;
    this.dragged = false;
    const { from, to } = this.view;
    const move = (e) => {
      const moved = e.clientX - begin.clientX;
      if (Math.abs(moved) > 4) this.dragged = true;
      if (this.dragged) this.view.show(from - (moved / this.width) * (to - from), to - (moved / this.width) * (to - from));
    };
    const up = () => removeEventListener('pointermove', move);
    addEventListener('pointermove', move);
    addEventListener('pointerup', up, { once: true });
  }

  pointed(e) {
    const box = this.scroller.getBoundingClientRect();
    const t = this.time(e.clientX - box.left);
    const slack = ((this.view.to - this.view.from) / this.width) * 4;
    return { t, life: this.rows.lifeAt(e.clientY - box.top + this.scroller.scrollTop, t, slack), x: e.clientX - box.left, y: e.clientY - box.top };
  }

  hover(e) {
    if (!this.model) return;
    const { t, life, x, y } = this.pointed(e);
    this.view.point(t);
    this.scroller.style.cursor = life ? 'pointer' : '';
    this.tip.hidden = !life;
    if (!life) return;
    this.tip.replaceChildren(...this.words(life, t).map((text, i) => el(i ? 'div' : 'strong', {}, text)));
    const offset = this.scroller.offsetTop;
    this.tip.style.left = `${Math.max(4, Math.min(x + 14, this.width - this.tip.offsetWidth - 4))}px`;
    const below = y + offset + 16;
    this.tip.style.top = `${below + this.tip.offsetHeight > this.element.offsetHeight ? Math.max(0, y + offset - this.tip.offsetHeight - 8) : below}px`;
  }

  /** What a node was doing at a moment, and why. */
  words(life, t) {
    const s = life.at(t) ?? life.spans[t < life.from ? 0 : life.spans.length - 1];
    const near = life.marks.filter((m) => Math.abs(m.at - t) < (this.view.to - this.view.from) / 100);
    const to = s.to ?? this.model.end;
    return [
      life.id,
      `${stateWords(s.state)} for ${span(to - s.from)}, ${this.clock(s.from, true)} to ${s.to === null ? 'now' : this.clock(to, true)}`,
      s.why,
      ...near.map((m) => (m.kind === 'failure' ? `failed: ${m.text}` : `preempted: ${m.text}`)),
    ].filter((text) => text);
  }

  open(life) {
    this.chosen = life;
    this.view.changed();
    this.onOpen(life);
  }

  key(e) {
    if (e.target !== this.scroller || !this.model) return;
    const order = this.rows.ordered;
    const at = order.indexOf(this.chosen);
    const act = {
      ArrowDown: () => this.choose(order[Math.min(at + 1, order.length - 1)]),
      ArrowUp: () => this.choose(order[Math.max(at - 1, 0)]),
      ArrowLeft: () => this.view.pan((this.view.from - this.view.to) / 8),
      ArrowRight: () => this.view.pan((this.view.to - this.view.from) / 8),
      '+': () => this.view.zoom(1 / 1.5), '=': () => this.view.zoom(1 / 1.5), '-': () => this.view.zoom(1.5),
      Home: () => this.view.last(null),
      Enter: () => this.chosen && this.open(this.chosen),
    }[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }

  choose(life) {
    if (!life) return;
    this.chosen = life;
    const group = this.rows.groups.find((g) => g.lives.includes(life));
    if (group && !group.folded) {
      const y = this.rows.topOf(group, life);
      if (y < this.scroller.scrollTop || y > this.scroller.scrollTop + this.scroller.clientHeight - 20) this.scroller.scrollTop = y - 40;
    }
    this.voice.textContent = this.words(life, this.view.cut ?? this.model.end).join('. ');
    this.view.changed();
  }
}

function prepare(canvas, width, height) {
  const scale = devicePixelRatio || 1;
  const w = Math.round(width * scale);
  const h = Math.round(height * scale);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const pen = canvas.getContext('2d');
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  return pen;
}

/** What colours and shapes mean; only what occurs. */
export function legend(models) {
  const seen = new Set();
  let failures = false;
  let preemptions = false;
  for (const model of models) {
    for (const life of model.nodes.values()) {
      for (const s of life.spans) seen.add(s.state);
      for (const mark of life.marks) mark.kind === 'failure' ? (failures = true) : (preemptions = true);
    }
    failures ||= model.typeMarks.size > 0;
  }
  const setup = STATES.filter((s) => s.startsWith('setup') && seen.has(s));
  const keys = STATES.filter((s) => seen.has(s) && !s.startsWith('setup'));
  const items = keys.map((s) => ({ states: [s], words: stateWords(s) }));
  if (setup.length) items.splice(keys.filter((s) => s === 'asked' || s === 'machine').length, 0, { states: setup, words: 'set-up steps' });
  return { items, failures, preemptions };
}

export function legendElement(models) {
  const { items, failures, preemptions } = legend(models);
  const list = el('ul', { class: 'legend', 'aria-label': 'What the bars mean' });
  for (const { states, words } of items) {
    const patch = el('canvas', { 'aria-hidden': 'true' });
    const pen = prepare(patch, states.length > 1 ? 28 : 16, 12);
    states.forEach((state, i) => {
      pen.fillStyle = fillOf(pen, state);
      const w = (states.length > 1 ? 28 : 16) / states.length;
      pen.fillRect(i * w, 0, w + 0.4, 12);
    });
    list.append(el('li', {}, patch, words));
  }
  if (failures) list.append(el('li', {}, el('span', { class: 'mark-failure', 'aria-hidden': 'true' }, '▼'), 'failure'));
  if (preemptions) list.append(el('li', {}, el('span', { class: 'mark-preemption', 'aria-hidden': 'true' }, '◆'), 'preempted'));
  return list;
}
