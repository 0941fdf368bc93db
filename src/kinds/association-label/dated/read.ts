/** Live association labels of each pair, with their names (interface 11.7, assumption A86). */

import { LabelLimits, SCHEMA_LAG_MS } from '../../../contract/association-labels.ts';
import { OWN_LABELS } from '../../../contract/association-limits.ts';
import type { ReadCall } from '../../../contract/calls.ts';
import { canonicalObjectType, isStandardObjectType } from '../../../contract/object-types.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames, Pair } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { Beside, KindReader, PlannedRead } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { compareNatural } from '../../../model/natural.ts';
import { pathType, SCHEMA_LIST } from '../../dated-definition-reads.ts';
import { addressOfLabel, isMirrored, type LabelIdentity, mirrored, parseIdentity } from '../spec.ts';
import { createRoom } from './room.ts';
import { type Row, type Rows, readRows } from './rows.ts';

const LABELS = 'listAssociationLabels';

export function createReader(names: AccountNames): KindReader {
  return {
    proves: 'both',
    reads(addresses) {
      const pairs = Map.groupBy(addresses, (address) => JSON.stringify(pairIds(names, parseIdentity(address))));
      return [...pairs].map(([pair, covers]) => pairRead(JSON.parse(pair), covers));
    },
    lists: (objectType) => [
      {
        call: {
          endpoint: 'readLabelLimits',
          params: {},
          query: { fromObjectTypeId: pathType(names, objectType) },
        },
        covers: [],
      },
    ],
    /** The limits name each pair that has a label. */
    next(call, reply) {
      if (call.endpoint !== 'readLabelLimits') return [];
      const { results } = parsedWith(LabelLimits(), reply);
      return results.map(({ fromObjectType: from, toObjectType: to }) =>
        pairRead(inReadOrder({ from: from.objectTypeId, to: to.objectTypeId }), []),
      );
    },
    interpret: (call, reply, beside) => listLabels(names, { call, reply, beside }).found,
    unclear(call, reply, beside) {
      const { found, nameless } = listLabels(names, { call, reply, beside });
      const shown = new Set(found.map(({ address }) => address));
      const pair = spelledPair(names, call);
      const unknown = nameless.flatMap(({ label, typeId }) => {
        const address = names.providerOf(pair, OWN_LABELS, label)?.idOf;
        return address === undefined || shown.has(address) ? [] : [[address, namelessReason(label, typeId)] as const];
      });
      return new Map(unknown.filter(([address]) => beside.covers.includes(address)));
    },
    remarks(call, reply, beside) {
      const address = addressOfLabel({ ...spelledPair(names, call), name: '?' });
      const { nameless } = listLabels(names, { call, reply, beside });
      return nameless.map(({ label, typeId }) => ({ severity: 'warning', address, ...namelessReason(label, typeId) }));
    },
    room: createRoom(names),
  };
}

function pairIds(names: AccountNames, { from, to }: Pair): Pair {
  return { from: pathType(names, from), to: pathType(names, to) };
}

/** A pair that no address names is read in one direction. */
function inReadOrder({ from, to }: Pair): Pair {
  return compareNatural(from, to) <= 0 ? { from, to } : { from: to, to: from };
}

function pairRead({ from, to }: Pair, covers: readonly Address[]): PlannedRead {
  const list = (fromObjectType: string, toObjectType: string): ReadCall => ({
    endpoint: LABELS,
    params: { fromObjectType, toObjectType },
  });
  return {
    call: list(from, to),
    together: [...(from === to ? [] : [list(to, from)]), namesRead([from, to])],
    covers,
  };
}

/** The schema of each of both types shows the names. The single read of a new custom type comes late, so that its list is read. */
function namesRead(types: readonly string[]): ReadCall {
  const standard = types.find((type) => isStandardObjectType(canonicalObjectType(type)));
  if (standard !== undefined) return { endpoint: 'readDatedSchema', params: { object_type: standard } };
  return { ...SCHEMA_LIST, query: { ...SCHEMA_LIST.query, includeAssociationDefinitions: 'true' } };
}

function spelledPair(names: AccountNames, { params }: ReadCall): Pair {
  const spelled = (type = ''): string => canonicalObjectType(names.objectTypeOf(type));
  return { from: spelled(params['fromObjectType']), to: spelled(params['toObjectType']) };
}

interface Read {
  readonly call: ReadCall;
  readonly reply: unknown;
  readonly beside: Beside;
}

interface Labels {
  readonly found: readonly LiveResource[];
  /** Labels of the asked direction without a known name. */
  readonly nameless: readonly Row[];
}

function listLabels(names: AccountNames, { call, reply, beside }: Read): Labels {
  if (call.endpoint !== LABELS) return { found: [], nameless: [] };
  const pair = spelledPair(names, call);
  const shown = readRows(pairIds(names, pair), [reply, ...beside.others]);
  const rows = withAwaited(names, pair, withRecorded(names, pair, shown));
  const byName = Map.groupBy(rows.forward, ({ name }) => name);
  const nameless = byName.get(undefined) ?? [];
  const found = [...byName].flatMap(([name, forward]) =>
    name === undefined ? [] : buildResource(names, { ...pair, name }, { forward, back: rows.back }),
  );
  return { found, nameless };
}

/** Gives new labels the names under which the ledger has their ids. A name in a schema decides, because ids could be of older labels. */
function withRecorded(names: AccountNames, pair: Pair, rows: Rows): Rows {
  const taken = new Set([...rows.forward, ...rows.back].flatMap(({ name }) => name ?? []));
  const at = JSON.stringify(pairIds(names, pair));
  const recorded = [...names.known()].flatMap(([address, id]) => {
    if (!address.startsWith('association-label:')) return [];
    const identity = parseIdentity(address);
    if (taken.has(identity.name)) return [];
    const ids = id.split('/').map(Number);
    const isOfPair = [identity, mirrored(identity)].some((own) => JSON.stringify(pairIds(names, own)) === at);
    // The list of a direction tells which of the ids it has.
    return isOfPair ? ids.flatMap((typeId) => [0, 1].map((side) => ({ typeId, side, name: identity.name }))) : [];
  });
  return named(pair, rows, recorded);
}

/**
 * Gives new labels the names of recent creates without a reply. A read just before such a create showed no nameless label with these texts,
 * so that a single one is the effect of the create. An older create would show its name.
 */
function withAwaited(names: AccountNames, pair: Pair, rows: Rows): Rows {
  const awaited = [...names.awaited(SCHEMA_LAG_MS)].flatMap(([address, fields]) => {
    const { from, to, name } = parseIdentity(address);
    const { label, inverseLabel } = fields;
    if (!address.startsWith('association-label:') || from !== pair.from || to !== pair.to) return [];
    const sides = [findNameless(rows.forward, label), findNameless(rows.back, inverseLabel)];
    return sides.every((side) => side.length === 1)
      ? sides.flat().map(({ typeId }, side) => ({ typeId, side, name }))
      : [];
  });
  return named(pair, rows, awaited);
}

interface Claim {
  readonly typeId: number;
  readonly side: number;
  readonly name: string;
}

/** Gives nameless labels the names of the claims. Both directions of one object type have the same labels. */
function named(pair: Pair, { forward, back }: Rows, claims: readonly Claim[]): Rows {
  const isSame = pair.from === pair.to;
  const withNames = (rows: readonly Row[], side: number): readonly Row[] =>
    rows.map((row) => {
      const own = claims.find((claim) => claim.typeId === row.typeId && (isSame || claim.side === side));
      return own === undefined || row.name !== undefined ? row : { ...row, name: own.name };
    });
  const first = withNames(forward, 0);
  return { forward: first, back: isSame ? first : withNames(back, 1) };
}

function findNameless(rows: readonly Row[], text: unknown): readonly Row[] {
  return rows.filter(({ name, label }) => name === undefined && label === text);
}

function buildResource(names: AccountNames, identity: LabelIdentity, { forward, back }: Rows): readonly LiveResource[] {
  const [first, second = first, ...more] = forward;
  if (first === undefined || more.length > 0) return [];
  const isSame = identity.from === identity.to;
  const backs = back.filter(({ name }) => name === identity.name);
  const inverse = isSame ? second : backs.length === 1 ? backs[0] : undefined;
  const sides = isSame && second !== undefined && second.label < first.label ? [second, first] : [first, inverse];
  const own = isMirrored(names, identity)
    ? { at: mirrored(identity), sides: sides.toReversed() }
    : { at: identity, sides };
  const [one, other] = own.sides;
  const texts = {
    ...(one === undefined ? {} : { label: one.label }),
    ...(other === undefined ? {} : { inverseLabel: other.label }),
  };
  const ids = own.sides.flatMap((side) => side?.typeId ?? []);
  return [
    {
      address: addressOfLabel(own.at),
      kind: 'association-label',
      fields: texts,
      basis: 'observed',
      defined: 'custom',
      id: [...new Set(ids)].join('/'),
    },
  ];
}

function namelessReason(label: string, typeId: number) {
  return {
    code: 'label-name-unknown',
    message: `The account has a label ${JSON.stringify(label)} (type id ${typeId}) whose name it does not show yet.`,
    hint: 'The name of a new label is shown after about five minutes. Run trueup again then.',
  };
}
