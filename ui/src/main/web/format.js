// Numbers, amounts of money and times as people read them.

const GIB = 1024 ** 3;

export function money(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return 'unknown';
  if (value !== 0 && Math.abs(value) < 0.1) return `$${value.toFixed(value < 0.01 ? 4 : 3)}`;
  return value < 1000 ? `$${value.toFixed(2)}` : `$${Math.round(value).toLocaleString('en-US')}`;
}

export function number(value) {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 || value === Math.round(value) ? 0 : 1;
  return value.toLocaleString('en-US', { maximumFractionDigits: digits });
}

export function isBytes(resource) {
  return resource === 'memory' || resource === 'object_store_memory';
}

/** Ray counts memory in bytes. */
export function amount(resource, value) {
  return isBytes(resource) ? `${number(value / GIB)} GiB` : number(value);
}

export function resourceName(resource) {
  return { memory: 'Memory', object_store_memory: 'Object store' }[resource] ?? resource;
}

export function span(seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return s % 60 && s < 600 ? `${Math.floor(s / 60)} min ${s % 60} s` : `${Math.floor(s / 60)} min`;
  if (s < 86400) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86400)} d ${Math.floor((s % 86400) / 3600)} h`;
}

function two(value) {
  return String(value).padStart(2, '0');
}

/**
 * Times of one cluster: those of a simulation count from its start, all others are the reader's local time.
 */
export function clockOf(simulatedFrom) {
  if (simulatedFrom !== null) {
    return (t, fine) => {
      const s = Math.max(0, Math.round(t - simulatedFrom));
      const hours = `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}`;
      return fine ? `${hours}:${two(s % 60)}` : hours;
    };
  }
  return (t, fine, day) => {
    const d = new Date(t * 1000);
    const time = `${two(d.getHours())}:${two(d.getMinutes())}${fine ? `:${two(d.getSeconds())}` : ''}`;
    return day ? `${d.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}` : time;
  };
}

const TICKS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400, 172800];

/** Round moments between two times, about one per so many pixels. */
export function ticks(from, to, width, apart, origin) {
  const wanted = ((to - from) / Math.max(1, width)) * apart;
  const step = TICKS.find((size) => size >= wanted) ?? 604800;
  const shift = origin ?? new Date(from * 1000).getTimezoneOffset() * 60;
  const out = [];
  for (let t = Math.ceil((from - shift) / step) * step + shift; t <= to; t += step) out.push(t);
  return { at: out, step };
}

/** {CPU: 1, GPU: 2} as a person writes it. */
export function shape(resources) {
  const parts = Object.entries(resources ?? {}).map(([name, value]) => `${amount(name, value)} ${resourceName(name)}`);
  return parts.length ? parts.join(', ') : 'nothing in particular';
}

export function plural(count, one, many) {
  return `${number(count)} ${count === 1 ? one : (many ?? `${one}s`)}`;
}
