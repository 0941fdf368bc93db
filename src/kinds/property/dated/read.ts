/** Live properties in the definitions of the dated surface (interface 11.3). */

import { z } from 'zod';
import { DatedProperties, DatedProperty, DatedPropertyUpdate } from '../../../contract/dated-properties.ts';
import { defined } from '../../../contract/defined.ts';
import { DATA_SENSITIVITIES } from '../../../contract/event-definitions.ts';
import { lazy } from '../../../contract/lazy.ts';
import { checkedBy, parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { Fields } from '../../../model/json.ts';
import { type KindReader, NOTHING_WANTED, type PlannedRead, type Wanted } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { isoTime } from '../../../model/moment.ts';
import { buildListReads, objectTypeListed, pathType } from '../../dated-definition-reads.ts';
import { parseIdentity } from '../../object-levels.ts';
import { convertOptions } from '../../options.ts';
import { addressOfProperty } from '../spec.ts';
import { readRules } from '../validation.ts';
import {
  findShownRules,
  listRules,
  readChangedRules,
  readKnownFlags,
  readRulesOf,
  tryToListRules,
} from './rules-read.ts';

/** Members of a definition that this kind reads. */
export const Definition = lazy(() =>
  z.object(DatedProperty().shape).pick({
    ...{ name: true, label: true, description: true, groupName: true, type: true, fieldType: true },
    ...{ options: true, displayOrder: true, formField: true, hidden: true, hasUniqueValue: true },
    ...{ dataSensitivity: true, referencedObjectType: true, externalOptions: true, calculationFormula: true },
    ...{ numberDisplayHint: true, textDisplayHint: true, showCurrencySymbol: true, currencyPropertyName: true },
    ...{ hubspotDefined: true, modificationMetadata: true, archived: true, archivedAt: true },
    ...{ createdAt: true, updatedAt: true, updatedUserId: true },
  }),
);
export type Definition = z.infer<ReturnType<typeof Definition>>;
const Definitions = lazy(() => z.object({ results: z.array(Definition()) }));

export function createReader(names: AccountNames): KindReader {
  const { reads, lists } = buildListReads('listDatedProperties', names);
  return {
    proves: 'both',
    lockedSection: '11.3',
    lists,
    reads: (addresses, wanted) =>
      reads(addresses, wanted).map((read) => ({
        ...read,
        ...readRulesOf(names, { objectType: objectTypeListed(names, read.call), covers: read.covers }, wanted),
      })),
    closer: (shown, wanted) => planCloserReads(names, shown, wanted),
    ...unlistedProperties(names),
    interpret(call, reply, beside) {
      const objectType = objectTypeListed(names, call);
      const rulesOf = findShownRules(beside);
      return readRows(reply).map((row) => {
        const resource = buildResource(objectType, row);
        const validation = rulesOf(row.name);
        return validation === undefined ? resource : { ...resource, fields: { ...resource.fields, validation } };
      });
    },
  };
}

function planCloserReads(names: AccountNames, shown: readonly LiveResource[], wanted: Wanted): readonly PlannedRead[] {
  const withRules = shown.filter(({ fields }) => readRules(fields['validation']).length > 0);
  const found = withRules.map((resource) => {
    const objectTypeId = pathType(names, parseIdentity(resource.address).objectType);
    const { dataSensitivity } = resource.fields;
    return {
      address: resource.address,
      objectTypeId,
      query: dataSensitivity === 'non_sensitive' ? {} : { dataSensitivity: String(dataSensitivity) },
      unknown: readChangedRules(objectTypeId, resource, wanted),
      known: readKnownFlags(objectTypeId, resource.address, readRules(resource.fields['validation'])),
    };
  });
  const lists = Map.groupBy(found, ({ objectTypeId, query }) => JSON.stringify([objectTypeId, query]));
  return [...lists.values()].flatMap((all): readonly PlannedRead[] => {
    const [first] = all;
    const unknown = all.filter((one) => one.unknown.length > 0);
    if (first === undefined || unknown.length === 0) return [];
    const { objectTypeId, query } = first;
    return [
      {
        call: {
          endpoint: 'listDatedProperties',
          params: { object_type: objectTypeId },
          ...(Object.keys(query).length === 0 ? {} : { query }),
        },
        together: [listRules(objectTypeId)],
        // The list of rules replaces what earlier reads show. Each call of an observation is made once.
        extra: all.flatMap((resource) => [...resource.unknown, ...resource.known]),
        covers: unknown.map(({ address }) => address),
      },
    ];
  });
}

function readRows(reply: unknown): readonly Definition[] {
  return (checkedBy(DatedProperties(), reply) ?? parsedWith(Definitions(), reply)).results;
}

/** Returns the owned fields of a definition, with their names of the documented surface. */
export function selectFields(row: Definition): Fields {
  return {
    label: row.label,
    description: row.description ?? '',
    groupName: row.groupName,
    type: row.type,
    fieldType: row.fieldType,
    options: convertOptions(row.options),
    ...(row.displayOrder == null ? {} : { displayOrder: row.displayOrder }),
    formField: row.formField ?? false,
    hidden: row.hidden ?? false,
    hasUniqueValue: row.hasUniqueValue ?? false,
    dataSensitivity: row.dataSensitivity ?? 'non_sensitive',
    referencedObjectType: row.referencedObjectType ?? '',
    externalOptions: row.externalOptions ?? false,
    calculationFormula: row.calculationFormula ?? '',
    numberDisplayHint: row.numberDisplayHint ?? '',
    textDisplayHint: row.textDisplayHint ?? '',
    showCurrencySymbol: row.showCurrencySymbol ?? false,
    currencyPropertyName: row.currencyPropertyName ?? '',
  };
}

function buildResource(objectType: string, row: Definition): LiveResource {
  const { hubspotDefined: isDefault } = row;
  return {
    address: addressOfProperty({ objectType, name: row.name }),
    kind: 'property',
    fields: selectFields(row),
    basis: 'observed',
    ...(isDefault == null ? {} : { defined: isDefault ? 'default' : 'custom' }),
    ...listLocks(row),
    // Properties of the service lack this member, so only true has a meaning.
    ...(row.archived === true ? { archived: defined({ at: isoTime(row.archivedAt) }) } : {}),
    ...defined({ createdAt: isoTime(row.createdAt), changedAt: isoTime(row.updatedAt) }),
    ...(row.updatedUserId == null ? {} : { changedBy: row.updatedUserId }),
  };
}

/** Clauses for the reason of a blocked change. */
const DEFINITION = 'the service marks its definition as read-only';
const OPTIONS = 'the service marks its options as read-only';
const SYMBOL = 'the symbol stays once the property that holds the currency was named';

const changeable = lazy(() => [
  ...Object.keys(DatedPropertyUpdate().shape).filter((member) => member !== 'name'),
  'validation',
]);

type Members = Pick<DatedProperty, 'modificationMetadata' | 'showCurrencySymbol' | 'currencyPropertyName'>;

/**
 * Returns the read-only parts of a definition. A missing flag means unlocked. The options of a read-only definition have a separate flag
 * (interface 11.3; assumption A50). Validation rules are no part of the definition (assumption A91).
 */
function listLocks({
  modificationMetadata: metadata,
  showCurrencySymbol,
  currencyPropertyName,
}: Members): Pick<LiveResource, 'locked' | 'unlocked'> {
  const options = metadata?.readOnlyOptions === true;
  if (metadata?.readOnlyDefinition === true)
    return { locked: DEFINITION, unlocked: options ? ['validation'] : ['options', 'validation'] };
  const hasCurrency = showCurrencySymbol === true && (currencyPropertyName ?? '') !== '';
  const locks = new Map<string, string>([
    ...(options ? [['options', OPTIONS] as const] : []),
    ...(hasCurrency ? [['showCurrencySymbol', SYMBOL] as const] : []),
  ]);
  if (locks.size === 0) return {};
  return { locked: [...locks.values()].join(', and '), unlocked: changeable().filter((member) => !locks.has(member)) };
}

const SENSITIVE = DATA_SENSITIVITIES.filter((level) => level !== 'non_sensitive');

/**
 * Reads an address that the default list does not show. The first read is the list that the files or the ledger suggest. The next reads are
 * the other lists of existing properties, and then the archive. The sensitive lists are optional, because many tokens lack their scopes. A
 * create of an existing sensitive name is then refused and changes nothing.
 */
function unlistedProperties(names: AccountNames): Pick<KindReader, 'hidden' | 'hiddenLists' | 'archived'> {
  const buildCall = (objectType: string, query: Query): PlannedRead['call'] => ({
    endpoint: 'listDatedProperties',
    params: { object_type: pathType(names, objectType) },
    query,
  });
  const reads = (
    addresses: readonly Address[],
    query: Query,
    { wanted, optional }: { readonly wanted: Wanted; readonly optional: boolean },
  ): readonly PlannedRead[] =>
    [...Map.groupBy(addresses, (address) => parseIdentity(address).objectType)].map(([objectType, covers]) => ({
      call: buildCall(objectType, query),
      ...readRulesOf(names, { objectType, covers }, wanted),
      covers,
      ...(optional ? { optional: unread(objectType) } : {}),
    }));
  return {
    // The first of these repeats the plain list to show its rules. Each call of an observation is made once.
    hiddenLists: (objectType) => {
      const extra = [tryToListRules(pathType(names, objectType), objectType, 'they are left out')];
      const { query: _, ...plain } = buildCall(objectType, {});
      return [
        { call: plain, extra, covers: [] },
        ...SENSITIVE.map((dataSensitivity) => ({
          call: buildCall(objectType, { dataSensitivity }),
          extra,
          covers: [],
          optional: unlisted(objectType),
        })),
      ];
    },
    hidden: [
      (unshown, wanted) =>
        SENSITIVE.flatMap((dataSensitivity) => {
          const own = unshown.filter((address) => wanted.fields(address)['dataSensitivity'] === dataSensitivity);
          return reads(own, { dataSensitivity }, { wanted, optional: false });
        }),
      (unshown, wanted) =>
        SENSITIVE.flatMap((dataSensitivity) => reads(unshown, { dataSensitivity }, { wanted, optional: true })),
    ],
    // An archived property has no rules (assumption A92).
    archived: (unshown) => [
      ...reads(unshown, { archived: 'true' }, { wanted: NOTHING_WANTED, optional: false }),
      ...SENSITIVE.flatMap((dataSensitivity) =>
        reads(unshown, { archived: 'true', dataSensitivity }, { wanted: NOTHING_WANTED, optional: true }),
      ),
    ],
  };
}

type Query = NonNullable<PlannedRead['call']['query']>;

function unread(objectType: string): PlannedRead['optional'] & object {
  return {
    code: 'sensitive-unread',
    message: `Sensitive properties of ${objectType} cannot be read. One of them may have the name of a property that was not found.`,
    hint: 'If a sensitive property has the name, the service refuses the create and changes nothing. To read sensitive properties, give the token a scope for sensitive data.',
  };
}

function unlisted(objectType: string): PlannedRead['optional'] & object {
  return {
    code: 'sensitive-unread',
    message: `Sensitive properties of ${objectType} cannot be read, so they are left out.`,
    hint: 'To have them read, give the token a scope for sensitive data.',
  };
}
