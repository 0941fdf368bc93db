/** Resolves the names in addresses to the ids of the account, before anything is read with them. */

import { defined } from '../../contract/defined.ts';
import { canonicalObjectType } from '../../contract/object-types.ts';
import {
  type AccountNames,
  type AssociationType,
  type NamedObject,
  type NameReads,
  NO_NAMES,
  type Pair,
} from '../../model/account-names.ts';
import type { Address } from '../../model/address.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { LiveResource } from '../../model/live.ts';
import { kindLookup } from '../kind-lookup.ts';
import { eventGaps } from './event-names.ts';
import type { Gap } from './gaps.ts';
import type { FollowedIds } from './known-ids.ts';
import { findMakers, isOfAnother, type Makers, madeLabel } from './label-makers.ts';
import { type LabelNames, labelNames, typeKey } from './label-names.ts';
import { isNameOfObject, type ObjectNames, objectNames } from './object-names.ts';
import type { ReadContext } from './perform-read.ts';

export interface NamingInput extends ReadContext {
  readonly kinds: readonly Kind[];
  /** Undefined: the surface takes names as they are. */
  readonly reads: NameReads | undefined;
  /** Addresses that say how a thing is called. */
  readonly meant: readonly Address[];
  /** Other addresses. If they name the same thing in another way, that name is an older one. */
  readonly known: readonly Address[];
  /** Other addresses, from a command. They follow the other spellings. */
  readonly asked?: readonly Address[];
  /** Object types without an address. */
  readonly objectTypes?: readonly string[];
  readonly ids: FollowedIds;
  /** Null: the account is not known yet. */
  readonly hubId: number | null;
  /** Resources that make object types, by object type: declared, or with an open create. */
  readonly objectsMade: ReadonlyMap<string, Address>;
  /** Resources of the project, the declared ones before those of the ledger. */
  readonly resources: readonly Pick<LiveResource, 'address' | 'fields'>[];
}

export interface Naming {
  readonly names: AccountNames;
  /** Returns the gap of an address whose name has no id. Returns undefined for any other address. */
  gapOf(address: Address): Gap | undefined;
  /** True if an object in the address does not exist yet, and the project makes it. Nothing of it exists then. */
  isPlanned(address: Address): boolean;
  /** Returns the id for the fully qualified name of an object that this run made, and any other text unchanged. */
  pathOf(param: string): string;
  /** True if the account has every custom object that the address names. */
  confirms(address: Address): boolean;
  /** Object types without an id. */
  readonly unnamed: ReadonlySet<string>;
  /** False if the meaning of a name is unknown. */
  readonly complete: boolean;
  readonly findings: readonly Finding[];
  /** Custom objects of the account. Absent if they were not read. */
  readonly objects?: readonly NamedObject[];
  /** Number of calls. */
  readonly reads: number;
}

export const NO_NAMING: Naming = {
  names: NO_NAMES,
  gapOf: () => undefined,
  isPlanned: () => false,
  pathOf: (param) => param,
  confirms: () => false,
  unnamed: new Set(),
  complete: true,
  findings: [],
  reads: 0,
};

/** Resolves the names, with calls only for names that occur. A refused read leaves a gap. Throws AuthError and TransportError. */
export async function resolveNames(input: NamingInput): Promise<Naming> {
  const naming = await lookedUp(input);
  const events = eventGaps(input.meant, input.kinds);
  if (events.size === 0) return naming;
  const found = listGapFindings([...events.values()], [...events.keys()], (address) => events.get(address));
  return {
    ...naming,
    gapOf: (address) => naming.gapOf(address) ?? events.get(address),
    complete: false,
    findings: [...naming.findings, ...found],
  };
}

async function lookedUp(input: NamingInput): Promise<Naming> {
  const { reads, meant, known, asked = [], objectTypes = [] } = input;
  if (reads === undefined) return NO_NAMING;
  const { typesIn, associationIn, makesObject, makes } = findNamedParts(input.kinds);
  // Each once: an account can have 10,000 addresses of one object type.
  const listTypes = (addresses: readonly Address[]) => new Set(addresses.flatMap(typesIn));
  const isMeant = new Set(meant);
  const others = known.filter((address) => !isMeant.has(address));
  const objects = await objectNames(
    {
      meant: [...listTypes(meant).union(new Set(objectTypes))],
      known: [...listTypes(others)],
      asked: [...listTypes(asked)],
      made: new Set(input.objectsMade.keys()),
      hubId: input.hubId,
    },
    reads,
    input,
  );
  const named = (address: Address): readonly AssociationType[] => {
    const type = associationIn(address);
    const isNowhere = (one: string): boolean => objects.gaps.has(one) || objects.planned.has(one);
    return type === undefined || typesIn(address).some(isNowhere) ? [] : [withIds(type, objects)];
  };
  const makers = findMakers(input, (type) => withIds(type, objects));
  const listTypeIds = (address: Address) => typesIn(address).map((type) => resolveTypeId(objects, type));
  const labels = await labelNames(
    { meant: meant.flatMap(named), known: others.flatMap(named), asked: asked.flatMap(named) },
    {
      ...reads,
      isMade: (type) => makers.has(typeKey(type)),
      madeIdOf: (type) => {
        const maker = makers.get(typeKey(type));
        return maker && input.ids.typeIdAt(maker);
      },
      isOfAnother: (type, typeId) => {
        const maker = makers.get(typeKey(type));
        return maker !== undefined && isOfAnother(maker, typeId, { ids: input.ids, typesOf: listTypeIds });
      },
      show: (type, typeId) => {
        const maker = makers.get(typeKey(type));
        if (maker !== undefined) input.ids.show({ idOf: maker.idOf, side: maker.side }, typeId);
      },
    },
    input,
  );
  const isMaking = input.resources.some(({ address }) => makes(address));
  if (objects.reads + labels.reads === 0 && !isMaking) return NO_NAMING;
  const findGap = (address: Address): Gap | undefined => {
    const byType = typesIn(address).flatMap((type) => objects.gaps.get(type) ?? []);
    return [...byType, ...named(address).flatMap((type) => labels.gaps.get(typeKey(type)) ?? [])][0];
  };
  const gaps = [...objects.gaps.values(), ...labels.gaps.values()];
  const names = accountNames(objects, labels, { makers, ids: input.ids, objectsMade: input.objectsMade });
  const planned = new Set(objects.planned.values());
  return {
    names,
    gapOf: findGap,
    pathOf: (param) => (planned.has(param) ? names.typeIdOf(param) : param),
    isPlanned: (address) =>
      makesObject(address) === undefined && typesIn(address).some((type) => objects.planned.has(type)),
    confirms: (address) =>
      typesIn(address).every((type) => !isNameOfObject(type) || objects.ids.has(type) || objects.planned.has(type)),
    unnamed: new Set(objects.gaps.keys()),
    complete: gaps.every(({ unseen }) => !unseen),
    findings: listGapFindings(gaps, [...meant, ...known, ...asked], findGap),
    ...defined({ objects: objects.listed }),
    reads: objects.reads + labels.reads,
  };
}

/** Adds to each finding the first address with the name. A finding of a failed read concerns many addresses. */
function listGapFindings(
  gaps: readonly Gap[],
  addresses: readonly Address[],
  gapOf: Naming['gapOf'],
): readonly Finding[] {
  const first = new Map<Finding, Address>();
  for (const address of addresses.toReversed()) {
    const gap = gapOf(address);
    if (gap !== undefined) first.set(gap.finding, address);
  }
  return [...new Set(gaps.map(({ finding }) => finding))].map((finding) => ({
    ...finding,
    ...defined({ address: finding.code === 'read-failed' ? undefined : first.get(finding) }),
  }));
}

function findNamedParts(kinds: readonly Kind[]) {
  const { kindOf } = kindLookup(kinds);
  return {
    typesIn: (address: Address): readonly string[] => kindOf(address)?.objectTypes?.(address) ?? [],
    makes: (address: Address) => kindOf(address)?.provides !== undefined,
    makesObject: (address: Address) => kindOf(address)?.makesObject?.(address),
    associationIn: (address: Address) => kindOf(address)?.associationType?.(address),
  };
}

function withIds<T extends Pair>(type: T, objects: ObjectNames): T {
  return { ...type, from: resolveTypeId(objects, type.from), to: resolveTypeId(objects, type.to) };
}

/** Returns the id for any name of an object of the account. */
function resolveTypeId({ ids, planned, listed = [] }: ObjectNames, objectType: string): string {
  const known = ids.get(objectType) ?? planned.get(objectType);
  return known ?? listed.find(({ names }) => names.includes(objectType))?.typeId ?? objectType;
}

interface OwnTypes {
  readonly makers: Makers;
  readonly ids: FollowedIds;
  readonly objectsMade: ReadonlyMap<string, Address>;
}

function accountNames(objects: ObjectNames, labels: LabelNames, { makers, ids, objectsMade }: OwnTypes): AccountNames {
  const makerIds = (): readonly (readonly [name: string, id: string])[] =>
    [...objects.planned.keys()].flatMap((name) => {
      const maker = objectsMade.get(name);
      const id = maker && ids.idOf(maker);
      return id === undefined ? [] : [[name, id] as const];
    });
  // An object that this run creates has an id from then on. The ledger can still have the id of an object that is gone.
  const past = new Map(makerIds());
  const madeIds = () => makerIds().filter(([name, id]) => past.get(name) !== id);
  const findTypeId = (objectType: string): string => {
    const made = objects.planned.size === 0 ? [] : madeIds();
    const name = objects.spellings.get(objectType) ?? objectType;
    return made.find(([own]) => own === name)?.[1] ?? resolveTypeId(objects, objectType);
  };
  const findObjectType = (typeId: string): string =>
    objects.spellings.get(typeId) ?? madeIds().find(([, id]) => id === typeId)?.[0] ?? typeId;
  // Labels were looked up before an object of this run had an id.
  const inIds = (pair: AssociationType): AssociationType => ({
    ...pair,
    from: canonicalObjectType(resolveTypeId(objects, findObjectType(pair.from))),
    to: canonicalObjectType(resolveTypeId(objects, findObjectType(pair.to))),
  });
  const owners = new Set([...makers.values()].map(({ idOf }) => idOf));
  return {
    typeIdOf: findTypeId,
    objectTypeOf: findObjectType,
    typeOfLabel(pair, category, label) {
      const key = typeKey(inIds({ ...selectPair(pair), category, label }));
      const maker = makers.get(key);
      return (maker && ids.typeIdAt(maker)) ?? labels.ids.get(key);
    },
    providerOf(pair, category, label) {
      const maker = makers.get(typeKey(inIds({ ...selectPair(pair), category, label })));
      return maker && { idOf: maker.idOf, side: maker.side };
    },
    labelOf(pair, { category, typeId }) {
      const type = inIds({ ...selectPair(pair), category, typeId });
      const spelling = labels.spellings.get(typeKey(type)) ?? madeLabel(type, makers, ids);
      return spelling === String(typeId) ? undefined : spelling;
    },
    isOwn: (address) => owners.has(address),
    idOf: ids.idOf,
    known: ids.known,
    typeIdAt: ids.typeIdAt,
    awaited: ids.awaited,
  };
}

function selectPair({ from, to }: { readonly from: string; readonly to: string }) {
  return { from, to };
}
