/** The plain value of a document, and the checks the parser leaves to us: keys, aliases, numbers, broken characters. */

import type { Finding, Provenance } from '../../model/finding.ts';
import type { Json } from '../../model/json.ts';
import { isAlias, isEmptyNode, isMap, isPair, isScalar, isSeq, rangeOf } from './parse.ts';

/** Maximum values that aliases may add to one file: each alias counts as many as its anchor contains. */
const ALIAS_LIMIT = 1_000_000;

export interface Built {
  /** Undefined if there is nothing, or nothing usable. An alias shares the value of its anchor. */
  readonly value: Json | undefined;
  readonly findings: readonly Finding[];
  /** Mappings and lists that contain, at any depth, a string with `${`. */
  readonly holed: ReadonlySet<object>;
  /** The node that each alias refers to. */
  readonly targets: ReadonlyMap<unknown, unknown>;
}

/** Builds the plain value, and checks what the parser does not: keys, aliases, tags of numbers. */
export function buildValue(root: unknown, at: (offset: number) => Provenance): Built {
  const findings: Finding[] = [];
  const holed = new Set<object>();
  const anchors = new Map<string, { readonly node: unknown; readonly value: Json; readonly size: number } | 'open'>();
  /** The value of each alias. */
  const targets = new Map<unknown, unknown>();
  let size = 0;
  let added = 0;
  const add = (code: string, node: unknown, message: string, more: Partial<Finding> = {}) => {
    findings.push({ code, severity: 'error', message, ...more, provenance: at(rangeOf(node)?.[0] ?? 0) });
  };

  function alias(node: { readonly source: string }): Json {
    const target = anchors.get(node.source);
    if (target === undefined) {
      add('alias-unknown', node, `No anchor \`&${node.source}\` is defined above this alias.`, {
        hint: 'Define the anchor above it; a string that starts with * needs quotes.',
      });
      return null;
    }
    if (target === 'open') {
      add('alias-recursive', node, `The alias \`*${node.source}\` is inside the value it refers to.`, {
        hint: 'Write the value out here.',
      });
      return null;
    }
    targets.set(node, target.node);
    added += target.size;
    size += target.size;
    return target.value;
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

  /** An unpaired surrogate cannot be sent: the account would have a replacement character, and differ forever. */
  function wellFormed(text: string, node: unknown): void {
    if (text.isWellFormed()) return;
    add('text-malformed', node, 'The string contains half of a surrogate pair, which is not a character.', {
      hint: 'Write the character itself, or both halves of its escape: "\\U0001F600" or "\\uD83D\\uDE00".',
    });
  }

  function mapping(items: readonly unknown[]): Json {
    const result: Record<string, Json> = {};
    const first = new Map<string, unknown>();
    for (const pair of items) {
      if (!isPair(pair) || !isScalar(pair.key) || typeof pair.key.value !== 'string') continue;
      const key = pair.key.value;
      wellFormed(key, pair.key);
      if (first.has(key)) {
        const related = at(rangeOf(first.get(key))?.[0] ?? 0);
        add('duplicate-key', pair.key, `Duplicate key \`${shown(key)}\` in this mapping.`, {
          hint: 'Keep one of the two.',
          related,
        });
        continue;
      }
      first.set(key, pair.key);
      const child = value(pair.value);
      if (key === '<<') {
        add('merge-key', pair.key, 'Merge keys (`<<`) are not supported.', {
          hint: 'Use an alias for the complete value (`options: *name`), or write the keys out.',
        });
      } else if (key === '__proto__') {
        add('bad-key', pair.key, 'The key `__proto__` is not allowed.', { hint: 'Choose another name.' });
      } else {
        result[key] = child;
        if (holds(child)) holed.add(result);
      }
    }
    return result;
  }

  const holds = (child: Json) =>
    typeof child === 'string' ? child.includes('${') : typeof child === 'object' && child !== null && holed.has(child);

  function list(items: readonly unknown[]): Json {
    const result = items.map(value);
    if (result.some(holds)) holed.add(result);
    return result;
  }

  function value(node: unknown): Json {
    const before = size;
    size += 1;
    if (isAlias(node)) return alias(node);
    if (!isMap(node) && !isSeq(node) && !isScalar(node)) return null;
    if (node.anchor !== undefined) anchors.set(node.anchor, 'open');
    const result = isMap(node) ? mapping(node.items) : isSeq(node) ? list(node.items) : scalar(node);
    if (node.anchor !== undefined) anchors.set(node.anchor, { node, value: result, size: size - before });
    return result;
  }

  const result = isEmptyNode(root) ? undefined : value(root);
  if (added <= ALIAS_LIMIT) return { value: result, findings, holed, targets };
  const message = `The aliases of this file expand to more than ${ALIAS_LIMIT.toLocaleString('en')} values.`;
  const hint = 'Write the values out, or use fewer aliases of aliases.';
  const bomb: Finding = { code: 'alias-bomb', severity: 'error', message, hint, provenance: at(0) };
  return { value: undefined, findings: [bomb], holed, targets };
}

/** A key as messages show it: without control characters, truncated if long. */
function shown(key: string): string {
  const clean = key.replace(/\p{C}/gu, '?');
  return clean.length > 60 ? `${clean.slice(0, 59)}…` : clean;
}
