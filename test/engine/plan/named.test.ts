import { expect, test } from 'vitest';
import { unknownNames, unusedConsents } from '../../../src/engine/plan/named.ts';
import { nearHint } from '../../../src/model/nearest.ts';

const KNOWN = new Set(['property:contacts/loyaltytier', 'property:companies/tier', 'property-group:contacts/loyalty']);
const WHERE = 'that is declared';

test('each unknown address is reported with its purpose and the nearest address', () => {
  const findings = unknownNames(
    {
      targets: ['property:contacts/loyaltyteir', 'property:contacts/*', 'property:deals/*'],
      overwrite: ['property:contact/loyaltytier', 'property:contacts/loyaltytier'],
      allow: [
        { risk: 'option-removal', address: 'property:companies/tiers' },
        { risk: 'type-change' },
        { risk: 'type-change', address: 'property:companies/tier' },
      ],
    },
    KNOWN,
    WHERE,
  );
  expect(findings).toEqual([
    {
      code: 'target-unknown',
      severity: 'error',
      message: 'The target property:contacts/loyaltyteir matches nothing that is declared.',
      hint: 'Did you mean property:contacts/loyaltytier?',
    },
    {
      code: 'target-unknown',
      severity: 'error',
      message: 'The target property:deals/* matches nothing that is declared.',
      hint: 'Addresses look like property:contacts/loyaltytier. End an address with * to match every address that begins with it.',
    },
    {
      code: 'address-unmatched',
      severity: 'error',
      message: 'The address to overwrite, property:contact/loyaltytier, matches nothing that is declared.',
      hint: 'Did you mean property:contacts/loyaltytier?',
      address: 'property:contact/loyaltytier',
    },
    {
      code: 'address-unmatched',
      severity: 'error',
      message: 'The consent to option-removal at property:companies/tiers matches nothing that is declared.',
      hint: 'Did you mean property:companies/tier?',
      address: 'property:companies/tiers',
    },
  ]);
});

test.each([
  ['property:contacts/loyaltytie', 'Did you mean property:contacts/loyaltytier?'],
  ['property:contacts/other', undefined],
  ['property:tickets/loyaltytier', undefined],
  ['property-group:contacts/loyaltytier', undefined],
  ['property-group:contacts/loyality', 'Did you mean property-group:contacts/loyalty?'],
  ['property:contact/loyaltytiers', 'Did you mean property:contacts/loyaltytier?'],
  ['property:tickets/loyaltytiers', undefined],
  ['property:contacts', undefined],
  ['property:contacts/loyaltytier/x', undefined],
])('near %s is %s: parts are compared, not the whole', (address, hint) => {
  expect(nearHint(address, KNOWN)).toBe(hint);
});

test('an address with blanks gets its encoded form as the nearest address', () => {
  const known = ['event-definition-property:Order.Placed/Tot%20al'];
  expect(nearHint('event-definition-property:Order.Placed/Tot al', known)).toBe(`Did you mean ${known[0]}?`);
  expect(nearHint('event-definition-property:Order.Placd/Tot al', known)).toBe(`Did you mean ${known[0]}?`);
});

test('an address that is like none is told with what to do about it', () => {
  expect(unknownNames({ overwrite: ['property:quotes/x'] }, KNOWN, WHERE).map(({ hint }) => hint)).toEqual([
    'Correct the address, such as property:contacts/loyaltytier.',
  ]);
  const wide = { risk: 'property-removal', address: 'property:contacts/legacy_*' } as const;
  expect(unknownNames({ allow: [wide] }, KNOWN, WHERE)).toMatchObject([
    {
      message: 'The consent to property-removal at property:contacts/legacy_* matches nothing that is declared.',
      hint: 'Correct the address or pattern, such as property:contacts/loyaltytier or property:contacts/old_*.',
    },
  ]);
  expect(unusedConsents([{ risk: 'type-change', address: 'property:contacts/loyaltytiers' }], KNOWN)).toStrictEqual([
    {
      code: 'consent-unused',
      severity: 'warning',
      message:
        'The consent to type-change at property:contacts/loyaltytiers matches nothing that is declared or was ever in the ledger.',
      hint: 'Did you mean property:contacts/loyaltytier?',
      address: 'property:contacts/loyaltytiers',
    },
  ]);
});

test('a consent of the policy that names nothing is a warning where it is written', () => {
  const provenance = { file: 'trueup.yaml', line: 9, column: 5 };
  expect(
    unusedConsents(
      [
        { risk: 'limit-purge', address: 'property:contacts/elsewhere', provenance },
        { risk: 'option-removal', address: 'property:companies/tier' },
        { risk: 'option-removal' },
      ],
      KNOWN,
    ),
  ).toEqual([
    {
      code: 'consent-unused',
      severity: 'warning',
      message:
        'The consent to limit-purge at property:contacts/elsewhere matches nothing that is declared or was ever in the ledger.',
      hint: 'Remove it, or correct its address.',
      address: 'property:contacts/elsewhere',
      provenance,
    },
  ]);
});
