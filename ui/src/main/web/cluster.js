// The page of one cluster, or of several that share a clock side by side.

import { el, fill, setText } from './dom.js';
import { amount, clockOf, money, number, plural, resourceName, span } from './format.js';
import { CostChart, DemandChart } from './charts.js';
import { Detail } from './detail.js';
import { onThemeChange } from './theme.js';
import { Timeline, legendElement } from './timeline.js';
import { View } from './view.js';
import { Story, Why } from './why.js';

const RANGES = [['15 min', 900], ['1 h', 3600], ['6 h', 21600], ['24 h', 86400], ['7 d', 604800]];

/** The figures on top: each a number and a line about it. */
function figures(model, cut) {
  const t = cut ?? model.end;
  const past = cut !== null && cut < model.end - 1;
  const count = model.census(t);
  const i = model.sampleIndex(t);
  const s = model.samples;
  const out = [];
  const others = [count.coming && `${count.coming} coming`, count.draining && `${count.draining} draining`, count.failed && `${count.failed} failed`, count.idle && `${count.idle} idle`].filter(Boolean);
  out.push(['Nodes ready', number(count.ready), others.join(', ') || 'none on the way']);
  const main = ['CPU', 'GPU', ...s.resources.keys()].find((name) => s.resources.has(name));
  const usage = !past && model.status?.usage?.[main];
  const used = usage ? usage.used : main && i >= 0 ? s.resources.get(main).of('used')[i] : null;
  const total = usage ? usage.total : main && i >= 0 ? s.resources.get(main).of('total')[i] : null;
  const at = (name, what) => (i >= 0 && s.resources.has(name) ? s.resources.get(name).of(what)[i] : 0);
  const names = [main, ...s.resources.keys()].filter(Boolean);
  const waits = names.find((name) => at(name, 'unserved') > 0) ?? names.find((name) => at(name, 'pending') > 0) ?? main;
  const pending = at(waits, 'pending');
  const unserved = at(waits, 'unserved');
  out.push([`${main ? resourceName(main) : 'CPU'} in use`, used === null ? '–' : amount(main, used), total === null ? 'not known yet' : `of ${amount(main, total)}${total ? `, ${Math.round((100 * used) / total)} %` : ''}`]);
  out.push([`${waits ? resourceName(waits) : 'CPU'} waiting`, waits ? amount(waits, Math.max(pending, unserved)) : '–', unserved > 0 ? `${amount(waits, unserved)} cannot be served` : pending > 0 ? 'capacity is on the way' : 'nothing waits']);
  const cost = past ? null : model.status?.cost;
  const perHour = cost ? cost.per_hour ?? null : i >= 0 ? s.perHour[i] : null;
  const idle = past ? 0 : idleCost(model);
  const unpriced = cost?.unpriced_nodes ?? 0;
  if (cost && cost.charged === false) {
    out.push(['Cost per hour', 'none', 'these machines are not charged'], ['Nodes so far', number(model.nodes.size), 'since the start']);
    return out;
  }
  out.push(['Cost per hour', perHour === null ? 'unknown' : money(perHour), unpriced ? `no price for ${plural(unpriced, 'node')}` : perHour === null ? 'no prices are known' : idle > 0 ? `${money(idle)} of it idle` : 'estimate from list prices']);
  const spent = cost ? cost.spent ?? null : i >= 0 ? s.spent[i] : null;
  const since = cost?.since ?? model.meta.created_at;
  const budget = model.status?.budget?.total;
  out.push(['Spent', spent === null ? 'unknown' : money(spent), budget ? `of a budget of ${money(budget)}` : since && model.meta.mode !== 'simulated' ? `since ${clockOf(null)(Date.parse(since) / 1000, false, true)}` : 'since the start']);
  return out;
}

function idleCost(model) {
  let sum = 0;
  for (const life of model.nodes.values()) if (life.now?.state === 'idle') sum += life.line?.price_per_hour ?? 0;
  return sum;
}

class Column {
  constructor(model, view, detail, many) {
    this.model = model;
    this.view = view;
    this.heading = el('div', { class: 'title' });
    this.tiles = el('div', { class: 'tiles', role: 'list', 'aria-label': 'Figures' });
    this.timeline = new Timeline(view, (life) => detail.open(this.model, life));
    this.empty = el('p', { class: 'empty' });
    this.timelineCard = el('section', { class: 'card', 'aria-label': 'Nodes' }, this.timeline.element, this.empty);
    this.demand = new DemandChart(view);
    this.cost = new CostChart(view);
    this.element = el(many ? 'section' : 'div', { class: 'column', 'aria-label': many ? model.meta.name : null },
      this.heading, this.tiles, this.timelineCard, this.demand.element, this.cost.element);
    view.on(() => this.showFigures());
  }

  update() {
    const { model } = this;
    this.showHeading();
    this.showFigures();
    const none = model.nodes.size === 0;
    this.timeline.element.hidden = none;
    this.empty.hidden = !none;
    if (none) setText(this.empty, model.status || model.events.length ? 'No nodes yet. The first appears here as soon as a machine is asked for.' : 'Nothing has been recorded for this cluster yet. `manta up` starts it.');
    else this.timeline.show(model);
    this.demand.update(model);
    this.cost.update(model);
  }

  showHeading() {
    const { meta, status } = this.model;
    const phase = this.model.isStale ? 'no autoscaler' : meta.mode === 'simulated' ? 'simulated' : meta.mode === 'recorded' ? 'recorded' : status?.phase ?? 'no report yet';
    const region = status?.region || meta.region;
    const autostop = status?.autostop?.at;
    const words = [meta.provider ?? status?.provider, region, autostop && `stops itself in ${span(Date.parse(autostop) / 1000 - Date.now() / 1000)}`].filter(Boolean).join(' · ');
    const level = this.model.isStale ? 'bad' : phase === 'running' || phase === 'simulated' || phase === 'recorded' ? 'good' : 'warn';
    fill(this.heading, `${phase}|${words}`, () => [el('h1', {}, meta.name), el('span', { class: `phase ${level}` }, phase), el('span', { class: 'dim' }, words), this.ageBox = el('span', { class: 'age dim', role: 'status' })]);
    this.showAge();
  }

  showAge() {
    const { age, isLive } = this.model;
    if (!isLive || !this.ageBox) return;
    setText(this.ageBox, age === null ? '' : age < 5 ? 'report: now' : `report: ${span(age)} old`);
    this.ageBox.classList.toggle('old', this.model.isStale);
  }

  showFigures() {
    const list = figures(this.model, this.view.cut);
    fill(this.tiles, list.flat().join('|'), () => list.map(([name, value, more]) => el('div', { class: 'tile', role: 'listitem' },
      el('span', { class: 'name' }, name), el('strong', {}, value), el('span', { class: 'dim' }, more))));
  }
}

function comparison(models) {
  const rows = models[0].meta.figures ?? [];
  if (!rows.length) return null;
  if (models.length === 1) {
    return el('section', { class: 'card', 'aria-label': 'Result' }, el('dl', { class: 'result' },
      rows.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, String(value))))));
  }
  const head = el('tr', {}, el('th', { scope: 'col' }, 'Configuration'), rows.map(([name]) => el('th', { scope: 'col' }, name)));
  const body = models.map((m) => el('tr', {}, el('th', { scope: 'row' }, m.meta.name), (m.meta.figures ?? []).map(([, value]) => el('td', {}, String(value)))));
  return el('section', { class: 'card', 'aria-label': 'Result' }, el('header', {}, el('h2', {}, 'Side by side')),
    el('div', { class: 'table-box', tabindex: '0', role: 'region', 'aria-label': 'Result' }, el('table', { class: 'figures' }, el('thead', {}, head), el('tbody', {}, body))));
}

export class ClusterPage {
  /** @param logs see Detail */
  constructor(models, logs) {
    this.models = models;
    const live = models.some((m) => m.isLive);
    const start = Math.min(...models.map((m) => m.start));
    const end = Math.max(...models.map((m) => m.end));
    this.view = new View(start, Math.max(end, start + 1), live);
    this.detail = new Detail(logs);
    this.columns = models.map((m) => new Column(m, this.view, this.detail, models.length > 1));
    this.legend = el('div', { class: 'legend-box' });
    this.ranges = el('div', { class: 'choice', role: 'group', 'aria-label': 'Time shown' });
    this.extra = el('div', { class: 'extra' });
    this.why = models.map(() => new Why());
    this.story = models.map((m) => new Story((id) => { const life = m.nodes.get(id); if (life) this.detail.open(m, life); }));
    const more = models.map((m, i) => el('div', { class: 'pair' }, m.meta.mode === 'simulated' && !m.status ? null : this.why[i].element, this.story[i].element));
    this.element = el('div', { class: 'page' },
      this.extra,
      el('div', { class: 'bar' }, this.ranges, this.legend),
      comparison(models),
      el('div', { class: models.length > 1 ? 'columns' : 'columns one' }, this.columns.map((c, i) => el('div', { class: 'stack' }, c.element, more[i]))),
      this.detail.element);
    if (live && end - start > 7200) this.view.last(3600);
    onThemeChange(() => { delete this.legend.dataset.key; this.update(); });
    this.view.on(() => { this.showRanges(); this.stories(); });
  }

  update() {
    const start = Math.min(...this.models.map((m) => m.start));
    const end = Math.max(...this.models.map((m) => m.end));
    this.view.extend(start, end);
    for (const column of this.columns) column.update();
    fill(this.legend, this.models.map((m) => `${m.nodes.size}/${m.events.length}`).join(), () => legendElement(this.models));
    this.models.forEach((m, i) => this.why[i].update(m));
    this.stories();
    this.showRanges();
  }

  stories() {
    this.models.forEach((m, i) => this.story[i].update(m, this.view.cut ?? Infinity));
  }

  /** Once a second, whether or not anything came: the report grows older, bars grow longer. */
  tick() {
    for (const column of this.columns) {
      column.showHeading();
      column.showAge();
    }
    this.view.extend(this.view.start, Math.max(...this.models.map((m) => m.end)));
    this.models.forEach((m, i) => { if (m.isStale) this.why[i].update(m); });
  }

  showRanges() {
    const length = this.view.end - this.view.start;
    const shown = this.view.to - this.view.from;
    const all = Math.abs(shown - length) < 1;
    const offered = RANGES.filter(([, seconds]) => seconds < length);
    const key = `${offered.length}|${all ? 'all' : offered.find(([, s]) => Math.abs(s - shown) < 1)?.[0]}`;
    fill(this.ranges, key, () => [...offered.map(([name, seconds]) => el('button', {
      type: 'button', 'aria-pressed': String(!all && Math.abs(seconds - shown) < 1), onclick: () => this.view.last(seconds),
    }, name)), el('button', { type: 'button', 'aria-pressed': String(all), onclick: () => this.view.last(null) }, 'All')]);
  }
}
