/** Checks the promises of an apply against the account before and after it. */

import { canonicalCategory } from '../../src/contract/association-limits.ts';
import { ENDPOINTS } from '../../src/contract/endpoints.ts';
import type { ApplyResult, Json, Ledger, Plan } from '../../src/index.ts';
import { type Address, formatAddress } from '../../src/model/address.ts';
import type { Fields } from '../../src/model/json.ts';
import type { AccountSnapshot, RecordedCall } from '../../src/service/index.ts';
import { broken, holdings } from './holdings.ts';
import { APP_ID, type PropertyDecl, type Schema } from './schema.ts';

/** Each complaint is a sentence; none means that the law holds. */
export type Complaints = readonly string[];

/** Checks that the account has every after-value that the plan showed for the addresses. */
export function keepsPromises(plan: Plan, held: AccountSnapshot, addresses: ReadonlySet<Address>): Complaints {
  const found = holdings(held);
  const last = new Map<Address, Fields | null>();
  for (const { expects } of plan.calls) {
    for (const [address, fields] of Object.entries(expects) as [Address, Fields | null][]) last.set(address, fields);
  }
  const fromCalls = [...last]
    .filter(([address]) => addresses.has(address))
    .flatMap(([address, fields]) =>
      fields === null
        ? found.has(address)
          ? [`${address} is still there`]
          : []
        : broken(fields, found.get(address)).map((what) => `${address} ${what}`),
    );
  const fromChanges = plan.changes
    .filter(({ action, address }) => ['create', 'update'].includes(action) && addresses.has(address))
    .flatMap(({ address, fields }) => {
      const after = Object.fromEntries(
        fields.flatMap(({ field, after: value }) => (value === undefined ? [] : [[field, value] as const])),
      );
      return broken(after, found.get(address)).map((what) => `the change of ${address} ${what}`);
    });
  return [...fromCalls, ...fromChanges];
}

/** Checks that undeclared definitions, fields and options are unchanged. */
export function sparesForeign(input: {
  readonly declared: Schema;
  readonly plan: Plan;
  /** Ledger before the apply. */
  readonly ledger: Ledger;
  readonly before: AccountSnapshot;
  readonly after: AccountSnapshot;
}): Complaints {
  const was = holdings(input.before);
  const is = holdings(input.after);
  const declared = declaredFields(input.declared);
  const ours = new Set<string>([...declared.keys(), ...Object.keys(input.ledger.records)]);
  return [...was].flatMap(([address, fields]) => {
    const now = is.get(address);
    if (now === undefined) return ours.has(address) ? [] : [`${address} is gone`];
    const owned = declared.get(address) ?? new Set<string>();
    const changed = Object.keys(fields).filter((field) => !equal(fields[field], now[field]));
    const property = input.declared.properties.find((one) => address === `property:${one.objectType}/${one.name}`);
    const retyped = fields['type'] !== now['type'];
    const foreign = changed.filter(
      (field) => !owned.has(field) && !(field === 'options' && (retyped || property?.retire)),
    );
    return [
      ...foreign.map((field) => `${address}: ${field} is not declared and changed`),
      ...lostOptions({ ...input, address, was: fields, is: now, property, retyped }),
    ];
  });
}

/** An option may only go where the plan said so, and only when it was ours, retired, or the list is owned as a whole. */
function lostOptions(input: {
  readonly plan: Plan;
  readonly ledger: Ledger;
  readonly address: Address;
  readonly was: Fields;
  readonly is: Fields;
  readonly property: PropertyDecl | undefined;
  readonly retyped: boolean;
}): Complaints {
  const { address, property, plan } = input;
  const left = new Set(valuesOf(input.is['options']));
  const announced = new Set(
    plan.changes
      .filter((change) => change.address === address)
      .flatMap(({ fields }) => fields.flatMap(({ options }) => options ?? []))
      .filter(({ change }) => change === 'remove')
      .map(({ value }) => value),
  );
  const applied = new Set(valuesOf(input.ledger.records[address]?.fields['options']));
  const retired = new Set((property?.retire ?? []).filter(({ stage }) => stage === 'remove').map(({ value }) => value));
  const consented = plan.allowed.some(({ risk }) => risk === 'option-removal');
  return valuesOf(input.was['options'])
    .filter((value) => !left.has(value) && !input.retyped)
    .flatMap((value) => {
      const may = retired.has(value) || (consented && (property?.optionsMode === 'exact' || applied.has(value)));
      return [
        ...(announced.has(value) ? [] : [`${address} lost option ${value}, which the plan did not name`]),
        ...(may ? [] : [`${address} lost option ${value}, which nobody consented to`]),
      ];
    });
}

/**
 * Checks that the result tells the truth: applied values exist, failed and skipped changes match their messages, and
 * the ledger agrees.
 */
export function tellsTheTruth(result: ApplyResult, plan: Plan, ledger: Ledger, held: AccountSnapshot): Complaints {
  const found = holdings(held);
  const applied = new Set(result.outcomes.filter(({ status }) => status === 'applied').map(({ address }) => address));
  const unsettled = new Set(ledger.intentions.flatMap(({ covers }) => covers));
  const uncertain = result.outcomes.filter(({ status }) => status === 'uncertain').map(({ address }) => address);
  // A reply after the loss of the lock cannot be recorded. The result lists these calls as open.
  const isLost = result.findings.some(({ code }) => code === 'ledger-lock-lost');
  const left = new Set(isLost ? (result.open ?? []).flatMap(({ covers }) => covers) : []);
  return [
    ...keepsPromises(plan, held, applied),
    ...uncertain.filter((address) => !unsettled.has(address)).map((address) => `${address} is uncertain and settled`),
    ...[...unsettled]
      .filter((address) => applied.has(address) && !left.has(address))
      .map((address) => `${address} is applied and unsettled`),
    ...Object.values(ledger.records).flatMap(({ address, fields }) => {
      if (unsettled.has(address)) return [];
      const outcome = result.outcomes.find((one) => one.address === address);
      // A change since the record is reported as drift. A value that a read did not show is ignored.
      if (outcome !== undefined && outcome.status !== 'applied') return [];
      const change = plan.changes.find((one) => one.address === address);
      const unread = address.startsWith('property:') && change?.basis !== 'observed';
      if (outcome === undefined && (change === undefined || change.action === 'blocked' || unread)) return [];
      return brokenRecord(fields, found.get(address)).map((what) => `the ledger says of ${address}: ${what}`);
    }),
  ];
}

/** A record holds our options only, so the others in the account are passed over. */
function brokenRecord(recorded: Fields, held: Fields | undefined): readonly string[] {
  const { options, ...plain } = recorded;
  const ours = new Set(valuesOf(options));
  const theirs = Array.isArray(held?.['options'])
    ? (held['options'] as readonly Fields[]).filter(({ value }) => ours.has(String(value)))
    : [];
  return [
    ...broken(plain, held),
    ...(options === undefined || held === undefined ? [] : broken({ options }, { options: theirs })),
  ];
}

const CREATES: readonly string[] = [
  'createProperty',
  'createContactProperty',
  'createSubscription',
  'createEventProperty',
  'createAssociationLabel',
];

/** A late create after the same create succeeded could make a duplicate. */
export function createsOnce(calls: readonly RecordedCall[]): Complaints {
  const made = new Set<string>();
  return calls.flatMap(({ endpoint, path, body, committed }) => {
    if (!CREATES.includes(endpoint ?? '')) return [];
    const objectType = endpoint === 'createContactProperty' ? '/properties/v2/contacts/properties' : path;
    const { name, eventType, propertyName, objectTypeId } = (body ?? {}) as Record<string, unknown>;
    const identity = JSON.stringify([objectType, name ?? [eventType, propertyName, objectTypeId]]);
    const again = made.has(identity);
    if (committed) made.add(identity);
    return again ? [`${identity} was sent again after it had been made`] : [];
  });
}

/** Checks that skipped changes and changes whose only call failed left the account unchanged. */
export function leftNoTrace(
  result: ApplyResult,
  plan: Plan,
  before: AccountSnapshot,
  after: AccountSnapshot,
): Complaints {
  const was = holdings(before);
  const is = holdings(after);
  return result.outcomes
    .filter(({ status, action }) => ['failed', 'skipped'].includes(status) && action !== 'forget')
    .filter(
      ({ status, address }) =>
        status === 'skipped' || plan.calls.filter(({ covers }) => covers.includes(address)).length === 1,
    )
    .filter(({ address }) => !equal(was.get(address) ?? null, is.get(address) ?? null))
    .map(({ address, status, message }) => `${address} is ${status} (${message}) and changed all the same`);
}

/** Neither a read, some of which are no GET, nor a token. */
export function isWrite({ endpoint, method }: Pick<RecordedCall, 'endpoint' | 'method'>): boolean {
  return endpoint === undefined ? method !== 'GET' : !['read', 'token'].includes(ENDPOINTS[endpoint].effect);
}

export function writes(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  return calls.filter(isWrite);
}

function declaredFields(schema: Schema): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map<string, ReadonlySet<string>>([
    ...schema.groups.map((one) => [`property-group:${one.objectType}/${one.name}`, keysOf(one)] as const),
    ...schema.properties.map((one) => [`property:${one.objectType}/${one.name}`, keysOf(one)] as const),
    ...schema.limits.map(
      (one) =>
        [
          `association-limit:${one.from}/${one.to}/${canonicalCategory(one.category)}/${one.typeId}`,
          keysOf(one),
        ] as const,
    ),
    ...schema.subscriptions.map(
      ({ eventType, objectTypeId, propertyName, ...one }) =>
        [
          formatAddress(
            'webhook-subscription',
            ...[String(APP_ID), eventType, objectTypeId ?? [], propertyName ?? []].flat(),
          ),
          keysOf(one),
        ] as const,
    ),
    ...schema.eventProperties.map(
      (one) => [`event-definition-property:${one.eventName}/${one.name}`, keysOf(one)] as const,
    ),
  ]);
}

function keysOf(declared: object): ReadonlySet<string> {
  return new Set(Object.keys(declared));
}

function valuesOf(options: Json | undefined): readonly string[] {
  return Array.isArray(options) ? (options as readonly { readonly value: string }[]).map(({ value }) => value) : [];
}

function equal(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
