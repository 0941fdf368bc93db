/** Tests that an error does not repeat a credential that was typed in the wrong place. */

import { expect, test } from 'vitest';
import { aShell } from '../support/world.ts';

const TOKENS = {
  'a private app': 'pat-na1-1b2c3d4e-5f60-4a1b-8c2d-3e4f5a6b7c8d',
  'a refresh': 'eu1-1b2c3d4e-5f60-4a1b-8c2d-3e4f5a6b7c8d',
  'an access': 'CKjNoZOLMhIOQAEDAAAAQAAAAAAAAAAAAAEYgYIBIJ3l_Q0yFP-8kx2fJm7w',
  'a known': 'quiet-words-1',
};

const ADDRESSES = {
  plain: ['https://bob:S3cretPassw0rd@svc.example.test', 'S3cretPassw0rd'],
  'percent-encoded': ['https://bob:S3cret%50assw0rd@svc.example.test/x', 'S3cret%50'],
  'longer than a message': [`https://bob:S3cretPassw0rd.${'is-long.'.repeat(8)}@svc.example.test`, 'S3cret'],
  'with a slash in its password': ['ftp://bob:S3cret/Passw0rd@svc.example.test', 'Passw0rd'],
  'with an @ in its password': ['https://:S3cret@Passw0rd@svc.example.test', 'Passw0rd'],
} as const;

const COMMANDS: Readonly<Record<string, (token: string) => readonly string[]>> = {
  'an argument too many': (token) => ['plan', token],
  'a command': (token) => [token],
  'an option that is not known': (token) => ['plan', `--token=${token}`],
  'a file': (token) => ['validate', '-f', token],
  'a file in a folder': (token) => ['validate', '-f', `deep/${token}/trueup.yaml`],
  'a plan file': (token) => ['apply', token],
  'an account': (token) => ['validate', '--account', token],
  'a consent': (token) => ['plan', '--allow', token],
  'an address': (token) => ['plan', '--target', token],
};

test.each(
  Object.entries(TOKENS).flatMap(([what, token]) =>
    Object.entries(COMMANDS).map(([as, words]) => [what, as, token, words] as const),
  ),
)('%s token that is typed as %s is hidden', async (_what, _as, token, words) => {
  const shell = await aShell({ env: { SANDBOX_TOKEN: 'quiet-words-1' } });
  await shell.write('trueup.yaml', 'version: 1\naccounts: { sandbox: {}, production: {} }\n');
  for (const format of [[], ['--json']]) {
    const { code, stdout, stderr } = await shell.run(...words(token), ...format);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('[secret]');
    expect(stdout + stderr).not.toContain(token.slice(0, 12));
  }
});

test.each(
  Object.entries(ADDRESSES).flatMap(([what, [address, password]]) =>
    Object.entries(COMMANDS).map(([as, words]) => [what, as, address, password, words] as const),
  ),
)('the password of an address %s that is typed as %s is hidden', async (_what, _as, address, password, words) => {
  const shell = await aShell();
  await shell.write('trueup.yaml', 'version: 1\naccounts: { sandbox: {}, production: {} }\n');
  for (const format of [[], ['--json']]) {
    const { code, stdout, stderr } = await shell.run(...words(address), ...format);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain('[secret]');
    expect(stdout + stderr).not.toContain(password);
  }
});

test('names of files, folders and addresses are repeated as they are typed', async () => {
  const shell = await aShell({ env: { SANDBOX_TOKEN: 'quiet-words-1' } });
  const path = 'projects/Customers2024/schema/production_and_sandbox/trueup.yaml';
  expect((await shell.run('apply', path)).stderr).toContain(path);
  const address = 'propertee:contacts/a_name_with_many_words_and_4_digits_2024';
  expect((await shell.run('plan', '--target', address)).stderr).toContain(address);
});
