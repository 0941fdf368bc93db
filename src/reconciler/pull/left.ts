/**
 * Lists the resources that a pull leaves out, with the reason: definitions of the service, unchangeable resources, and those that cannot be
 * declared.
 */

import type { Addition } from '../../authoring/files.ts';
import { headsIn } from '../../authoring/heads.ts';
import { isIn } from '../../authoring/layout.ts';
import { placeOf } from '../../authoring/place.ts';
import type { ParsedFile } from '../../config/yaml/parsed-file.ts';
import { defined } from '../../contract/defined.ts';
import { kindNamed } from '../../engine/kind-lookup.ts';
import { isIncluded, serviceOwn } from '../../engine/observe/service-own.ts';
import type { DesiredResource, Resolution } from '../../model/desired.ts';
import type { Kind } from '../../model/kind.ts';
import type { Live, LiveResource } from '../../model/live.ts';
import { compareNatural } from '../../model/natural.ts';
import type { NotDeclared } from '../../model/pull.ts';

export interface Sorting {
  readonly kinds: readonly Kind[];
  readonly documents: readonly ParsedFile[];
  readonly declared: readonly DesiredResource[];
  /** Resources that the files declare and this account leaves out. */
  readonly omitted: Resolution['omitted'];
  /** Resources of the account, declared or not. */
  readonly live: readonly LiveResource[];
  /** Parts that were read as a whole. */
  readonly parts: Live['parts'];
  /** Patterns of service definitions that are included. */
  readonly include: readonly string[];
}

/** Of live resources that no file declares: those to add, and the others with a reason each. */
export function sorted(
  undeclared: readonly LiveResource[],
  input: Sorting,
): { readonly additions: readonly Addition[]; readonly left: readonly NotDeclared[] } {
  const additions: Addition[] = [];
  const left: NotDeclared[] = [];
  const { kinds, documents, live: held, parts } = input;
  const declared = input.declared.map((resource) => ({ kind: kindNamed(kinds, resource.kind), resource }));
  const headsOf = headsIn(documents, declared);
  const ownOf = serviceOwn({ kinds, live: held, ...defined({ parts }) });
  const leaving = new Map(input.omitted.map((one) => [one.address, one.by] as const));
  for (const live of undeclared) {
    const { address } = live;
    const by = leaving.get(address);
    if (by !== undefined) {
      left.push({ address, because: 'left-out', reason: `The account ${by.account} leaves it out.` });
      continue;
    }
    const kind = kindNamed(input.kinds, live.kind);
    const leave = customizedOf(live) ?? ownOf(live) ?? lockOf(live);
    if (leave !== undefined && !isIncluded(live, kind, input.include)) {
      left.push({ address, ...leave });
      continue;
    }
    const { captured, without } = kind.declared(live);
    for (const one of without) left.push({ address, ...one });
    if (captured === undefined) continue;
    const place = placeOf(kind.levels, captured);
    const addition = { address, place, heads: headsOf(kind.levels, place) };
    if (kind.mayRefer && documents.some((file) => isIn(file, addition))) left.push({ address, ...REFERRED });
    else additions.push(addition);
  }
  return { additions: additions.sort((a, b) => compareNatural(pathOf(a), pathOf(b))), left };
}

/** A group stands above its properties, and they in the order of their names. */
function pathOf({ place }: Addition): string {
  return place.map(({ entry, fields }) => entry ?? JSON.stringify(fields)).join('\n');
}

const REFERRED = { because: 'referred', reason: 'The files only refer to it.' };

/** A definition of the service that a user changed differs between accounts. */
function customizedOf({ customized }: LiveResource): Omit<NotDeclared, 'address'> | undefined {
  if (customized !== true) return undefined;
  return { because: 'service-customized', reason: "It is the service's own, and somebody changed it." };
}

function lockOf({ locked, unlocked }: LiveResource): Omit<NotDeclared, 'address'> | undefined {
  if (locked === undefined || unlocked !== undefined) return undefined;
  return { because: 'read-only', reason: `Nobody can change it: ${locked}.` };
}
