/** Calls that create, update and archive properties on the dated surface (interface 11.3). */

import { z } from 'zod';
import type { ApiCall } from '../../../contract/calls.ts';
import { PROPERTY_BATCH_SIZE } from '../../../contract/dated-property-batches.ts';
import { DATED_PROPERTIES } from '../../../contract/endpoints/dated-properties.ts';
import { lazy } from '../../../contract/lazy.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { Fields, Json } from '../../../model/json.ts';
import type { Blockage, CallDraft, DesiredChange, KindWriter } from '../../../model/kind.ts';
import { append } from '../../../model/lists.ts';
import { pick, selectBody } from '../../bodies.ts';
import { isMoved, pathType } from '../../dated-definition-reads.ts';
import { draftCall } from '../../drafts.ts';
import { parseIdentity } from '../../object-levels.ts';
import { listLeftOptions, requestOptions } from '../../options.ts';
import { NEVER_EMPTY } from '../members.ts';
import type { PropertySpec } from '../spec.ts';
import { unknownPair } from './check.ts';
import { formulaCycles, inFormulaOrder } from './formula-order.ts';
import { remarkRules } from './rules-remarks.ts';
import { draftRuleCalls, findUnknownRules } from './rules-write.ts';
import { listNamings, settleCall } from './settle.ts';

type Change = DesiredChange<PropertySpec>;

const CREATE = DATED_PROPERTIES.createDatedProperty.body;
const UPDATE = DATED_PROPERTIES.updateDatedProperty.body;
/** A separate call sets a validation rule. */
export const UPDATE_BODIES = [lazy(() => ({ shape: { ...UPDATE().shape, validation: true } }))];

const ROUTES = {
  createDatedProperty: 'The create of one property sets every member at once (interface 11.3).',
  createDatedProperties: `A batch creates up to ${PROPERTY_BATCH_SIZE} properties of an object type (interface 11.3).`,
  updateDatedProperty: 'The update changes only the members sent (interface 11.3).',
  archiveDatedProperty:
    'One call archives one property, because only its reply names the uses of that property (interface 11.3).',
} as const;

export function createWriter(names: AccountNames): KindWriter<PropertySpec> {
  return {
    remove: { risk: 'property-removal' },
    write(changes) {
      const blocked = [
        ...changes.flatMap(blockage),
        ...changes.flatMap(clearance),
        ...changes.flatMap(findUnknownRules),
        ...formulaCycles(changes),
      ];
      const barred = new Set(blocked.map(({ address }) => address));
      const possible = changes.filter(({ address }) => !barred.has(address));
      const creations = possible.filter(({ action }) => action === 'create');
      const types = Map.groupBy(creations, ({ address }) => pathType(names, parseIdentity(address).objectType));
      const calls: CallDraft[] = [];
      const add = (change: Change, behind: number | undefined, reached: Fields): void => {
        const { object_type: objectTypeId, property_name: propertyName } = buildParams(names, change.address);
        append(
          calls,
          draftRuleCalls(change, { params: { objectTypeId, propertyName }, behind, first: calls.length, reached }),
        );
      };
      for (const [object_type, changes] of types)
        for (const chunk of inFormulaOrder(changes).flatMap(chunks)) {
          const at = calls.push(creation(object_type, chunk)) - 1;
          for (const change of chunk) add(change, at, omitRules(change.after));
        }
      for (const change of possible.filter(({ action }) => action === 'update')) {
        const draft = update(buildParams(names, change.address), change);
        const at = draft === undefined ? undefined : calls.push(draft) - 1;
        add(change, at, draft?.expects[change.address] ?? {});
      }
      for (const change of possible.filter(({ action }) => action === 'remove'))
        calls.push(archive(names, change.address));
      const remarks = possible.flatMap(remarkRules);
      return { calls, blocked, ...(remarks.length === 0 ? {} : { remarks }) };
    },
    part: reduceBody,
    misses: (call, covers) => covers.filter((address) => isMoved(names, call, parseIdentity(address).objectType)),
    names: listNamings,
    settle: settleCall,
  };
}

const Inputs = lazy(() => z.object({ inputs: z.array(z.record(z.string(), z.json())) }));

function reduceBody({ endpoint, body }: ApiCall, covers: readonly Address[]): Json | undefined {
  if (endpoint !== 'createDatedProperties') return undefined;
  const names = new Set<unknown>(covers.map((address) => parseIdentity(address).name));
  return {
    inputs: Inputs()
      .parse(body)
      .inputs.filter(({ name }) => names.has(name)),
  };
}

/** Blocks a pair that no call can produce. An existing property keeps such a pair. */
function blockage({ address, action, after, before, changed }: Change): readonly Blockage[] {
  const retyped = changed.includes('type') || changed.includes('fieldType');
  if (action === 'remove' || (action === 'update' && !retyped)) return [];
  const whole: Fields = { ...before, ...after };
  const unknown = unknownPair(String(whole['type']), String(whole['fieldType']));
  if (unknown === undefined) return [];
  const reason = `${unknown.reason} Allowed: ${unknown.allowed.join(', ')}.`;
  return [{ address, because: 'no-endpoint', reason, section: '11.3' }];
}

/** Blocks the removal of a text that can only be replaced. */
function clearance({ address, action, after, changed }: Change): readonly Blockage[] {
  const cleared = action === 'update' ? changed.filter((member) => isCleared(member, after[member])) : [];
  if (cleared.length === 0) return [];
  const reason = `The interface cannot clear ${cleared.join(', ')} once set.`;
  return [{ address, because: 'no-endpoint', reason, section: '11.3' }];
}

function isCleared(member: string, value: Json | undefined): boolean {
  return value === '' && NEVER_EMPTY.includes(member);
}

/** A single create does not use the batch endpoint. The reply is then the refusal itself. */
function creation(object_type: string, changes: readonly Change[]): CallDraft {
  const inputs = changes.map(created);
  const [only] = inputs;
  const endpoint = inputs.length === 1 ? 'createDatedProperty' : 'createDatedProperties';
  return {
    endpoint,
    params: { object_type },
    body: inputs.length === 1 ? only : { inputs },
    covers: changes.map(({ address }) => address),
    writes: [...new Set(inputs.flatMap((input) => Object.keys(input)))].filter((member) => member !== 'name'),
    expects: Object.fromEntries(changes.map(({ address, after }) => [address, omitRules(after)])),
    route: ROUTES[endpoint],
    after: [],
  };
}

/** The create of an enumeration sends its options, even an empty list (assumption A48). */
function created({ address, after }: Change): Fields {
  const options = after['options'] ?? (after['type'] === 'enumeration' ? [] : undefined);
  const given = Object.fromEntries(Object.entries(after).filter(([member, value]) => !isCleared(member, value)));
  const values = { ...given, ...(options === undefined ? {} : { options: requestOptions(options) }) };
  return selectBody(CREATE(), { ...values, name: parseIdentity(address).name });
}

/** Returns undefined if nothing but validation rules changes. */
function update(params: CallDraft['params'], change: Change): CallDraft | undefined {
  const { address } = change;
  const [after, changed] = [omitRules(change.after), change.changed.filter((field) => field !== 'validation')];
  if (changed.length === 0) return undefined;
  const left = changed.includes('type') ? listLeftOptions(change) : [];
  const final: Fields = left.length > 0 ? { ...after, options: [] } : after;
  const body = selectBody(UPDATE(), withWholeOptions(pick(final, left.length > 0 ? [...changed, 'options'] : changed)));
  const why = ROUTES.updateDatedProperty;
  return draftCall(address, final, {
    endpoint: 'updateDatedProperty',
    params,
    body,
    writes: Object.keys(body),
    route: left.length > 0 ? `${why} It clears the options left over from the old type: ${left.join(', ')}.` : why,
  });
}

function omitRules({ validation: _, ...fields }: Fields): Fields {
  return fields;
}

function archive(names: AccountNames, address: Address): CallDraft {
  return draftCall(address, null, {
    endpoint: 'archiveDatedProperty',
    params: buildParams(names, address),
    route: ROUTES.archiveDatedProperty,
  });
}

function withWholeOptions(values: Fields): Fields {
  const { options } = values;
  return options === undefined ? values : { ...values, options: requestOptions(options) };
}

function chunks(changes: readonly Change[]): readonly (readonly Change[])[] {
  const count = Math.ceil(changes.length / PROPERTY_BATCH_SIZE);
  return Array.from({ length: count }, (_, index) =>
    changes.slice(index * PROPERTY_BATCH_SIZE, (index + 1) * PROPERTY_BATCH_SIZE),
  );
}

function buildParams(names: AccountNames, address: Address) {
  const { objectType, name } = parseIdentity(address);
  return { object_type: pathType(names, objectType), property_name: name };
}
