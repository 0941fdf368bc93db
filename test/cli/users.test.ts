import { expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';
import { aShell } from '../support/world.ts';

const NOTE = `objects:
  contacts:
    groups:
      contactinformation:
        properties:
          note: { label: Note, type: string, fieldType: text }
`;

test.each([
  ['the name if the token tells it', 'trueup-dev-token', 'documented', 'owner@dev-1001.example'],
  ['the id if a private app has the token', 'pat-na1-trueup-dev', 'dated', '\\d+'],
] as const)('drift, plan and ledger runs show %s', async (_, token, surface, user) => {
  const { service } = await aSandbox();
  const shell = await aShell({ env: { SANDBOX_TOKEN: token } });
  await shell.write('trueup.yaml', `${sandboxText(service.url, surface)}${NOTE}`);
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await service.admin(1001).editProperty('contacts', 'note', { label: 'Theirs' });
  for (const words of [['drift'], ['plan']]) {
    const { stdout } = await shell.run(...words);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(new RegExp(`changed by user ${user} on `));
  }
  expect((await shell.run('ledger', 'runs')).stdout).toMatch(new RegExp(`1 call, token of user ${user}\\n`));
});
