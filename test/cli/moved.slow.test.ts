/** Tests of a record that moves to a new address of the files: nothing is sent, and the next plan is empty. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';
import { faults } from '../support/schemas.ts';

const events = (name: string) =>
  `eventDefinitions: { ${name}: { properties: { total: { label: Total, type: number } } } }\n`;
const ADDRESS = 'event-definition-property';
const MOVED = `moved: { from: ${ADDRESS}:order_placed/total, to: ${ADDRESS}:pe1001_order_placed/total }\n`;

test('moving an event to its other name only renames the record', async () => {
  const { service, shell } = await aSandbox((url) => sandboxText(url) + events('order_placed'));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  const before = await service.snapshot(1001);
  await shell.write('trueup.yaml', sandboxText(service.url) + events('pe1001_order_placed') + MOVED);
  const planned = await shell.run('plan', '-o', 'reviewed.json');
  expect(planned.stdout).toContain('0 writes to make');
  expect(planned.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `Apply moves 1 record to another address, without any calls: ${ADDRESS}:order_placed/total -> ${ADDRESS}:pe1001_order_placed/total.`,
  );
  expect(planned.stdout.replaceAll(/\s+/g, ' ')).toContain(
    `Only the files say that they are the same, so they are recorded as found, not as created by trueup: ${ADDRESS}:pe1001_order_placed/total.`,
  );
  expect(
    await faults('plan.schema.json', JSON.parse(await readFile(join(shell.cwd, 'reviewed.json'), 'utf8'))),
  ).toEqual([]);
  expect(await shell.run('apply', 'reviewed.json')).toMatchObject({ code: 0 });
  expect(await service.snapshot(1001)).toEqual(before);
  const { document } = await shell.json('ledger', 'list');
  expect(document).toMatchObject({
    records: { [`${ADDRESS}:pe1001_order_placed/total`]: { fields: { label: 'Total' }, found: 'recorded' } },
  });
  const after = await shell.run('plan');
  expect(after.stdout).toContain('info[moved-spent] trueup.yaml:5:8');
  expect(after.stdout).toContain('Nothing to do: 1 unchanged');
});

test('the same change is a create if the moved entry is missing', async () => {
  const { service, shell } = await aSandbox((url) => sandboxText(url) + events('order_placed'));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await shell.write('trueup.yaml', sandboxText(service.url) + events('pe1001_order_placed'));
  expect((await shell.run('plan')).stdout).toContain('1 to create');
});

test('a run from before the move is reverted under the new address', async () => {
  const dated = (url: string) => sandboxText(url, 'dated');
  const { service, shell } = await aSandbox((url) => dated(url) + events('order_placed'));
  await shell.run('apply', '--auto-approve');
  const relabelled = (name: string) => events(name).replace('label: Total', 'label: Sum');
  await shell.write('trueup.yaml', dated(service.url) + relabelled('order_placed'));
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await shell.write('trueup.yaml', dated(service.url) + relabelled('pe1001_order_placed') + MOVED);
  const { document } = await shell.json('revert', '-o', 'back.json');
  expect(document).toMatchObject({ changes: [{ address: `${ADDRESS}:pe1001_order_placed/total`, action: 'update' }] });
});
