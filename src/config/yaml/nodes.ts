/** Finds the node at a path; keys of a mapping are indexed when first asked for. */

import { isEmptyNode, isMap, isPair, isScalar, isSeq, rangeOf } from './parse.ts';
import type { Path } from './position.ts';

export function nodeIndex(root: unknown, targets: ReadonlyMap<unknown, unknown>) {
  const keys = new Map<unknown, ReadonlyMap<string, { readonly key: unknown; readonly value: unknown }>>();
  const keysOf = (node: { readonly items: readonly unknown[] }) => {
    const known = keys.get(node);
    if (known !== undefined) return known;
    const index = new Map<string, { readonly key: unknown; readonly value: unknown }>();
    for (const pair of node.items) {
      if (!isPair(pair) || !isScalar(pair.key) || typeof pair.key.value !== 'string') continue;
      if (!index.has(pair.key.value)) index.set(pair.key.value, pair);
    }
    keys.set(node, index);
    return index;
  };
  const step = (node: unknown, part: string | number) => {
    const target = targets.get(node) ?? node;
    if (isMap(target)) return keysOf(target).get(String(part));
    if (isSeq(target) && typeof part === 'number' && part in target.items) {
      return { key: target.items[part], value: target.items[part] };
    }
    return undefined;
  };
  function walk(path: Path) {
    let found: { readonly key: unknown; readonly value: unknown } = { key: root, value: root };
    let whole = true;
    for (const part of path) {
      const next = step(found.value, part);
      whole = next !== undefined;
      if (next === undefined) break;
      found = next;
    }
    return { found, whole };
  }
  return {
    node(path: Path): unknown {
      const { found, whole } = walk(path);
      return whole ? (targets.get(found.value) ?? found.value) : undefined;
    },
    offset(path: Path, what: 'key' | 'value'): number {
      const { found, whole } = walk(path);
      const node = what === 'key' || !whole || isEmptyNode(found.value) ? found.key : found.value;
      return rangeOf(node)?.[0] ?? 0;
    },
  };
}
