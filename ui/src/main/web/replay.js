// The page of what is over, or never was: everything is in the file, and a slider plays the time.

import { el, setText } from './dom.js';
import { ClusterPage } from './cluster.js';
import { clockOf } from './format.js';
import { readLines } from './model.js';

const WHOLE = 30; // seconds that a replay of everything takes

export class Replay {
  constructor(root, text) {
    this.models = [];
    readLines(text, (model) => this.models.push(model));
    const main = el('main', { id: 'main' });
    root.append(el('header', { class: 'top' }, el('span', { class: 'home' }, 'Manta'), el('span', { class: 'connection' }, 'recording')), main);
    if (!this.models.length) {
      main.append(el('div', { class: 'nothing' }, el('h1', {}, 'Nothing is recorded in this file')));
    } else {
      document.title = `${this.models.map((m) => m.meta.name).join(' and ')} · Manta`;
      this.page = new ClusterPage(this.models, null);
      this.view = this.page.view;
      this.player();
      main.append(this.page.element);
      this.page.update();
    }
    performance.mark('ready');
    document.documentElement.dataset.ready = 'true';
  }

  player() {
    const { start, end } = this.view;
    this.clock = clockOf(this.models[0].meta.mode === 'simulated' ? start : null);
    this.button = el('button', { type: 'button', class: 'play', onclick: () => this.toggle() }, '▶ Play');
    this.slider = el('input', { type: 'range', min: 0, max: 1000, value: 1000, step: 1, 'aria-label': 'Time' });
    this.time = el('output', { class: 'time' });
    this.slider.addEventListener('input', () => { this.stop(); this.go(start + (this.slider.value / 1000) * (end - start)); });
    this.page.extra.append(el('div', { class: 'card player' }, this.button, this.slider, this.time));
    this.show(end);
  }

  go(t) {
    const { start, end } = this.view;
    this.view.play(t >= end - 0.001 ? null : Math.max(start, t));
    this.show(t);
  }

  show(t) {
    const { start, end } = this.view;
    const long = end - start > 86400 && this.models[0].meta.mode !== 'simulated';
    setText(this.time, `${this.clock(t, true, long)} of ${this.clock(end, false, long)}`);
    this.slider.setAttribute('aria-valuetext', this.clock(t, true, long));
    this.slider.value = String(Math.round(((t - start) / (end - start)) * 1000));
  }

  toggle() {
    if (this.playing) {
      this.stop();
      return;
    }
    const { start, end } = this.view;
    let t = this.view.cut ?? start;
    let before = performance.now();
    this.playing = true;
    setText(this.button, '❚❚ Pause');
    const step = (now) => {
      if (!this.playing) return;
      t += ((now - before) / 1000) * ((end - start) / WHOLE);
      before = now;
      this.go(t);
      if (t >= end) this.stop();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  stop() {
    this.playing = false;
    setText(this.button, '▶ Play');
  }
}
