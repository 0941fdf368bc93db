/** Tests of a pull that writes its files but fails to record them. Its forecast of the next pull is true. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { undiciTransport } from '../../src/client/index.ts';
import { createReconciler, fileStore, parseProject } from '../../src/index.ts';
import { watched } from '../laws/world.ts';
import { counting, testClock } from '../ledger/clock.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

const words = (text: string) => text.replace(/\s+/g, ' ');

const DOCUMENTED = { surface: 'documented' } as const;
const TIER = 'property:contacts/loyaltytier';

test('a concurrent apply leaves the pulled files unchanged, and the next plan shows it', async () => {
  const { service, shell } = await aSandbox((url) => projectText(url, DOCUMENTED));
  const { cwd } = shell;
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  const label = async (text: string) => {
    const url = `${service.url}/properties/v2/contacts/properties/named/loyaltytier`;
    const headers = { authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ label: text }) })).status).toBe(200);
  };
  await label('Colleague');
  const inside = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const transport = watched(undiciTransport(), async (_, path) => {
    if (path.startsWith('GET')) return;
    inside.resolve();
    await go.promise;
  });
  const store = { dir: join(cwd, '.trueup'), name: 'sandbox', clock: testClock(), newId: counting('a') };
  const ann = createReconciler({
    config: parseProject([{ path: 'trueup.yaml', text: projectText(service.url, { ...DOCUMENTED, label: 'Ann' }) }]),
    ...{ env: TOKEN, transport, clock: store.clock, ledger: fileStore({ ...store, owner: 'ann' }) },
  });
  const applying = ann.apply(await ann.plan({ overwrite: [TIER] }));
  await inside.promise;
  const first = await shell.run('pull');
  go.resolve();
  expect((await applying).summary.applied).toBe(1);
  await ann.close();
  expect([first.code, words(first.stderr)]).toEqual([1, expect.stringContaining('[ledger-locked]')]);
  expect(words(first.stderr)).toContain(
    'the ledger does not record them yet. Pull again to record the values that the account and the files share. ' +
      'If an apply has changed a value since then, the files have the earlier value, and the next plan would change it back.',
  );
  expect(words((await shell.run('pull')).stdout)).toContain(`Changed in the files since the last apply: ${TIER}`);
  expect(words((await shell.run('plan')).stdout)).toContain('label "Ann" -> "Colleague"');
});
