// One node: what it is, what happened to it, the end of its logs.

import { command, el } from './dom.js';
import { amount, clockOf, money, resourceName, span } from './format.js';
import { stateWords } from './model.js';
import { word } from './why.js';

export class Detail {
  /** @param logs gives the last lines of a node's logs, or null where there are none to be had */
  constructor(logs) {
    this.logs = logs;
    this.body = el('div', { class: 'detail-body' });
    this.title = el('h2', { tabindex: '-1' });
    this.element = el('dialog', { class: 'detail', 'aria-label': 'Node' },
      el('header', {}, this.title, el('button', { type: 'button', class: 'close', 'aria-label': 'Close', onclick: () => this.element.close() }, '✕')), this.body);
    this.element.addEventListener('click', (e) => { if (e.target === this.element) this.element.close(); });
  }

  async open(model, life) {
    const clock = clockOf(model.meta.mode === 'simulated' ? model.start : null);
    const line = life.line ?? {};
    const end = model.end;
    this.title.textContent = life.id;
    const facts = [
      ['Type', `${life.type}${life.role === 'head' ? ' (head)' : ''}`],
      ['State', life.gone === null ? stateWords(life.now?.state ?? 'asked') : `gone since ${clock(life.gone, true)}`],
      ['Lived', span((life.gone ?? end) - life.from)],
      ['Address', line.address],
      ['Machine', line.machine],
      ['Zone', line.zone],
      ['Market', line.market === 'spot' ? 'spot' : ''],
      ['Price', typeof line.price_per_hour === 'number' ? `${money(line.price_per_hour)} per hour` : 'unknown'],
      ['Now', [line.step, line.detail].filter(Boolean).join(': ')],
    ];
    for (const [name, use] of Object.entries(line.resources ?? {})) {
      if (!name.startsWith('node:')) facts.push([resourceName(name), `${amount(name, use.used)} of ${amount(name, use.total)} in use`]);
    }
    const log = el('pre', { class: 'log', tabindex: '0', 'aria-label': 'End of the logs' }, 'Reading …');
    const events = life.events.filter((e) => e.type !== 'STEP_PROGRESS' && e.type !== 'STEP_FINISHED');
    const shown = events.slice(-200);
    this.body.replaceChildren(
      el('dl', {}, facts.filter(([, value]) => value).flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)])),
      el('h3', {}, 'Events'),
      el('ol', { class: 'story', tabindex: '0', 'aria-label': 'Events of this node' }, shown.map((e) => el('li', { class: /FAILED|LOST/.test(e.type) ? 'bad' : '' },
        el('time', {}, clock(e.at, true)),
        el('span', {}, `${e.type.toLowerCase().replaceAll('_', ' ')}: ${e.message}${e.details.last_lines ? `\n${e.details.last_lines}` : ''}`)))),
      ...(this.logs ? [el('h3', {}, 'End of the logs'), log, command(`manta logs ${word(model.meta.name)} --node ${word(life.id)}`)] : []));
    if (!this.element.open) this.element.showModal();
    this.title.focus();
    if (this.logs) log.textContent = (await this.logs(life.id)) || 'There is no log of this node here.';
  }
}
