/** Lists resources that users made and no file declares, and undeclared options of declared properties. Pure. */

import type { Desired } from '../../model/desired.ts';
import type { Inventory, ListedKind, ListedResource } from '../../model/inventory.ts';
import { isList } from '../../model/json.ts';
import type { Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import type { ForeignOption } from '../../model/option.ts';
import { asOptions } from '../compare.ts';
import { serviceOwn } from './service-own.ts';

/** Leaves out the definitions of the service, which need no declaration. Names the groups that may belong to the service. */
export function selectUndeclared(
  inventory: Inventory,
  { resources }: Desired,
  live: Live,
  kinds: readonly Kind[],
): Inventory {
  const declared = new Map(resources.map((resource) => [resource.address, resource.spec] as const));
  const listOptionFields = (name: ListedResource['kind']): readonly string[] =>
    Object.entries(kinds.find((kind) => kind.name === name)?.fields ?? {}).flatMap(([field, { compare }]) =>
      compare === 'options' ? [field] : [],
    );
  const ownOf = serviceOwn({ kinds, live: [...live.resources.values()] });
  const left = inventory.resources.flatMap((resource): readonly ListedResource[] => {
    const spec = declared.get(resource.address);
    if (spec === undefined) return ownOf(resource) === undefined ? [resource] : [];
    const options = listOptionFields(resource.kind).flatMap((field) =>
      undeclaredOptions(spec[field], resource.fields[field]),
    );
    return options.length === 0 ? [] : [{ ...resource, undeclaredOptions: options }];
  });
  const leftOut = inventory.resources.flatMap((resource) =>
    ownOf(resource)?.because === 'service-group' && !declared.has(resource.address) ? [resource.address] : [],
  );
  return {
    ...inventory,
    only: 'undeclared',
    kinds: inventory.kinds.map((kind) => counted(kind, left)),
    resources: left,
    ...(leftOut.length === 0 ? {} : { leftOut }),
  };
}

function undeclaredOptions(declared: unknown, live: unknown): readonly ForeignOption[] {
  if (!isList(declared) || !isList(live)) return [];
  const values = new Set(asOptions(declared).map(({ value }) => value));
  return asOptions(live).flatMap(({ value, label }) => (values.has(value) ? [] : [{ value, label }]));
}

function counted(kind: ListedKind, resources: readonly ListedResource[]): ListedKind {
  const own = resources.filter((resource) => resource.kind === kind.kind);
  const of = (whose: ListedResource['defined']): number => own.filter(({ defined }) => defined === whose).length;
  return { ...kind, total: own.length, default: of('default'), custom: of('custom') };
}
