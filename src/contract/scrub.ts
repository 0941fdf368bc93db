/** Removes secrets from strings, in every form: plain, encoded, or escaped for their destination. */

import { withEntities, withMarkupEntities } from './entities.ts';

/** Text that replaces a secret. */
export const HIDDEN = '[secret]';

/**
 * Minimum length of a secret of one call. A shorter secret is not replaced, because this would damage ordinary words and protect nothing.
 */
const SHORTEST = 4;

/** Minimum length of a secret that is hidden in all output. It is larger, because more words could match. */
export const SHORTEST_KNOWN = 8;

export interface Scrubber {
  /** Adds a text that must not be shown. */
  hide(secret: string): void;
  /** Returns the text with every hidden text replaced. */
  scrub(text: string): string;
}

/** `shortest` is the minimum length of a secret in characters. */
export function createScrubber(secrets: readonly string[] = [], shortest = SHORTEST): Scrubber {
  const known = new Set<string>();
  let forms: readonly string[] = [];
  const hide = (text: string) => {
    if (text.length < shortest || known.has(text)) return;
    known.add(text);
    // Longest first, so that a form that contains another form is replaced completely.
    forms = [...new Set([...forms, ...listForms(text)])].sort((a, b) => b.length - a.length);
  };
  for (const text of secrets) hide(text);
  return {
    hide,
    scrub(text) {
      // Most texts are shorter than the shortest form.
      if (text.length < (forms.at(-1)?.length ?? 0)) return text;
      return forms.reduce((shown, form) => (shown.includes(form) ? shown.replaceAll(form, HIDDEN) : shown), text);
    },
  };
}

/** Returns the value with every text and key scrubbed. Returns the same value if it contains nothing to hide. */
export function scrubbed<T>(value: T, scrub: (text: string) => string): T {
  // Only texts are replaced, by texts, so the type stays the same.
  return scrubAny(value, scrub) as T;
}

function scrubAny(value: unknown, scrub: (text: string) => string): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => scrubAny(item, scrub));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const before = Object.entries(value);
  const after = before.map(([key, item]) => [scrub(key), scrubAny(item, scrub)] as const);
  const same = after.every(([key, item], index) => key === before[index]?.[0] && item === before[index]?.[1]);
  return same ? value : Object.fromEntries(after);
}

/** Returns every form of a secret, including the secret itself. */
export function listForms(text: string): readonly string[] {
  const percent = encodeURIComponent(text.toWellFormed());
  // A comment of HTML must not contain two consecutive dashes.
  const marked = percent.replaceAll('-', '%2D');
  const json = JSON.stringify(text).slice(1, -1);
  const markdown = withMarkupEntities(text).replace(/[\\`*_{}[\]()#+!|~$-]/g, '\\$&');
  return [
    ...[text, marked],
    ...[percent, inForm(text)].flatMap((sent) => [sent, withLowerEscapes(sent), sent.replaceAll('%', '%25')]),
    ...[json, json.replaceAll('/', '\\/'), withEntities(text), markdown],
    ...(text.length < SHORTEST_KNOWN ? [] : [...inOtherCase(text), ...inBase64(text), ...inHex(text)]),
  ];
}

/** Returns the form of a query or a form body, which escapes more characters than a path. */
function inForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function withLowerEscapes(text: string): string {
  return text.replace(/%../g, (code) => code.toLowerCase());
}

/** Systems with names in one case change the case of a text. */
function inOtherCase(text: string): readonly string[] {
  return [text.toLowerCase(), text.toUpperCase()];
}

/** Returns each byte as two digits, and as a percent escape. */
function inHex(text: string): readonly string[] {
  const hex = Buffer.from(text).toString('hex');
  const escaped = hex.replace(/../g, '%$&');
  return [hex, escaped].flatMap((form) => [form, form.toUpperCase()]);
}

/**
 * Returns the parts of a text that are visible in base64, for example after the name and colon of a Basic header. The text can start at
 * three positions of a group.
 */
function inBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The characters at both ends also contain bits of their neighbours.
    const whole = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
