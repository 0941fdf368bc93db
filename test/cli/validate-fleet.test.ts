import { expect, it } from 'vitest';
import { aShell } from '../support/world.ts';

const project = (fleet: string, label = 'Card') => `version: 1
${fleet}
objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty
        properties: { card: { label: "${label}", type: string, fieldType: text, dataSensitivity: sensitive } }
`;

it('files of a fleet are checked as the surface of the fleet takes them', async () => {
  const shell = await aShell();
  await shell.write('trueup.yaml', project('fleet: {}', `\${values.programme}`));
  expect(await shell.run('validate')).toMatchObject({ code: 0, stdout: '1 file, 1 account: no findings.\n' });
  await shell.write('trueup.yaml', project('fleet: { surface: documented }'));
  expect((await shell.run('validate')).stdout).toContain('error[member-needs-dated]');
});

it('credentials in the environment select the surface of that account', async () => {
  const shell = await aShell({ env: { TRUEUP_ACCESS_TOKEN: 'pat-na1-0000', TRUEUP_SURFACE: 'documented' } });
  await shell.write('trueup.yaml', project('fleet: { surface: dated }'));
  expect((await shell.run('validate')).stdout).toContain('error[member-needs-dated]');
});
