/** Live subscriptions from the list of their app, which is whole and in one page (interface 11.5). */

import { Subscriptions } from '../../../contract/dated-webhooks.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import type { Subscription } from '../../../contract/webhooks.ts';
import type { Address } from '../../../model/address.ts';
import type { Finding } from '../../../model/finding.ts';
import type { KindReader, PlannedRead } from '../../../model/kind-reader.ts';
import type { LiveResource } from '../../../model/live.ts';
import { isoTime } from '../../../model/moment.ts';
import { addressOfSubscription, appOfSubscription } from '../spec.ts';

export const reader: KindReader = {
  proves: 'both',
  lockedSection: '11.5',
  reads: (addresses) => [...Map.groupBy(addresses, appOfSubscription)].map(([appId, covers]) => listOf(appId, covers)),
  partial: 'Only the subscriptions of apps that the configuration or the ledger names are read.',
  /** Subscriptions do not belong to object types. */
  lists: () => [],
  ofHolder: (appId) => [listOf(appId, [])],
  interpret: ({ params }, reply) => [...byAddress(params['appId'] ?? '', reply)].flatMap(buildResource),
  remarks: ({ params }, reply) => [...byAddress(params['appId'] ?? '', reply)].flatMap(doubled),
};

function listOf(appId: string, covers: readonly Address[]): PlannedRead {
  return { call: { endpoint: 'listSubscriptions', params: { appId } }, covers };
}

type Found = readonly [address: Address, rows: readonly Subscription[]];

function byAddress(appId: string, reply: unknown): ReadonlyMap<Address, readonly Subscription[]> {
  return Map.groupBy(parsedWith(Subscriptions(), reply).results, (row) => addressOfRow(appId, row));
}

function addressOfRow(appId: string, { eventType, objectTypeId, propertyName, eventTypeName }: Subscription): Address {
  return addressOfSubscription({
    appId,
    eventType,
    objectTypeId: objectTypeId || undefined,
    propertyName: propertyName || undefined,
    eventTypeName: eventTypeName || undefined,
  });
}

function buildResource([address, rows]: Found): readonly LiveResource[] {
  // If the app has the subscription several times, an active row determines its state.
  const row = rows.find(({ active }) => active) ?? rows[0];
  if (row === undefined) return [];
  const changedAt = isoTime(row.updatedAt);
  return [
    {
      address,
      kind: 'webhook-subscription',
      fields: { active: row.active, eventTypeName: row.eventTypeName ?? '' },
      basis: 'observed',
      ...(rows.length === 1
        ? { id: row.id }
        : { locked: `the app has it ${rows.length} times (ids ${formatIds(rows)})` }),
      ...(changedAt === undefined ? {} : { changedAt }),
    },
  ];
}

/** Warns about a subscription that the app has more than once. */
function doubled([address, rows]: Found): readonly (Finding & { readonly address: Address })[] {
  if (rows.length < 2) return [];
  return [
    {
      code: 'subscription-duplicate',
      severity: 'warning',
      message: `The app has ${address} ${rows.length} times (ids ${formatIds(rows)}), and each of them that is active notifies it.`,
      hint: 'Delete all but one of them in the app. Until then they stay unchanged, because the declaration could mean any of them.',
      address,
    },
  ];
}

function formatIds(rows: readonly Subscription[]): string {
  return rows.map(({ id }) => id).join(', ');
}
