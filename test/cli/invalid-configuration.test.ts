/** Tests that no command takes an account, its settings or its token from a configuration with an error. */

import { beforeEach, describe, expect, test } from 'vitest';
import type { Checkup } from '../../src/model/checkup.ts';
import { sandboxText } from '../support/project.ts';
import { aSandbox, type Sandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

let service: Sandbox['service'];
let shell: Sandbox['shell'];

beforeEach(async () => {
  ({ service, shell } = await aSandbox());
});

const COMMANDS = [['drift'], ['list', 'property-group'], ['list', '--undeclared']];

/** Returns a project whose account is valid. */
const withMore = (more: string) => (url: string) => `${sandboxText(url)}${more}\n`;

describe.each(COMMANDS.map((words) => [words.join(' '), words] as const))('%s', (_, words) => {
  test.each([
    ['a tab in the policy', withMore('policy:\n\tallow: []'), 'yaml-tab-as-indent'],
    ['an unknown section', withMore('polcy: 1'), 'unknown-key'],
    ['an unknown key in the policy', withMore('policy: { drift: hold }'), 'unknown-key'],
    ['a tab in the objects', withMore('objects:\n\tcontacts: {}'), 'yaml-tab-as-indent'],
    ['an unknown key in the objects', withMore('objects: { contacts: { propertys: {} } }'), 'unknown-key'],
    ['an include without a file', withMore('include: [none.yaml]'), 'include-unmatched'],
    ['a malformed id', (url: string) => sandboxText(url).replace('1001', '10o1'), 'wrong-type'],
    [
      'an accounts section that is not closed',
      () => 'version: 1\naccounts: { dev: { hubId: 1001,\n',
      'yaml-bad-indent',
    ],
  ])('stops for %s, and makes no call', async (_what, text, code) => {
    await shell.write('trueup.yaml', text(service.url));
    const before = (await service.calls()).length;
    const { code: exit, document } = await shell.json(...words);
    expect([exit, document]).toMatchObject([3, { code: 'config-invalid', findings: [{ code }] }]);
    expect(await service.calls()).toHaveLength(before);
  });
});

describe('broken YAML without accounts', () => {
  const BROKEN = 'version: 1\nobjects:\n\tcontacts: {}\n';

  /** Returns a folder whose variables define the account. */
  const aBroken = async () => {
    const other = await aShell({ env: { TRUEUP_BASE_URL: service.url, TRUEUP_ACCESS_TOKEN: 'trueup-dev-token' } });
    await other.write('b1.yaml', BROKEN);
    return other;
  };

  test.each(
    [...COMMANDS, ['plan'], ['revert'], ['ledger', 'adopt', 'property:contacts/a'], ['auth', 'status']].map(
      (words) => [words] as const,
    ),
  )('is the error of %j', async (words) => {
    const { code, stderr } = await (await aBroken()).run(...words, '-f', 'b1.yaml');
    expect(code).toBe(3);
    expect(stderr).toContain('error[yaml-tab-as-indent] b1.yaml:3:1');
    expect(stderr).not.toContain('no-credentials');
  });

  test('is a problem for doctor, which checks no token', async () => {
    const { code, document } = await (await aBroken()).json('doctor', '-f', 'b1.yaml');
    const { account, checks } = document as Checkup;
    expect([code, account.name]).toEqual([1, null]);
    expect(checks.find(({ check }) => check === 'configuration')).toMatchObject({ status: 'problem' });
    expect(checks.find(({ check }) => check === 'token')).toEqual({
      check: 'token',
      status: 'warning',
      message: 'Skipped: correct the configuration first.',
    });
    expect(await service.calls()).toEqual([]);
  });
});
