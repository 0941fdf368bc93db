/** Removes secrets from strings, in every form: plain, encoded, or escaped for their destination. */

import { withEntities, withMarkupEntities } from './entities.ts';

/** What stands in the place of a secret. */
export const HIDDEN = '[secret]';

/** Shorter texts of one call are not replaced: they would tear holes into ordinary words and protect nothing. */
const SHORTEST = 4;

/** The same for texts that are kept out of everything: there are more words to hit. */
export const SHORTEST_KNOWN = 8;

export interface Scrubber {
  /** One more text that must not be shown. */
  hide(secret: string): void;
  /** The text with every hidden one replaced. */
  scrub(text: string): string;
}

/** `shortest`: texts of fewer characters are let through. */
export function createScrubber(secrets: readonly string[] = [], shortest = SHORTEST): Scrubber {
  const known = new Set<string>();
  let forms: readonly string[] = [];
  const hide = (text: string) => {
    if (text.length < shortest || known.has(text)) return;
    known.add(text);
    // Longest first, so that a form that holds another one is replaced whole.
    forms = [...new Set([...forms, ...formsOf(text)])].sort((a, b) => b.length - a.length);
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

/** The same value with every text in it scrubbed, keys too; the value itself where there is nothing to hide. */
export function scrubbed<T>(value: T, scrub: (text: string) => string): T {
  // Nothing but texts is replaced, and by texts, so the type stays.
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

/** Every form of a secret, itself among them. */
export function formsOf(text: string): readonly string[] {
  const percent = encodeURIComponent(text.toWellFormed());
  // In a comment of HTML no two dashes may meet.
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

/** As a query or a form has it, which escapes more signs than a path. */
function inForm(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}

function withLowerEscapes(text: string): string {
  return text.replace(/%../g, (code) => code.toLowerCase());
}

/** Systems that take names in one case change what they are given. */
function inOtherCase(text: string): readonly string[] {
  return [text.toLowerCase(), text.toUpperCase()];
}

/** Each byte as two digits, and as a percent escape. */
function inHex(text: string): readonly string[] {
  const hex = Buffer.from(text).toString('hex');
  const escaped = hex.replace(/../g, '%$&');
  return [hex, escaped].flatMap((form) => [form, form.toUpperCase()]);
}

/** What of it shows in base64, as behind the name and colon of a Basic header: it starts at one of three places in a group. */
function inBase64(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // The signs at both ends hold bits of the neighbours as well.
    const whole = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
