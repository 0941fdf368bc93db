/** What one side was never asked about and the other was: then it is not known whether they differ. Pure. */

import { type Address, addressOf } from '../../model/address.ts';
import { matchesPattern } from '../../model/address-pattern.ts';
import type { NotCompared } from '../../model/comparison.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import { type ComparingOptions, kindsMeantBy } from './filters.ts';
import { isOneAccount, keysOf, ownIdIn } from './keys.ts';
import type { Collected } from './not-compared.ts';
import type { Side } from './side.ts';

export type Unproven = Pick<NotCompared, 'of' | 'because' | 'reason'>;

export const NOT_READ = 'not-read';

export function notAskedAbout({ name }: Side): Unproven {
  return { because: NOT_READ, reason: `${name} was not asked about it.` };
}

export function narrowedTo({ name, patterns }: Side): Unproven {
  return { because: NOT_READ, reason: `${name} was narrowed to ${patterns.join(', ')}.` };
}

export function notLookedAt({ name }: Side, of: string): Unproven {
  return { of, because: NOT_READ, reason: `Nobody looked at ${of} in ${name}.` };
}

interface Sides {
  readonly left: Side;
  readonly right: Side;
}

/** False where there is something. What the options leave out is not asked about, and what neither side was asked about is no difference. */
export function addUnasked(notCompared: Collected, sides: Sides, options: ComparingOptions): boolean {
  let all = true;
  const isAsked = kindsMeantBy(options);
  for (const side of ['left', 'right'] as const) {
    const [own, other] = [sides[side], sides[side === 'left' ? 'right' : 'left']];
    if (!own.isRead) continue;
    for (const kind of own.kinds.values()) {
      if (!isAsked(kind) || own.tells(kind.name)?.shows !== 'all') continue;
      for (const of of unaskedTypes(kind, own, other, options)) {
        notCompared.add({ kind: kind.name, side, ...notLookedAt(own, of) });
        all = false;
      }
    }
  }
  return all;
}

/** Object types of which a list shows what there is. */
function unaskedTypes(kind: Kind, own: Side, other: Side, options: ComparingOptions): readonly string[] {
  const { reader, objectTypes } = kind;
  if (objectTypes === undefined || isUnsupported(reader)) return [];
  const [ownKeys, otherKeys] = [keysOf(own, other), keysOf(other, own)];
  const known = new Set(own.parts.filter((part) => part.kind === kind.name).map(({ of }) => ownKeys.partOf(kind, of)));
  const { objects, usual = [] } = options;
  const others = other.isRead
    ? other.parts.filter((part) => part.kind === kind.name).map(({ of }) => of)
    : (objects ?? usual);
  const patterns = patternsOf(kind, options.patterns ?? []);
  return others.filter((of) => {
    const address = addressOf(kind.name, otherKeys.partOf(kind, of), of);
    if (known.has(otherKeys.partOf(kind, of)) || reader.lists(of).length === 0) return false;
    if (!isOneAccount(own, other) && ownIdIn(kind, address) !== undefined) return false;
    return (
      objects?.includes(of) !== false && patterns.some((pattern) => canBeIn(pattern, addressOf(kind.name, of, '')))
    );
  });
}

/** Those of a kind; a kind alone stands for all of its resources, and none for everything. */
function patternsOf({ name }: Kind, patterns: readonly string[]): readonly string[] {
  const all = patterns.length === 0 ? [name] : patterns;
  const own = all.filter((pattern) => matchesPattern(pattern.split(':')[0] ?? '', name));
  return own.map((pattern) => (pattern === name ? `${name}:*` : pattern));
}

/** Whether a pattern can select something whose address starts so. */
function canBeIn(pattern: string, start: Address): boolean {
  const [head = '', ...rest] = pattern.split('*');
  return head.startsWith(start) || (rest.length > 0 && start.startsWith(head));
}
