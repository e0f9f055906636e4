// All recorded clusters, one card each.

import { command, el } from './dom.js';
import { money, number, plural, span } from './format.js';
import { sparkline } from './charts.js';

export function clusterCards(models, onOpen) {
  if (!models.length) {
    return el('div', { class: 'nothing' }, el('h1', {}, 'No clusters yet'),
      el('p', {}, 'Clusters that `manta up` makes on this machine appear here.'), command('manta up'));
  }
  let sum = 0;
  let unknown = 0;
  for (const m of models) {
    const perHour = m.status?.cost?.per_hour;
    if (typeof perHour === 'number') sum += perHour;
    unknown += m.status?.cost?.unpriced_nodes ?? 0;
  }
  return el('div', { class: 'page' },
    el('div', { class: 'title' }, el('h1', {}, plural(models.length, 'cluster')),
      el('span', { class: 'dim' }, `${money(sum)} per hour together${unknown ? `, without ${plural(unknown, 'node')} of unknown price` : ''}`)),
    el('ul', { class: 'cards' }, models.map((m) => el('li', {}, card(m, onOpen)))));
}

function card(model, onOpen) {
  const { meta, status } = model;
  const phase = model.isStale ? 'no autoscaler' : status?.phase ?? 'no report yet';
  const count = model.census(model.end);
  const perHour = status?.cost?.per_hour;
  const level = model.isStale ? 'bad' : phase === 'running' ? 'good' : 'warn';
  return el('a', { class: 'card cluster-card', href: `#/${encodeURIComponent(meta.name)}`, onclick: () => onOpen(meta.name) },
    el('div', { class: 'title' }, el('h2', {}, meta.name), el('span', { class: `phase ${level}` }, phase)),
    el('p', { class: 'dim' }, [meta.provider, status?.region, model.age !== null && model.age > 5 ? `report ${span(model.age)} old` : null].filter(Boolean).join(' · ')),
    sparkline(model),
    el('div', { class: 'card-figures' },
      el('span', {}, el('strong', {}, number(count.ready)), ' ready'),
      count.coming ? el('span', {}, el('strong', {}, number(count.coming)), ' coming') : null,
      count.failed ? el('span', { class: 'bad-text' }, el('strong', {}, number(count.failed)), ' failed') : null,
      el('span', {}, el('strong', {}, typeof perHour === 'number' ? money(perHour) : 'unknown'), ' per hour')));
}
