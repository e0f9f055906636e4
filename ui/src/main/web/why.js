// What waits and why, what is paused or skipped, what failed: as sentences, each with the command that helps.

import { command, el, fill } from './dom.js';
import { clockOf, plural, span } from './format.js';

/** A name that a shell would take apart is quoted; commands are for copying. */
export function word(text) {
  return /^[\w.@:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

export function reasons(model) {
  const status = model.status;
  const name = word(model.meta.name);
  const clock = clockOf(model.meta.mode === 'simulated' ? model.start : null);
  const out = [];
  const add = (level, what, why, line) => out.push({ level, what, why, line });
  if (model.isStale) {
    add('bad', `No report for ${span(model.age)}: the autoscaler is not running.`, 'What is shown is the last that was known. Machines may still cost money.', `manta up ${name}`);
  }
  if (!status) return out;
  for (const unmet of status.unmet ?? []) {
    add(unmet.permanent ? 'bad' : 'warn', `${unmet.what} ${unmet.permanent ? 'can never be served' : 'waits'}.`, unmet.reason, `manta explain ${name}`);
  }
  for (const paused of status.paused ?? []) {
    add('warn', `Node type ${paused.node_type} is paused until ${clock(Date.parse(paused.until) / 1000, true)}.`, paused.reason, `manta resume ${name} ${word(paused.node_type)}`);
  }
  for (const skip of status.skipped ?? []) {
    const where = [skip.variant || skip.node_type, skip.zone && `in ${skip.zone}`, skip.market === 'spot' && 'on spot'].filter(Boolean).join(' ');
    add('note', `${where} is skipped until ${clock(Date.parse(skip.until) / 1000, true)}.`, skip.reason, null);
  }
  const latest = new Map();
  for (const failure of status.failures ?? []) latest.set(`${failure.node}/${failure.step}/${failure.node_type}`, failure);
  for (const failure of latest.values()) {
    const who = failure.node || failure.node_type;
    const lines = (failure.last_lines ?? []).join('\n');
    add('bad', `${who} failed${failure.step ? ` at ${failure.step}` : ''}.`, [failure.what, lines].filter(Boolean).join('\n'), failure.node ? `manta logs ${name} --node ${word(failure.node)}` : null);
  }
  const coming = (status.nodes ?? []).filter((n) => ['requested', 'booting', 'setting_up'].includes(n.state));
  const waiting = status.demands ?? [];
  if (waiting.length && !(status.unmet ?? []).length) {
    add('note', `${plural(waiting.length, 'kind')} of work ${waiting.length === 1 ? 'waits' : 'wait'} for capacity${coming.length ? `; ${plural(coming.length, 'node')} on the way` : ''}.`, waiting.slice(0, 8).join('\n'), `manta explain ${name}`);
  }
  return out;
}

export class Why {
  constructor() {
    this.list = el('ul', { class: 'why-list' });
    this.element = el('section', { class: 'card why', 'aria-label': 'Why' }, el('header', {}, el('h2', {}, 'Why')), this.list);
  }

  update(model) {
    const found = reasons(model);
    fill(this.list, JSON.stringify(found.map((r) => [r.level, r.what, r.why])), () => found.length
      ? found.map((r) => el('li', { class: r.level },
        el('span', { class: 'badge' }, { bad: 'Problem', warn: 'Waiting', note: 'Note' }[r.level]),
        el('div', {}, el('strong', {}, r.what), r.why ? el('p', {}, r.why) : null, r.line ? command(r.line) : null)))
      : [el('li', { class: 'good' }, el('span', { class: 'badge' }, 'Fine'), el('div', {}, el('strong', {}, model.status ? 'Nothing waits and nothing has failed lately.' : 'There is no report to explain.')))]);
  }
}

const QUIET = new Set(['STEP_STARTED', 'STEP_FINISHED', 'STEP_PROGRESS', 'NODE_KEPT', 'NODE_IDLE', 'NODE_BUSY', 'NODE_LAUNCHED', 'FILES_SYNCED']);
const BAD = new Set(['SETUP_FAILED', 'LAUNCH_FAILED', 'NODE_LOST', 'PROBLEM', 'RAY_UNREACHABLE']);

const VERBS = {
  NODE_REQUESTED: 'asked for', NODE_JOINED: 'joined', DRAIN_STARTED: 'draining', NODE_TERMINATING: 'terminating', NODE_GONE: 'gone',
  SETUP_FAILED: 'set-up failed', NODE_LOST: 'lost', DRAIN_REFUSED: 'drain refused',
};

/** Decisions, newest first; equal ones right after each other are one line. */
export function story(model, until, most) {
  const out = [];
  for (let i = model.events.length - 1; i >= 0 && out.length < most; i--) {
    const event = model.events[i];
    if (event.at > until || QUIET.has(event.type)) continue;
    const last = out[out.length - 1];
    const alike = last && event.node && last.type === event.type && last.nodeType === event.nodeType && last.at - event.at < 120;
    if (alike) {
      last.count++;
      last.from = event.at;
    } else out.push({ ...event, count: 1, from: event.at });
  }
  return out;
}

export class Story {
  constructor(onNode) {
    this.onNode = onNode;
    this.list = el('ol', { class: 'story', tabindex: '0', 'aria-label': 'What happened, newest first' });
    this.element = el('section', { class: 'card', 'aria-label': 'What happened' }, el('header', {}, el('h2', {}, 'What happened')), this.list);
  }

  update(model, until) {
    const clock = clockOf(model.meta.mode === 'simulated' ? model.start : null);
    const events = story(model, until, 120);
    const key = `${events.length}|${events[0]?.at}|${events[0]?.count}|${events[0]?.message}`;
    fill(this.list, key, () => events.length ? events.map((e) => el('li', { class: BAD.has(e.type) ? 'bad' : '' },
      el('time', {}, clock(e.at, true)),
      el('span', {},
        e.count > 1 ? el('strong', {}, `${e.count} × ${e.nodeType ?? ''} ${VERBS[e.type] ?? e.type.toLowerCase().replaceAll('_', ' ')}: `)
          : e.node ? el('button', { type: 'button', class: 'link', onclick: () => this.onNode(e.node) }, e.node) : null,
        e.count === 1 && e.node ? ` ${VERBS[e.type] ?? ''}: ` : '',
        e.message))) : [el('li', {}, el('span', {}, 'No events yet.'))]);
  }
}
