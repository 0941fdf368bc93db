import { expect, test } from 'vitest';
import { referenceFindings } from '../../../src/engine/rules/references.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Kind } from '../../../src/model/kind.ts';
import type { Live } from '../../../src/model/live.ts';
import { aKind, NO_CALL, READER } from '../a-kind.ts';

const HERE = 'property:contacts/here';
const GONE = 'property:contacts/gone';

function said(needed: Address, reader: Kind['reader'], more: Partial<Live> = {}, own: Partial<Kind> = {}) {
  const kind = aKind({ reader, mentions: () => [needed], ...own });
  const provenance = { file: 'trueup.yaml', line: 3, column: 1 };
  const desired = { resources: [{ address: HERE, kind: kind.name, spec: {}, provenance } as const] };
  const live = { resources: new Map(), complete: true, unseen: new Set<Address>(), findings: [], reads: 0, ...more };
  return referenceFindings(desired, live, [kind]).map(({ code, message, hint }) => [code, message, hint]);
}

test('an address that a complete read does not show is missing', () => {
  expect(said(GONE, READER)).toEqual([
    [
      'reference-missing',
      `${HERE} needs ${GONE}, which is neither declared nor in the account.`,
      'Declare it, or correct the name.',
    ],
  ]);
});

test('a property that a subscription watches in vain is reported with the effect', () => {
  const near = new Map([[GONE, 'Did you mean property:contacts/here?']] as const);
  expect(said(GONE, READER, { near }, { app: () => '2001' })).toEqual([
    [
      'reference-missing',
      `${HERE} needs ${GONE}, which is neither declared nor in the account. Without it, nothing is sent for this account.`,
      'Did you mean property:contacts/here? Declare it, or correct the name. If another account that uses the app has it, this is fine.',
    ],
  ]);
});

test('an address of an unreadable kind is never reported as missing', () => {
  const unseen = [
    ['reference-unseen', `${HERE} needs ${GONE}, and it is unknown whether that exists.`, 'If it exists this is fine.'],
  ];
  expect(said(GONE, NO_CALL)).toEqual(unseen);
  expect(said(GONE, { ...READER, proves: 'existence' })).toEqual(unseen);
});

test('an address behind a refused read is not reported as missing', () => {
  const untold = (address: Address) => ({ untold: new Set([address]), near: new Map([[address, 'Did you mean it?']]) });
  expect([said(GONE, READER, untold(GONE)), said(HERE, READER, untold(HERE))]).toEqual([
    [
      [
        'reference-unseen',
        `${HERE} needs ${GONE}, and it is unknown whether that exists.`,
        'Did you mean it? If it exists this is fine.',
      ],
    ],
    [
      [
        'reference-unseen',
        `${HERE} cannot be created as it is declared, and it is unknown whether it exists.`,
        'Did you mean it? If it exists this is fine.',
      ],
    ],
  ]);
});

test('a kind has its own message for an unseen reference', () => {
  const unshown = (address: Address, by: Address) => ({ message: `${by} wants ${address}.`, hint: 'Look.' });
  expect(said(HERE, { ...READER, proves: 'existence', unshown })).toEqual([
    ['reference-unseen', `${HERE} wants ${HERE}.`, 'Look.'],
  ]);
});
