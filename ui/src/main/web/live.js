// The page of clusters that live: reads what is there, then what comes, and says so when nothing comes any more.

import { el, setText } from './dom.js';
import { ClusterPage } from './cluster.js';
import { clusterCards } from './cards.js';
import { readLines } from './model.js';

const LONGEST_SILENCE = 8000;

async function lines(path) {
  const reply = await fetch(path, { headers: { Accept: 'text/plain' }, cache: 'no-store' });
  if (!reply.ok) throw new Error(reply.status === 403 ? 'session' : `HTTP ${reply.status}`);
  return reply.text();
}

async function logs(name, node) {
  try {
    return await lines(`/api/clusters/${encodeURIComponent(name)}/logs/${encodeURIComponent(node)}`);
  } catch {
    return '';
  }
}

export class Live {
  constructor(root) {
    this.root = root;
    this.banner = el('div', { class: 'banner', role: 'alert', hidden: true });
    this.place = el('main', { id: 'main' });
    this.home = el('a', { href: '#/', class: 'home' }, 'Manta');
    this.connection = el('span', { class: 'connection', role: 'status' });
    root.append(el('header', { class: 'top' }, this.home, this.connection), this.banner, this.place);
    addEventListener('hashchange', () => this.route());
    setInterval(() => this.tick(), 1000);
    this.route();
  }

  get name() {
    return decodeURIComponent(location.hash.replace(/^#\/?/, ''));
  }

  async route() {
    this.stream?.close();
    this.page = null;
    this.models = new Map();
    try {
      const text = await lines(this.name ? `/api/clusters/${encodeURIComponent(this.name)}` : '/api/clusters');
      readLines(text, (model) => this.models.set(model.meta.name, model));
      this.say('');
      this.show();
      this.listen();
    } catch (e) {
      this.fail(e);
    }
  }

  show() {
    const models = [...this.models.values()];
    if (!this.name && models.length === 1 && models[0].meta.only) {
      location.replace(`#/${encodeURIComponent(models[0].meta.name)}`);
      return;
    }
    document.title = this.name ? `${this.name} · Manta` : 'Clusters · Manta';
    if (!this.name) {
      this.place.replaceChildren(clusterCards(models, () => {}));
    } else {
      this.page = new ClusterPage(models, (node) => logs(this.name, node));
      this.place.replaceChildren(this.page.element);
      this.page.update();
    }
    performance.mark('ready');
    document.documentElement.dataset.ready = 'true';
  }

  /** Each message is one or more lines for one cluster; the position lets a reconnected stream go on where it was. */
  listen() {
    const names = [...this.models.keys()];
    if (!names.length) {
      setTimeout(() => this.route(), 5000);
      return;
    }
    const models = [...this.models.values()];
    const at = models.map((m) => `${encodeURIComponent(m.meta.name)}=${m.meta.position}`).join('&');
    this.stream = new EventSource(`/api/stream?${at}`);
    this.stream.onopen = () => { this.heard(); this.say(''); };
    this.stream.onerror = () => this.lost();
    this.stream.onmessage = (message) => { this.heard(); this.take(message.data); };
    this.stream.addEventListener('beat', () => this.heard());
    this.stream.addEventListener('gone', (message) => this.gone(message.data));
  }

  heard() {
    this.heardAt = Date.now();
    setText(this.connection, 'live');
    this.connection.classList.remove('lost');
  }

  lost() {
    setText(this.connection, 'connection lost');
    this.connection.classList.add('lost');
    this.say('The connection to `manta ui` is lost. It may have been stopped; this page goes on by itself when it is back.');
  }

  take(text) {
    const cut = text.indexOf('\n');
    const model = this.models.get(text.slice(0, cut));
    if (!model) return;
    for (const line of text.slice(cut + 1).split('\n')) {
      if (line.length < 2) continue;
      try {
        model.take(line[0], JSON.parse(line.slice(1)));
      } catch {
        model.problems++;
      }
    }
    this.dirty = true;
    if (!this.drawing) {
      this.drawing = true;
      requestAnimationFrame(() => {
        this.drawing = false;
        this.redraw();
      });
    }
  }

  redraw() {
    if (!this.dirty) return;
    this.dirty = false;
    if (this.page) this.page.update();
    else if (!this.name) this.place.replaceChildren(clusterCards([...this.models.values()], () => {}));
  }

  gone(name) {
    this.stream.close();
    setText(this.connection, 'over');
    this.say(`Cluster ${name} was taken down. What is shown is the last that was known.`);
  }

  tick() {
    if (this.stream?.readyState === EventSource.OPEN && Date.now() - this.heardAt > LONGEST_SILENCE) this.lost();
    if (this.stream?.readyState === EventSource.CLOSED && this.connection.classList.contains('lost')) this.route();
    this.page?.tick();
  }

  say(text) {
    this.banner.hidden = !text;
    setText(this.banner, text);
  }

  fail(error) {
    if (error.message === 'session') {
      this.place.replaceChildren(el('div', { class: 'nothing' }, el('h1', {}, 'This page is not open to you'),
        el('p', {}, 'The link was already used, or `manta ui` was started anew. Open the address that it prints now.')));
    } else if (error.message === 'HTTP 404') {
      this.place.replaceChildren(el('div', { class: 'nothing' }, el('h1', {}, `There is no cluster ${this.name}`),
        el('p', {}, 'It was taken down, or never made here.'), el('a', { href: '#/' }, 'Show all clusters')));
    } else {
      this.lost();
      setTimeout(() => this.route(), 2000);
    }
    document.documentElement.dataset.ready = 'true';
  }
}
