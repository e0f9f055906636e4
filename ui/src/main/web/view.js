// Which stretch of time is shown, and where the pointer is: one for all pictures of a page, so that they move together.

export class View {
  constructor(start, end, live) {
    this.start = start;
    this.end = end;
    this.from = start;
    this.to = end;
    this.follows = live;
    this.cursor = null;
    this.cut = null;
    this.listeners = new Set();
    this.pending = false;
  }

  on(listener) {
    this.listeners.add(listener);
  }

  /** At most once a frame, however often something changes. */
  changed() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      for (const listener of this.listeners) listener(this);
    });
  }

  /** The known time has grown. */
  extend(start, end) {
    const all = this.from === this.start && this.to === this.end;
    const grown = end - this.end;
    this.start = Math.min(start, this.start);
    this.end = Math.max(end, this.end);
    if (all) {
      this.from = this.start;
      this.to = this.end;
    } else if (this.follows && grown > 0 && this.to + grown >= this.end - 1) {
      this.from += grown;
      this.to += grown;
    }
    this.changed();
  }

  show(from, to) {
    const least = Math.min(5, this.end - this.start || 5);
    let length = Math.max(least, Math.min(to - from, this.end - this.start));
    let begin = Math.max(this.start, Math.min(from, this.end - length));
    if (!Number.isFinite(begin) || !Number.isFinite(length)) return;
    this.from = begin;
    this.to = begin + length;
    this.changed();
  }

  last(seconds) {
    this.show(seconds === null ? this.start : this.end - seconds, this.end);
  }

  zoom(factor, around) {
    const at = around ?? (this.from + this.to) / 2;
    this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  pan(seconds) {
    this.show(this.from + seconds, this.to + seconds);
  }

  point(t) {
    if (this.cursor === t) return;
    this.cursor = t;
    this.changed();
  }

  /** In a replay: what came later is veiled. */
  play(t) {
    this.cut = t;
    this.changed();
  }
}

/** Left and right edges of all pictures, so that their times line up. */
export const GUTTER = 56;
export const EDGE = 14;
