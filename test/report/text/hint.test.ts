// biome-ignore-all lint/suspicious/noTemplateCurlyInString: an interpolation of the configuration, not of this language
import { describe, expect, it, test } from 'vitest';
import type { Fix } from '../../../src/model/fix.ts';
import { adviceLines } from '../../../src/report/text/hint.ts';
import { wrap } from '../../../src/report/text/layout.ts';
import { aStyle } from '../../support/builders.ts';

const ADDRESS = 'property:contacts/a_rather_long_internal_name_of_a_property';
const INDENT = { first: '  help: ', rest: '        ' };
const WIDTHS = [40, 60, 80, 100];

const lines = (fix: Fix, width: number, face: 'terminal' | 'action' = 'terminal') =>
  adviceLines({ hint: 'Look at it.', fix: [fix] }, aStyle({ width, face }), INDENT);

describe.each(WIDTHS)('in %i columns', (width) => {
  it.each<[Fix, string, 'terminal' | 'action']>([
    [{ action: 'allow', risk: 'option-removal', address: ADDRESS }, `--allow option-removal=${ADDRESS}`, 'terminal'],
    [{ action: 'overwrite', addresses: [ADDRESS] }, `--overwrite ${ADDRESS}`, 'terminal'],
    [
      { action: 'target', addresses: [ADDRESS, 'property:deals/x'] },
      `--target ${ADDRESS} --target property:deals/x`,
      'terminal',
    ],
    [{ action: 'set-developer-key', app: '2001' }, 'apps: { "2001": { developerKey: "${env.NAME}" } }', 'terminal'],
    [{ action: 'overwrite', addresses: [ADDRESS] }, `overwrite: ${ADDRESS}`, 'action'],
    [{ action: 'list-ledger' }, 'trueup ledger list', 'terminal'],
  ])('what is to be typed for %o stands on one line', (fix, typed, face) => {
    expect(lines(fix, width, face).filter((line) => line.includes(typed))).toHaveLength(1);
  });

  it('code between backticks is not broken, in a hint and in a message', () => {
    const text = 'Somebody who looks at this can set `surface: dated` in the account, or `a: { b: c, d: e, f: g }`.';
    for (const broken of [wrap(text, width, INDENT), adviceLines({ hint: text }, aStyle({ width }), INDENT)]) {
      expect(broken.filter((line) => line.includes('`surface: dated`'))).toHaveLength(1);
      expect(broken.filter((line) => line.endsWith('`a: { b: c, d: e, f: g }`.'))).toHaveLength(1);
    }
  });
});

test('prose around code is wrapped, and code is not followed by a full stop', () => {
  expect(lines({ action: 'allow', risk: 'option-removal', address: ADDRESS }, 60)).toEqual([
    '  help: Look at it.',
    '        Allow it in a new plan with',
    `        --allow option-removal=${ADDRESS}`,
  ]);
});

test('a single backtick is printed as text', () => {
  expect(wrap('one ` two three', 8, { first: '', rest: '' })).toEqual(['one `', 'two', 'three']);
  expect(wrap('a  b', 80, { first: '', rest: '' })).toEqual(['a  b']);
});

test('the hint to start a project repeats npx and the folder', () => {
  const typed = { npx: true, directory: 'crm', files: ['crm.yaml'], account: 'sandbox' };
  const advice = { fix: [{ action: 'start-project' } as const] };
  const [command] = adviceLines(advice, aStyle({ typed }), { first: '', rest: '' }).slice(-1);
  expect(command).toBe('npx trueup init -C crm');
});

test('an account of a fleet is changed by a rollout, and not by an apply', () => {
  const typed = { files: ['crm.yaml'], hubId: 5001 };
  const advice = { fix: [{ action: 'apply', addresses: [ADDRESS] } as const] };
  const [command] = adviceLines(advice, aStyle({ typed }), { first: '', rest: '' }).slice(-1);
  expect(command).toBe('trueup fleet plan --only 5001 -f crm.yaml');
});
