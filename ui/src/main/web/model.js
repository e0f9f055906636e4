// What is known of one cluster, put together from lines: events become the lives of nodes, samples become series.
// A line is one letter and JSON: c about the cluster, s its status, e an event, H the columns of samples, h a sample.

/** In the order of a node's life. */
export const STATES = [
  'asked', 'machine', 'setup1', 'setup2', 'setup3', 'setup4', 'setup5', 'setup6', 'setup7',
  'running', 'idle', 'draining', 'ending', 'failed', 'stopped',
];

const WORDS = {
  asked: 'asked for', machine: 'machine boots', running: 'running', idle: 'idle', draining: 'draining',
  ending: 'terminating', failed: 'failed', stopped: 'stopped',
};

export function stateWords(state) {
  return WORDS[state] ?? `set-up, step ${state.slice(5)} of 7`;
}

const FROM_STATUS = {
  requested: 'asked', booting: 'machine', setting_up: 'setup1', running: 'running', draining: 'draining',
  failed: 'failed', terminating: 'ending', gone: 'ending', resting: 'stopped', stopped: 'stopped',
};

/** What a sample counts per node type, in its order. */
export const COUNTED = ['asked', 'booting', 'setting_up', 'running', 'idle', 'draining', 'other'];

const MOST_EVENTS_KEPT = 60000;

function seconds(text) {
  return Date.parse(text) / 1000;
}

function stepState(message, otherwise) {
  const found = /^\[(\d)\/7\]/.exec(message ?? '');
  return found && found[1] >= '1' && found[1] <= '7' ? `setup${found[1]}` : otherwise;
}

class Life {
  constructor(id, type, role) {
    this.id = id;
    this.type = type;
    this.role = role;
    this.spans = [];
    this.marks = [];
    this.events = [];
    this.gone = null;
  }

  get from() {
    return this.spans.length ? this.spans[0].from : Infinity;
  }

  get now() {
    return this.gone === null ? this.spans[this.spans.length - 1] : undefined;
  }

  go(at, state, why) {
    const last = this.spans[this.spans.length - 1];
    const from = last ? Math.max(at, last.from) : at;
    this.gone = null;
    if (last && last.to === null) {
      if (last.state === state) return;
      last.to = from;
    }
    this.spans.push({ from, to: null, state, why: why ?? '' });
  }

  end(at) {
    if (this.gone !== null) return;
    const last = this.spans[this.spans.length - 1];
    if (last && last.to === null) last.to = Math.max(at, last.from);
    this.gone = last ? last.to : at;
  }

  at(t) {
    return this.spans.find((s) => s.from <= t && (s.to === null || s.to > t));
  }
}

export class Model {
  constructor(meta) {
    this.meta = meta;
    this.status = null;
    this.statusAt = null;
    this.events = [];
    this.nodes = new Map();
    this.typeMarks = new Map();
    this.samples = { t: [], perHour: [], spent: [], types: new Map(), resources: new Map() };
    this.columns = { types: [], resources: [] };
    this.problems = 0;
    this.changes = 0;
    this.lastEventAt = null;
  }

  get isLive() {
    return this.meta.mode === 'live';
  }

  take(kind, data) {
    this.changes++;
    if (kind === 's') this.takeStatus(data);
    else if (kind === 'e') this.takeEvent(data);
    else if (kind === 'H') this.columns = data;
    else if (kind === 'h') this.takeSample(data);
  }

  node(id, type, role) {
    let life = this.nodes.get(id);
    if (!life) {
      life = new Life(id, type ?? '', role ?? (/-head-|-head$/.test(id) ? 'head' : 'worker'));
      this.nodes.set(id, life);
    }
    return life;
  }

  takeEvent(event) {
    const at = seconds(event.at);
    if (!Number.isFinite(at)) return;
    const known = { at, type: String(event.type), node: event.node, nodeType: event.node_type, message: String(event.message ?? ''), details: event.details ?? {} };
    this.lastEventAt = Math.max(this.lastEventAt ?? at, at);
    if (this.events.length < MOST_EVENTS_KEPT) this.events.push(known);
    else this.events.splice(0, MOST_EVENTS_KEPT / 10);
    if (event.node) this.live(this.node(String(event.node), event.node_type), known);
    else this.clusterEvent(known);
  }

  live(life, event) {
    life.events.push(event);
    const { at, message } = event;
    switch (event.type) {
      case 'NODE_REQUESTED': life.go(at, 'asked', message); break;
      case 'NODE_LAUNCHED': life.go(at, 'machine', message); break;
      case 'STEP_STARTED': life.go(at, stepState(message, 'setup1'), message); break;
      case 'SETUP_FAILED': life.marks.push({ at, kind: 'failure', text: message }); life.go(at, 'failed', message); break;
      case 'NODE_JOINED': case 'NODE_BUSY': life.go(at, 'running', message); break;
      case 'NODE_IDLE': life.go(Math.min(at, seconds(event.details.since ?? '') || at), 'idle', message); break;
      case 'NODE_LOST': life.marks.push({ at, kind: 'failure', text: message }); life.go(at, 'failed', message); break;
      case 'DRAIN_STARTED': this.preempted(life, event); life.go(at, 'draining', message); break;
      case 'DRAIN_REFUSED': life.go(at, 'running', message); break;
      case 'NODE_TERMINATING': this.preempted(life, event); life.go(at, 'ending', message); break;
      case 'NODE_GONE':
        if (/preempt|interrupt|spot|reclaim/i.test(message)) life.marks.push({ at, kind: 'preemption', text: message });
        if (life.spans.length) life.end(at);
        break;
    }
  }

  preempted(life, event) {
    if (event.details.cause === 'INTERRUPTED') life.marks.push({ at: event.at, kind: 'preemption', text: event.message });
  }

  clusterEvent(event) {
    const { at, type } = event;
    if (type === 'DOWN_FINISHED') for (const life of this.nodes.values()) life.end(at);
    if (type === 'STOP_FINISHED' || type === 'REST_FINISHED') for (const life of this.nodes.values()) if (life.now) life.go(at, 'stopped', event.message);
    if (type === 'LAUNCH_FAILED' && event.nodeType) {
      const marks = this.typeMarks.get(event.nodeType) ?? [];
      marks.push({ at, kind: 'failure', text: event.message });
      this.typeMarks.set(event.nodeType, marks);
      for (const id of event.details.next_offer ? [] : (event.details.nodes ?? '').split(' ')) {
        const life = this.nodes.get(id);
        if (!life) continue;
        life.events.push(event);
        life.end(at);
      }
    }
  }

  takeStatus(status) {
    const at = seconds(status.at);
    if (!Number.isFinite(at)) return;
    this.status = status;
    this.statusAt = at;
    const listed = new Set();
    for (const line of status.nodes ?? []) {
      listed.add(line.id);
      this.reconcile(this.node(line.id, line.type, line.role), line);
    }
    // Events may have been lost, or are older than what was read of them: the report is what counts.
    for (const life of this.nodes.values()) {
      const last = life.now;
      if (last && !listed.has(life.id) && at - Math.max(last.from, life.events.at(-1)?.at ?? 0) > 10) life.end(at);
    }
  }

  reconcile(life, line) {
    life.type = line.type || life.type;
    life.role = line.role || life.role;
    life.line = line;
    const since = seconds(line.since);
    if (!life.spans.length) life.go(Math.min(seconds(line.created_at), since), 'machine', '');
    const state = FROM_STATUS[line.state] ?? 'machine';
    const now = life.now?.state ?? '';
    const same = state === now || (state === 'setup1' && now.startsWith('setup')) || (state === 'running' && now === 'idle');
    if (state === 'running' && now === 'idle' && line.idle_seconds === 0) life.go(this.statusAt, 'running', '');
    if (!same) life.go(since, state === 'setup1' ? stepState(line.step, state) : state, line.detail);
  }

  takeSample(row) {
    const s = this.samples;
    const [t, nodes, resources, perHour, spent] = row;
    if (s.t.length && t <= s.t[s.t.length - 1]) return;
    const index = s.t.length;
    s.t.push(t);
    s.perHour.push(perHour ?? null);
    s.spent.push(spent ?? null);
    this.columns.types.forEach((type, i) => column(s.types, type, index, () => zeros(COUNTED)).put(nodes[i] ?? []));
    this.columns.resources.forEach((name, i) => column(s.resources, name, index, () => zeros(['used', 'total', 'pending', 'unserved'])).put(resources[i] ?? []));
    for (const map of [s.types, s.resources]) for (const series of map.values()) series.pad(index + 1);
  }

  get start() {
    let from = this.meta.created_at ? seconds(this.meta.created_at) : Infinity;
    for (const life of this.nodes.values()) from = Math.min(from, life.from);
    if (this.samples.t.length) from = Math.min(from, this.samples.t[0]);
    return Number.isFinite(from) ? from : this.end - 60;
  }

  /** Until when anything is known. */
  get end() {
    if (this.isLive) return Math.max(Date.now() / 1000, this.statusAt ?? 0);
    const last = this.samples.t.at(-1) ?? 0;
    return Math.max(this.lastEventAt ?? 0, this.statusAt ?? 0, last) || Date.now() / 1000;
  }

  /** How old the newest report is; null when there is none or the cluster is over. */
  get age() {
    return this.isLive && this.statusAt !== null ? Math.max(0, Date.now() / 1000 - this.statusAt) : null;
  }

  get isStale() {
    return this.age !== null && this.age > 30 && !['resting', 'stopped'].includes(this.status?.phase);
  }

  sampleIndex(t) {
    const at = this.samples.t;
    let low = 0;
    let high = at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (at[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return at.length ? low : -1;
  }

  /** Nodes by state at a moment. */
  census(t) {
    const count = { ready: 0, idle: 0, coming: 0, failed: 0, draining: 0 };
    for (const life of this.nodes.values()) {
      if (life.from > t || (life.gone !== null && life.gone <= t)) continue;
      const state = life.at(t)?.state;
      if (!state) continue;
      if (state === 'running' || state === 'idle') count.ready++;
      if (state === 'idle') count.idle++;
      if (state === 'asked' || state === 'machine' || state.startsWith('setup')) count.coming++;
      if (state === 'failed') count.failed++;
      if (state === 'draining') count.draining++;
    }
    return count;
  }
}

function zeros(names) {
  const columns = names.map(() => []);
  return {
    names,
    columns,
    of: (name) => columns[names.indexOf(name)],
    put(values) { columns.forEach((c, i) => c.push(values[i] ?? 0)); },
    pad(length) { columns.forEach((c) => { while (c.length < length) c.push(0); }); },
  };
}

function column(map, name, length, make) {
  let series = map.get(name);
  if (!series) {
    series = make();
    series.pad(length);
    map.set(name, series);
  }
  return series;
}

/** Reads lines into models, one per cluster named; what cannot be read is counted and left out. */
export function readLines(text, onCluster) {
  let model = null;
  for (const line of text.split('\n')) {
    if (line.length < 2) continue;
    let data;
    try {
      data = JSON.parse(line.slice(1));
    } catch {
      if (model) model.problems++;
      continue;
    }
    if (line[0] === 'c') {
      model = new Model(data);
      onCluster(model);
    } else if (model) {
      model.take(line[0], data);
    }
  }
}
