// Where each node's bar lies: grouped by type, and packed, so that a node that is gone frees its row for a later one.

import { STATES } from './model.js';

export const HEADING = 26;
const FOLDED = 46;
const GAP = 8;
const MANY_ROWS = 60;

/** Puts nodes into as few rows as they need; a later node never moves an earlier one. */
function pack(lives) {
  const rows = [];
  const ends = [];
  let firstFree = 0;
  for (const life of [...lives].sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1))) {
    let row = firstFree;
    while (row < ends.length && ends[row] > life.from) row++;
    const end = life.gone ?? Infinity;
    if (row === ends.length) rows.push([]);
    rows[row].push(life);
    ends[row] = end;
    while (firstFree < ends.length && ends[firstFree] === Infinity) firstFree++;
    life.row = row;
  }
  return rows;
}

export class Rows {
  constructor() {
    this.folds = new Map();
    this.groups = [];
    this.height = 0;
    this.size = 18;
  }

  /** Only nodes that lived in the time shown get a row. */
  lay(model, from, to) {
    const byType = new Map();
    for (const life of model.nodes.values()) {
      if (!life.spans.length || life.from > to || (life.gone !== null && life.gone < from)) continue;
      const key = life.role === 'head' ? `\u0000${life.type}` : life.type;
      if (!byType.has(key)) byType.set(key, []);
      byType.get(key).push(life);
    }
    for (const type of model.typeMarks.keys()) {
      if (!byType.has(type) && !byType.has(`\u0000${type}`)) byType.set(type, []);
    }
    this.groups = [...byType.keys()].sort().map((key) => {
      const lives = byType.get(key);
      return { key, type: lives[0]?.type ?? key, head: key.startsWith('\u0000'), lives, rows: pack(lives) };
    });
    this.place();
  }

  place() {
    const open = this.groups.filter((group) => !this.isFolded(group));
    const count = open.reduce((sum, group) => sum + group.rows.length, 0);
    this.size = count <= 24 ? 18 : count <= MANY_ROWS ? 12 : count <= 160 ? 6 : 3;
    let y = 0;
    for (const group of this.groups) {
      group.top = y;
      group.folded = this.isFolded(group);
      group.height = HEADING + (group.folded ? FOLDED : Math.max(group.rows.length, 1) * this.size) + GAP;
      y += group.height;
    }
    this.height = y;
  }

  isFolded(group) {
    return this.folds.get(group.key) ?? false;
  }

  fold(key, folded) {
    this.folds.set(key, folded);
    this.place();
  }

  groupAt(y) {
    return this.groups.find((group) => y >= group.top && y < group.top + group.height);
  }

  /** The node drawn at this place, if one is. */
  lifeAt(y, t, slack) {
    const group = this.groupAt(y);
    if (!group || group.folded) return undefined;
    const row = group.rows[Math.floor((y - group.top - HEADING) / this.size)];
    if (!row) return undefined;
    return row.find((life) => life.from - slack <= t && (life.gone === null || life.gone + slack >= t));
  }

  topOf(group, life) {
    return group.top + HEADING + life.row * this.size;
  }

  get ordered() {
    return this.groups.flatMap((group) => group.rows.flat());
  }
}

/** How many nodes of a group were in each state, as steps over time. */
export function counts(group, end) {
  const changes = [];
  for (const life of group.lives) {
    for (const s of life.spans) {
      const state = STATES.indexOf(s.state);
      changes.push([s.from, state, 1], [s.to ?? end + 1, state, -1]);
    }
  }
  changes.sort((a, b) => a[0] - b[0]);
  const now = new Array(STATES.length).fill(0);
  const steps = [];
  let most = 1;
  for (const [t, state, change] of changes) {
    now[state] += change;
    if (steps.length && steps[steps.length - 1].t === t) steps[steps.length - 1].n = now.slice();
    else steps.push({ t, n: now.slice() });
    most = Math.max(most, now.reduce((a, b) => a + b, 0));
  }
  return { steps, most };
}
