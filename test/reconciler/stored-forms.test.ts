import { expect, test } from 'vitest';
import { kindsOn } from '../../src/kinds/index.ts';
import type { Fields } from '../../src/model/json.ts';
import type { LedgerRecord } from '../../src/model/ledger.ts';
import type { DeclaredState, Snapshot } from '../../src/model/snapshot.ts';
import { inStoredForm } from '../../src/reconciler/stored-forms.ts';
import { aProperty, aSnapshot, compared, PRODUCTION } from '../engine/comparison/states.ts';
import { aRecord } from '../support/builders.ts';

const ADDRESS = 'property:contacts/tier';
const [gold, silver] = [
  { value: 'Gold', label: 'GOLD' },
  { value: 'silver', label: 'Silver' },
];
/** As the service stores the first. */
const small = { value: 'gold', label: 'GOLD' };

const declaring = (fields: Fields): DeclaredState => ({
  account: { name: 'sandbox', hubId: 1001, baseUrl: 'https://api.hubapi.com', surface: 'dated' },
  resources: [{ address: ADDRESS, kind: 'property', fields }],
});

/** Of the fields of the resource that differ, as a comparison of files with an account tells them. */
function differing(fields: Fields, record: Partial<LedgerRecord>, read: Snapshot): readonly string[] {
  const records = { [ADDRESS]: aRecord({ address: ADDRESS, fields, ...record }) };
  const state = inStoredForm(declaring(fields), read, { records, kinds: kindsOn('dated') });
  const { resources } = compared(state, read);
  return resources.flatMap((one) => one.fields.map(({ field }) => field));
}

test.each<[string, Fields, Fields, Fields, readonly string[]]>([
  ['a text', { label: 'Tier' }, { label: 'tier' }, { label: 'tier' }, []],
  ['a text that somebody changed since', { label: 'Tier' }, { label: 'tier' }, { label: 'Level' }, ['label']],
  [
    'one of two texts',
    { label: 'Tier', description: 'A' },
    { label: 'tier' },
    { label: 'tier', description: 'B' },
    ['description'],
  ],
  ['an option', { options: [gold, silver] }, { options: [small, silver] }, { options: [small, silver] }, []],
  [
    'options in another order',
    { options: [silver, gold] },
    { options: [gold, silver] },
    { options: [gold, silver] },
    [],
  ],
  [
    'an option beside one of others',
    { options: [gold] },
    { options: [small] },
    { options: [small, silver] },
    ['options'],
  ],
  [
    'an option that is gone',
    { options: [gold, silver] },
    { options: [small, silver] },
    { options: [small] },
    ['options'],
  ],
])('what the service stored of %s in its own form is what the files declare', (_, declared, stored, live, expected) => {
  const read = aSnapshot([aProperty('tier', live)]);
  expect(differing(declared, { stored }, read)).toEqual(expected);
});

test('without a record of it, for another account, and for what was declared since, the form is a difference', () => {
  const [declared, stored] = [{ label: 'Tier' }, { label: 'tier' }];
  const read = (more: Partial<Snapshot> = {}) => aSnapshot([aProperty('tier', stored)], more);
  expect(differing(declared, {}, read())).toEqual(['label']);
  expect(differing(declared, { stored }, read(PRODUCTION))).toEqual(['label']);
  expect(differing(declared, { stored, fields: { label: 'TIER' } }, read())).toEqual(['label']);
});
