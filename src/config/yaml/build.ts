/** Builds the plain value of a document, and makes the checks that the parser lacks: keys, aliases, numbers, broken characters. */

import type { Finding, Provenance } from '../../model/finding.ts';
import { type Json, mapping as mappingOf } from '../../model/json.ts';
import { type Noted, type Offsets, offsetTape, type Range } from './offsets.ts';
import { isAlias, isEmptyNode, isMap, isPair, isScalar, isSeq, rangeOf } from './parse.ts';

/** Maximum number of values that aliases may add to a file. Each alias counts as many values as its anchor contains. */
const ALIAS_LIMIT = 1_000_000;

export interface Built {
  /** Undefined if the document has no usable value. An alias shares the value of its anchor. */
  readonly value: Json | undefined;
  readonly findings: readonly Finding[];
  /** Mappings and lists that contain, at any depth, a string with `${`. */
  readonly holed: ReadonlySet<object>;
  readonly offsets: Offsets;
}

/** Receives the parts of a text, then its root. */
export interface Builder {
  /** Adds items of a mapping or list that is not finished yet. */
  part(holder: object, contents: unknown): void;
  finish(root: unknown): Built;
}

/** Builds the plain value of a text that was read in one piece. */
export function buildValue(root: unknown, at: (offset: number) => Provenance): Built {
  return valueBuilder(at).finish(root);
}

/** Builds the plain value, and makes the checks that the parser lacks: keys, aliases, tags of numbers. */
export function valueBuilder(at: (offset: number) => Provenance): Builder {
  const findings: Finding[] = [];
  const holed = new Set<object>();
  const tape = offsetTape();
  /** Partly built mappings, by the source token that they share with their remaining items. */
  const mappings = new Map<unknown, Mapping>();
  const lists = new Map<unknown, List>();
  const anchors = new Map<string, (Made & { readonly size: number }) | 'open'>();
  let size = 0;
  let added = 0;
  const add = (code: string, node: unknown, message: string, more: Partial<Finding> = {}) => {
    findings.push({ code, severity: 'error', message, ...more, provenance: at(rangeOf(node)?.[0] ?? 0) });
  };

  function alias(node: { readonly source: string }): Made {
    const target = anchors.get(node.source);
    if (target === undefined) {
      add('alias-unknown', node, `No anchor \`&${node.source}\` is defined above this alias.`, {
        hint: 'Define the anchor above it; a string that starts with * needs quotes.',
      });
      return nothing(node);
    }
    if (target === 'open') {
      add('alias-recursive', node, `The alias \`*${node.source}\` is inside the value it refers to.`, {
        hint: 'Write the value out here.',
      });
      return nothing(node);
    }
    added += target.size;
    size += target.size;
    return { value: target.value, noted: tape.alias(rangeOf(node), target.noted) };
  }

  function nothing(node: unknown): Made {
    return { value: null, noted: tape.scalar(rangeOf(node)) };
  }

  function scalar(node: { readonly value: unknown }): Json {
    const { value } = node;
    if (typeof value === 'string') wellFormed(value, node);
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    if (value !== undefined) {
      add('number-not-finite', node, 'Expected a finite number.', { hint: 'A string needs quotes.' });
    }
    return null;
  }

  /** Reports an unpaired surrogate. It cannot be sent, so the account would contain a replacement character and always differ. */
  function wellFormed(text: string, node: unknown): void {
    if (text.isWellFormed()) return;
    add('text-malformed', node, 'The string contains half of a surrogate pair, which is not a character.', {
      hint: 'Write the character itself, or both halves of its escape: "\\U0001F600" or "\\uD83D\\uDE00".',
    });
  }

  function mapping(node: Holder): Made {
    const { start, value, keys } = withItems(mappings.get(node.srcToken) ?? newMapping(), node);
    // Keys that are whole numbers come first in an object, regardless of their written position.
    const entries: number[] = [];
    for (const key in value) {
      const entry = keys.get(key);
      if (entry !== undefined) entries.push(entry.start, entry.noted);
    }
    return { value, noted: tape.mapping(from(start, node), entries) };
  }

  function withItems(into: Mapping, { items }: Holder): Mapping {
    const { value, keys } = into;
    for (const pair of items) {
      if (!isPair(pair) || !isScalar(pair.key) || typeof pair.key.value !== 'string') continue;
      const key = pair.key.value;
      wellFormed(key, pair.key);
      const earlier = keys.get(key);
      if (earlier !== undefined) {
        add('duplicate-key', pair.key, `Duplicate key \`${shown(key)}\` in this mapping.`, {
          hint: 'Keep one of the two.',
          related: at(earlier.start),
        });
        continue;
      }
      const child = made(pair.value);
      keys.set(key, { start: rangeOf(pair.key)?.[0] ?? 0, noted: child.noted });
      // In quotes, `<<` is a normal key.
      if (key === '<<' && pair.key.type === 'PLAIN') {
        add('merge-key', pair.key, 'Merge keys (`<<`) are not supported.', {
          hint: 'Use an alias for the complete value (`options: *name`), or write the keys out.',
        });
        // The merged keys count as written, so that they are not reported as missing too.
        for (const [name, merged] of Object.entries(mappingOf(child.value) ?? {})) value[name] ??= merged;
      } else if (key === '__proto__') {
        add('bad-key', pair.key, 'The key `__proto__` is not allowed.', { hint: 'Choose another name.' });
      } else {
        value[key] = child.value;
        if (holds(child.value)) holed.add(value);
      }
    }
    return into;
  }

  const holds = (child: Json) =>
    typeof child === 'string' ? child.includes('${') : typeof child === 'object' && child !== null && holed.has(child);

  function list(node: Holder): Made {
    const { start, items } = withMore(lists.get(node.srcToken) ?? { start: undefined, items: [] }, node);
    const value = items.map((item) => item.value);
    if (value.some(holds)) holed.add(value);
    const offsets = items.map(({ noted }) => noted);
    return { value, noted: tape.list(from(start, node), offsets) };
  }

  function withMore(into: List, { items }: Holder): List {
    for (const item of items) into.items.push(made(item));
    return into;
  }

  function made(node: unknown): Made {
    const before = size;
    size += 1;
    if (isAlias(node)) return alias(node);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return nothing(node);
    if (node.anchor !== undefined) anchors.set(node.anchor, 'open');
    const result = isMap(node)
      ? mapping(node)
      : isSeq(node)
        ? list(node)
        : { value: scalar(node), noted: tape.scalar(rangeOf(node)) };
    if (node.anchor !== undefined) anchors.set(node.anchor, { ...result, size: size - before });
    return result;
  }

  return {
    part(holder, contents) {
      const start = rangeOf(contents)?.[0];
      if (isMap(contents)) mappings.set(holder, withItems(mappings.get(holder) ?? newMapping(start), contents));
      if (isSeq(contents)) lists.set(holder, withMore(lists.get(holder) ?? { start, items: [] }, contents));
    },
    finish(root) {
      const { value, noted } = made(root);
      const usable = isEmptyNode(root) ? undefined : value;
      if (added <= ALIAS_LIMIT) return { value: usable, findings, holed, offsets: tape.read(usable, noted) };
      const message = `The aliases of this file expand to more than ${ALIAS_LIMIT.toLocaleString('en')} values.`;
      const hint = 'Write the values out, or use fewer aliases of aliases.';
      const bomb: Finding = { code: 'alias-bomb', severity: 'error', message, hint, provenance: at(0) };
      return { value: undefined, findings: [bomb], holed, offsets: tape.read(undefined, noted) };
    },
  };
}

/** Returns a key as messages show it: without control characters, and truncated if it is long. */
function shown(key: string): string {
  const clean = key.replace(/\p{C}/gu, '?');
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
}

/** A value, with the handle of its position. */
interface Made {
  readonly value: Json;
  readonly noted: Noted;
}

/** A mapping or list from the parser: complete, a part, or the rest after its parts. */
interface Holder {
  readonly items: readonly unknown[];
  readonly srcToken?: unknown;
}

/** The part of a mapping that was read. Each key has its start and the position of its value. */
interface Mapping {
  /** Start of the whole mapping, if parts of it were built before. */
  readonly start: number | undefined;
  readonly value: Record<string, Json>;
  readonly keys: Map<string, { readonly start: number; readonly noted: Noted }>;
}

/** The part of a list that was read. */
interface List {
  readonly start: number | undefined;
  readonly items: Made[];
}

function newMapping(start?: number): Mapping {
  return { start, value: {}, keys: new Map() };
}

/** Returns the range of a mapping or list. The rest after its parts starts later than the whole. */
function from(start: number | undefined, node: Holder): Range | undefined {
  const range = rangeOf(node);
  return range && [start ?? range[0], range[1]];
}
