/** States of accounts to compare, and random ones. */

import fc from 'fast-check';
import { compareStates } from '../../../src/engine/comparison/comparison.ts';
import type { ComparingOptions } from '../../../src/engine/comparison/filters.ts';
import type { State } from '../../../src/engine/comparison/side.ts';
import { kindsOn } from '../../../src/kinds/index.ts';
import { addressOf, KIND_NAMES } from '../../../src/model/address.ts';
import type { Comparison } from '../../../src/model/comparison.ts';
import type { Snapshot, SnapshotResource } from '../../../src/model/snapshot.ts';

export function aSnapshot(resources: readonly SnapshotResource[], more: Partial<Snapshot> = {}): Snapshot {
  const { surface } = more.account ?? { surface: 'dated' as const };
  return {
    account: { name: 'sandbox', hubId: 1001, baseUrl: 'https://api.hubapi.com', surface },
    takenAt: '2026-11-22T10:00:00.000Z',
    kinds: kindsOn(surface).map(({ name, fields }) => ({ kind: name, shows: 'all', fields: Object.keys(fields) })),
    parts: KIND_NAMES.flatMap((kind) =>
      ['contacts', 'contacts/companies', '2001', 'visit'].map((of) => ({ kind, of })),
    ),
    resources,
    findings: [],
    ...more,
  };
}

export const PRODUCTION = {
  account: { name: 'production', hubId: 7007, baseUrl: 'https://api.hubapi.com', surface: 'dated' as const },
};

/** As the dated surface shows what nobody set. */
const UNSET = {
  ...{ description: '', options: [], displayOrder: -1, formField: false, hidden: false, hasUniqueValue: false },
  ...{ dataSensitivity: 'non_sensitive', referencedObjectType: '', externalOptions: false, calculationFormula: '' },
  ...{ numberDisplayHint: '', textDisplayHint: '', showCurrencySymbol: false, currencyPropertyName: '' },
};

export function aProperty(name: string, fields: SnapshotResource['fields'] = {}, more: Partial<SnapshotResource> = {}) {
  const resource: SnapshotResource = {
    address: addressOf('property', 'contacts', name),
    kind: 'property',
    defined: 'custom',
    fields: { label: name, groupName: 'loyalty', type: 'string', fieldType: 'text', ...UNSET, ...fields },
    ...more,
  };
  return resource;
}

export function compared(left: State, right: State, options?: ComparingOptions): Comparison {
  const operand = (state: State, name: string) =>
    ({ source: 'takenAt' in state ? 'account' : 'files', name, state }) as const;
  return compareStates(operand(left, 'left'), operand(right, 'right'), (surface) => kindsOn(surface), options);
}

const word = fc.constantFrom('gold', 'silver', 'bronze', '__proto__', 'constructor', 'a b');
const option = fc.record({
  value: word,
  label: word,
  description: fc.constantFrom('', 'text'),
  hidden: fc.boolean(),
  displayOrder: fc.integer({ min: -1, max: 3 }),
});
const property = fc
  .record({
    name: fc.constantFrom('tier', 'points', 'since', 'constructor'),
    label: word,
    displayOrder: fc.integer({ min: -1, max: 2 }),
    hidden: fc.boolean(),
    options: fc.uniqueArray(option, { selector: ({ value }) => value, maxLength: 4 }),
    defined: fc.constantFrom('custom' as const, 'default' as const),
    locked: fc.boolean(),
  })
  .map(({ name, defined, locked, ...fields }) =>
    aProperty(name, fields, { defined, ...(locked ? { locked: 'nobody can change it' } : {}) }),
  );
const subscription = fc
  .record({ app: fc.constantFrom('2001', '2002'), object: fc.boolean(), active: fc.boolean() })
  .map(
    ({ app, object, active }): SnapshotResource => ({
      address: addressOf('webhook-subscription', app, ...(object ? ['object.creation', '2-11'] : ['contact.creation'])),
      kind: 'webhook-subscription',
      fields: { active, eventTypeName: '' },
    }),
  );
const limit = fc.record({ type: fc.constantFrom('Board member', '7'), max: fc.integer({ min: 1, max: 3 }) }).map(
  ({ type, max }): SnapshotResource => ({
    address: addressOf('association-limit', 'contacts', 'companies', 'USER_DEFINED', type),
    kind: 'association-limit',
    fields: { maxToObjectIds: max },
  }),
);

const held = fc.uniqueArray(fc.oneof(property, subscription, limit), {
  selector: ({ address }) => address,
  maxLength: 8,
});
const unread = fc.option(fc.constant({ because: 'read-failed', reason: 'It was refused.' }), { nil: undefined });

/** Of one of two accounts, with reads that failed. */
export const states: fc.Arbitrary<Snapshot> = fc
  .record({ held, unread, first: fc.boolean(), app: fc.constantFrom('2001', '2002'), named: fc.boolean() })
  .map(({ held: resources, unread: cause, first, app, named }) => {
    const typeIds = named ? { cars: '2-11' } : {};
    const made = aSnapshot(resources, { ...(first ? {} : PRODUCTION), apps: { [app]: 'appId' }, typeIds });
    const parts = made.parts.map((part) =>
      cause !== undefined && part.kind === 'property' ? { ...part, unread: cause } : part,
    );
    return { ...made, parts };
  });
