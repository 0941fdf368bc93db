/** Tests of a pull as text. It claims only read resources, and lists each option. */

import { expect, test } from 'vitest';
import type { Address } from '../../../src/model/address.ts';
import { PULL_FORMAT, type Pull } from '../../../src/model/pull.ts';
import { pullCounts, pullText } from '../../../src/report/text/pull.ts';
import { aStyle } from '../../support/builders.ts';

const aPull = (members: Partial<Pull> = {}): Pull => ({
  format: PULL_FORMAT,
  account: { name: 'sandbox', hubId: 1001 },
  ...{ objectTypes: ['contacts'], complete: true, files: [], taken: [], unrecorded: [], conflicts: [] },
  ...{ pending: [], gone: [], left: [], unread: [], findings: [] },
  ...members,
});

const address = 'property:contacts/tier' as Address;
const provenance = { file: 'a.yaml', line: 3, column: 5 };

test('files are called up to date only where all was read and agrees', () => {
  expect(pullCounts(aPull(), true)).toBe('Nothing to write: the files are up to date.');
  expect(pullCounts(aPull({ complete: false }), true)).toBe(
    'Nothing to write. A read failed, so the files may not be up to date.',
  );
  const conflict = { address, field: 'label', declared: 'A', live: 'B', reason: 'Both changed.', provenance };
  expect(pullCounts(aPull({ conflicts: [conflict] }), true)).toBe('Nothing to write. 1 conflict.');
});

test('a conflict in options shows only the differing options', () => {
  const declared = [
    { value: 'a', label: 'Alpha' },
    { value: 'b', label: 'Beta' },
  ];
  const live = [
    { value: 'a', label: 'Alpha', description: '', displayOrder: 0, hidden: false },
    { value: 'x', label: 'Colleague', description: '', displayOrder: 1, hidden: false },
  ];
  const conflict = { address, field: 'options', declared, live, reason: 'It is an alias.', provenance };
  expect(pullText(aPull({ conflicts: [conflict] }), aStyle())).toContain(`\
      It is an alias. From the files to the account:
      - b  "Beta"
      + x  "Colleague"
  To take a value of the account, write it into the file. To set the value of the file, run plan and
  apply.
`);
});

test('a kind read by name gets an example address, an unreadable kind does not', () => {
  const unread = { kind: 'webhook-subscription', reason: 'No call lists them.' } as const;
  const text = pullText(aPull({ unread: [{ ...unread, byName: true }] }), aStyle());
  expect(text).toContain('webhook-subscription:2001/*');
  expect(text).not.toContain('association-limit');
  expect(text).not.toContain('ledger adopt');
  const closed = pullText(aPull({ unread: [unread] }), aStyle());
  expect(closed).toContain('trueup ledger adopt ADDRESS');
  expect(closed).not.toContain('2001');
});

test('a pull that writes files ends with the settings that no call shows', () => {
  const notCovered = [{ what: 'Record layouts', where: 'Settings > Objects > [object]' }];
  const files = [{ path: 'trueup.yaml', before: null, text: 'version: 1\n' }];
  const lines = '\n\nNot covered, set by hand in HubSpot:\n  Record layouts: Settings > Objects > [object]\n';
  expect(pullText(aPull({ notCovered, files }), aStyle()).endsWith(lines)).toBe(true);
  expect(pullText(aPull({ notCovered }), aStyle())).not.toContain('Not covered');
  expect(pullText(aPull({ files }), aStyle())).not.toContain('Not covered');
});

test('resources that are only recorded are listed, pulled resources appear once', () => {
  const other = 'property:contacts/points' as Address;
  const taken = [{ address, kind: 'property', file: 'a.yaml', fields: [] }] as const;
  const text = pullText(aPull({ taken, unrecorded: [address, other] }), aStyle());
  expect(text).toContain(`As the account has them, and new to the ledger: ${other}\n`);
  expect(pullText(aPull({ taken, unrecorded: [address] }), aStyle())).not.toContain('new to the ledger');
});

test('undeclared object types are listed with the command that reads them', () => {
  const text = (objectTypes: readonly string[], complete: boolean) =>
    pullText(aPull({ otherObjects: { objectTypes, complete } }), aStyle());
  expect(text(['boats', 'tickets'], true)).toContain(`\
Not included: boats, tickets. To include them:
  trueup pull --object boats --object tickets
`);
  expect(text([], true)).not.toContain('not read');
  expect(text([], false)).toContain('The list of custom objects could not be read.');
});

test('each field missing in a declaration is listed above the undeclared resources', () => {
  const reason = 'Option "b": The string "B\\tx" contains a control character.';
  const without = ['p1', 'p2', 'p3', 'p4'].map((name) => ({
    ...{ address: `property:contacts/${name}` as Address, field: 'options', because: 'text-control-character', reason },
  }));
  const own = { address, because: 'service-defined', reason: 'Defined by HubSpot, so trueup does not manage it.' };
  const text = pullText(aPull({ left: [own, ...without] }), aStyle());
  for (const one of without)
    expect(text).toContain(`  ${one.address} options (text-control-character)\n    ${reason}\n`);
  expect(text).toContain('declare it by hand.\n\n');
  expect(text).toContain(`Not declared:\n  service-defined (1): ${address}\n`);
});
