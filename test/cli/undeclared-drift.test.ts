/** Tests that the steps after a drift end it, also if the drifted resource left the files. */

import { expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

const textOf = (url: string, ...names: readonly string[]): string =>
  `${sandboxText(url, 'dated')}objects:
  contacts:
    groups:
      dg:
        displayName: Drift
        properties: { ${names.map((name) => `${name}: { label: ${name}, type: string, fieldType: text }`).join(', ')} }
`;

test('the steps after a drift end it', async () => {
  const { service, shell } = await aSandbox((url) => textOf(url, 'd1', 'd2', 'd3', 'd4'));
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  await service.admin(1001).editProperty('contacts', 'd2', { label: 'Theirs' });
  await service.admin(1001).archiveProperty('contacts', 'd3');
  await service.admin(1001).archiveProperty('contacts', 'd4');
  await shell.write('trueup.yaml', textOf(service.url, 'd1', 'd3'));
  const read = async () => {
    const { code, stdout } = await shell.run('drift');
    return { code, steps: stdout.match(/^ *(?:help: )?trueup .*$/gm)?.map((step) => step.trim()), stdout };
  };
  const first = await read();
  expect(first).toMatchObject({
    code: 2,
    steps: ['trueup ledger forget property:contacts/d2', 'trueup pull --drift', 'trueup apply'],
  });
  expect(first.stdout.replace(/\s+/g, ' ')).toContain(
    'property:contacts/d2 is no longer declared, so an apply or a pull leaves its drift as it is.',
  );
  expect(await shell.run('ledger', 'forget', 'property:contacts/d2')).toMatchObject({ code: 0 });
  expect(await shell.run('pull', '--drift')).toMatchObject({
    stdout: expect.stringContaining('to accept that, delete it from the files: property:contacts/d3'),
  });
  await shell.write('trueup.yaml', textOf(service.url, 'd1'));
  expect(await read()).toMatchObject({ code: 2, steps: ['trueup apply'] });
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  expect(await read()).toMatchObject({ code: 0 });
});

test('drift reports a declared resource without advice about the files', async () => {
  const { service, shell } = await aSandbox((url) => textOf(url, 'd1'));
  expect(await shell.run('apply', '--auto-approve')).toMatchObject({ code: 0 });
  await service.admin(1001).editProperty('contacts', 'd1', { label: 'Theirs' });
  const { document } = await shell.json('drift', '--json');
  expect(document).toMatchObject({ findings: [], resources: [{}, { status: 'drifted' }] });
  expect(JSON.stringify(document)).not.toContain('undeclared');
});
