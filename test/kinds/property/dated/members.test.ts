import { describe, expect, it } from 'vitest';
import { property } from '../../../../src/kinds/property/index.ts';
import { DATED_MEMBERS } from '../../../../src/kinds/property/members.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { Json } from '../../../../src/model/json.ts';
import { captured, capturedDated } from '../example.ts';

const plain = { ...captured, options: undefined, retire: undefined, type: 'string', fieldType: 'text' };
const owner = { type: 'enumeration', fieldType: 'select', externalOptions: true, referencedObjectType: 'OWNER' };

type Given = Readonly<Record<string, Json | undefined>>;

/** Severity, code and path of each issue. */
function issues(surface: 'dated' | 'documented', captured: Given): readonly string[] {
  const kind = property(surface, NO_NAMES);
  const given = Object.fromEntries(
    Object.entries(captured).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  const spec = kind.spec(given);
  return spec === undefined
    ? []
    : kind.check(spec).map(({ severity, code, path }) => `${severity} ${code} ${path.join('.')}`);
}

describe('the members that the dated surface alone has', () => {
  it.each<[string, Given, readonly string[]]>([
    ['a hidden property', { hidden: true }, []],
    ['a currency', { showCurrencySymbol: true, currencyPropertyName: 'code' }, []],
    [
      'a currency without its symbol',
      { currencyPropertyName: 'code' },
      ['warning currency-symbol-missing currencyPropertyName'],
    ],
    [
      'a currency with its symbol off',
      { showCurrencySymbol: false, currencyPropertyName: 'code' },
      ['warning currency-symbol-missing currencyPropertyName'],
    ],
    ['users as options', owner, []],
    ['options that are not external', { externalOptions: false }, []],
    [
      'external options of nobody',
      { ...owner, referencedObjectType: undefined },
      ['warning external-options-incomplete externalOptions'],
    ],
    [
      'external options beside declared ones',
      { ...owner, options: [{ value: 'a', label: 'A' }] },
      ['warning external-options-incomplete externalOptions'],
    ],
    [
      'users as options of a text',
      { ...owner, type: 'string', fieldType: 'text' },
      ['warning external-options-incomplete externalOptions'],
    ],
    [
      'a reference without external options',
      { ...owner, externalOptions: undefined, options: [] },
      ['warning external-options-incomplete referencedObjectType', 'warning options-missing options'],
    ],
    ['a formula', { fieldType: 'calculation_equation', calculationFormula: 'a' }, []],
    [
      'a formula that we cannot read',
      { fieldType: 'calculation_equation', calculationFormula: 'a b' },
      ['warning formula-unread calculationFormula'],
    ],
    ['a formula of a text', { calculationFormula: 'a' }, ['warning formula-field-type fieldType']],
  ])('%s', (_, more, found) => {
    expect([...issues('dated', { ...plain, ...more })].sort()).toEqual(found);
  });

  it.each([
    ['a ** b', 'expected a value, found "*"', 4],
    ['a +', 'expected a value, found the end of the formula', 4],
    [`a ${'b'.repeat(100)}`, `expected an operator, found "${'b'.repeat(39)}…"`, 3],
  ])('of the formula %j says where it stops and why', (calculationFormula, why, at) => {
    const kind = property('dated', NO_NAMES);
    const issues = kind.checkGiven({ calculationFormula });
    expect(issues).toEqual([
      {
        code: 'formula-unread',
        severity: 'warning',
        path: ['calculationFormula'],
        message: `The formula cannot be read at character ${at}: ${why}.`,
        hint: 'Correct it. If the service accepts it, ignore this: the names in it are then not checked.',
      },
    ]);
  });

  it('are errors on the documented surface', () => {
    const given = {
      ...capturedDated,
      validation: { EMAIL: true },
      externalOptions: false,
      referencedObjectType: 'OWNER',
    };
    expect(issues('documented', given).filter((issue) => issue.includes('member-needs-dated'))).toEqual(
      DATED_MEMBERS.map((member) => `error member-needs-dated ${member}`),
    );
    expect(
      property('documented', NO_NAMES).check(property('documented', NO_NAMES).spec(given) as never)[0],
    ).toMatchObject({
      message: 'hidden can only be declared for an account that uses the dated surface.',
      hint: 'Set `surface: dated` in the account, or remove hidden.',
    });
  });

  it.each([
    ['dataSensitivity', 'secret'],
    ['referencedObjectType', 'CONTACT'],
    ['numberDisplayHint', ''],
    ['calculationFormula', ''],
  ])('%s cannot be %j', (member, value) => {
    const level = property('dated', NO_NAMES).levels.at(-1);
    expect(level?.fields[member]?.safeParse(value).success).toBe(false);
  });
});
