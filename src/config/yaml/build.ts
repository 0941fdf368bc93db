/** Builds the plain value of a document, and makes the checks that the parser lacks: keys, aliases, numbers, broken characters. */

import type { Finding, Provenance } from '../../model/finding.ts';
import { type Json, mapping as mappingOf } from '../../model/json.ts';
import { createOffsets, type Offsets, type Place, type Range } from './offsets.ts';
import { findRange, isAlias, isEmptyNode, isMap, isPair, isScalar, isSeq } from './parse.ts';

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

/** Builds the plain value, and makes the checks that the parser lacks: keys, aliases, tags of numbers. */
export function buildValue(root: unknown, at: (offset: number) => Provenance): Built {
  const findings: Finding[] = [];
  const holed = new Set<object>();
  const places = new Map<object, readonly number[]>();
  const anchors = new Map<string, (Made & { readonly size: number }) | 'open'>();
  let size = 0;
  let added = 0;
  const add = (code: string, node: unknown, message: string, more: Partial<Finding> = {}) => {
    findings.push({ code, severity: 'error', message, ...more, provenance: at(findRange(node)?.[0] ?? 0) });
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
    return { value: target.value, at: findRange(node)?.[0] ?? 0, range: target.range };
  }

  function nothing(node: unknown): Made {
    return makeValue(null, node);
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

  function mapping(node: Holder): Json {
    const value: Record<string, Json> = {};
    const keys = new Map<string, Place>();
    let mergedAt: Place = [0, 0, 0, 0];
    for (const pair of node.items) {
      if (!isPair(pair) || !isScalar(pair.key) || typeof pair.key.value !== 'string') continue;
      const key = pair.key.value;
      wellFormed(key, pair.key);
      const earlier = keys.get(key);
      if (earlier !== undefined) {
        add('duplicate-key', pair.key, `Duplicate key \`${formatKey(key)}\` in this mapping.`, {
          hint: 'Keep one of the two.',
          related: at(earlier[0]),
        });
        continue;
      }
      const child = makeNode(pair.value);
      const place = buildPlace(findRange(pair.key)?.[0] ?? 0, child);
      keys.set(key, place);
      // In quotes, `<<` is a normal key.
      if (key === '<<' && pair.key.type === 'PLAIN') {
        add('merge-key', pair.key, 'Merge keys (`<<`) are not supported.', {
          hint: 'Use an alias for the complete value (`options: *name`), or write the keys out.',
        });
        // The merged keys count as written, so that they are not reported as missing too.
        for (const [name, merged] of Object.entries(mappingOf(child.value) ?? {})) value[name] ??= merged;
        mergedAt = place;
      } else if (key === '__proto__') {
        add('bad-key', pair.key, 'The key `__proto__` is not allowed.', { hint: 'Choose another name.' });
      } else {
        value[key] = child.value;
        if (holds(child.value)) holed.add(value);
      }
    }
    // Keys that are whole numbers come first in an object, regardless of their written position.
    places.set(
      value,
      Object.keys(value).flatMap((key) => keys.get(key) ?? mergedAt),
    );
    return value;
  }

  const holds = (child: Json) =>
    typeof child === 'string' ? child.includes('${') : typeof child === 'object' && child !== null && holed.has(child);

  function list({ items }: Holder): Json {
    const all = items.map(makeNode);
    const value = all.map((item) => item.value);
    if (value.some(holds)) holed.add(value);
    places.set(
      value,
      all.flatMap((item) => buildPlace(item.at, item)),
    );
    return value;
  }

  function makeNode(node: unknown): Made {
    const before = size;
    size += 1;
    if (isAlias(node)) return alias(node);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return nothing(node);
    if (node.anchor !== undefined) anchors.set(node.anchor, 'open');
    const result = makeValue(isMap(node) ? mapping(node) : isSeq(node) ? list(node) : scalar(node), node);
    if (node.anchor !== undefined) anchors.set(node.anchor, { ...result, size: size - before });
    return result;
  }

  const whole = makeNode(root);
  const value = isEmptyNode(root) ? undefined : whole.value;
  const place = buildPlace(whole.at, whole);
  if (added <= ALIAS_LIMIT) return { value, findings, holed, offsets: createOffsets(value, place, places) };
  const message = `The aliases of this file expand to more than ${ALIAS_LIMIT.toLocaleString('en')} values.`;
  const hint = 'Write the values out, or use fewer aliases of aliases.';
  const bomb: Finding = { code: 'alias-bomb', severity: 'error', message, hint, provenance: at(0) };
  return { value: undefined, findings: [bomb], holed, offsets: createOffsets(undefined, place, places) };
}

/** Returns a key as messages show it: without control characters, and truncated if it is long. */
function formatKey(key: string): string {
  const clean = key.replace(/\p{C}/gu, '?');
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
}

/** A value, with the offset at which it is written, and its own range. An alias has the range of its anchor. */
interface Made {
  readonly value: Json;
  readonly at: number;
  readonly range: Range;
}

function makeValue(value: Json, node: unknown): Made {
  const range = findRange(node) ?? [0, 0];
  return { value, at: range[0], range };
}

function buildPlace(key: number, { at, range }: Made): Place {
  return [key, at, ...range];
}

/** A mapping or list of the parser. */
interface Holder {
  readonly items: readonly unknown[];
}
