/** Builds the readings of two accounts to compare. */

import { compareWith } from '../../../src/engine/comparison/comparison.ts';
import { declare } from '../../../src/engine/comparison/declare.ts';
import { serviceOwn } from '../../../src/engine/observe/service-own.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { formatAddress, KIND_NAMES } from '../../../src/model/address.ts';
import type { Comparison } from '../../../src/model/comparison.ts';
import type { Live, LiveResource } from '../../../src/model/live.ts';
import type { Reading, SnapshotScope } from '../../../src/model/snapshot.ts';
import { aLedger } from '../../support/builders.ts';

const SANDBOX = { name: 'sandbox', hubId: 1001, baseUrl: 'https://api.hubapi.com', surface: 'dated' as const };
export const PRODUCTION = { ...SANDBOX, name: 'production', hubId: 7007 };

export interface Given extends Partial<Pick<Reading, 'account' | 'apps'>> {
  readonly live?: Partial<Live>;
}

export function aReading(resources: readonly LiveResource[], { account = SANDBOX, apps = {}, live }: Given = {}) {
  const kinds = listKinds(account.surface);
  const ownOf = serviceOwn({ kinds, live: resources });
  const reading: Reading = {
    ...{ account, apps, kinds, takenAt: '2026-11-22T10:00:00.000Z', isMeant: () => true },
    isOwn: (resource) => ownOf(resource) !== undefined,
    live: {
      resources: new Map(resources.map((one) => [one.address, one])),
      ...{ complete: true, unseen: new Set(), findings: [], reads: 0 },
      parts: KIND_NAMES.flatMap((kind) => ['contacts', 'contacts/companies', '2001'].map((of) => ({ kind, of }))),
      ...live,
    },
  };
  return reading;
}

/** Values of unset members on the dated surface. */
const UNSET = {
  ...{ description: '', options: [], displayOrder: -1, formField: false, hidden: false, hasUniqueValue: false },
  ...{ dataSensitivity: 'non_sensitive', referencedObjectType: '', externalOptions: false, calculationFormula: '' },
  ...{ numberDisplayHint: '', textDisplayHint: '', showCurrencySymbol: false, currencyPropertyName: '' },
};

export function aProperty(name: string, fields: LiveResource['fields'] = {}, more: Partial<LiveResource> = {}) {
  const type = Array.isArray(fields['options'])
    ? { type: 'enumeration', fieldType: 'select' }
    : { type: 'string', fieldType: 'text' };
  const resource: LiveResource = {
    ...{ address: formatAddress('property', 'contacts', name), kind: 'property', basis: 'observed', defined: 'custom' },
    fields: { label: name, groupName: 'loyalty', ...UNSET, ...type, ...fields },
    ...more,
  };
  return resource;
}

export function compared(left: Reading, right: Reading, scope: SnapshotScope = {}): Comparison {
  return compareWith({ ...left, ...declare(left), source: 'account', scope }, right, aLedger());
}
