/** The story of a fleet: 60 accounts install an app; a release reaches them, a worker is killed, a bad release is stopped and reverted. */

import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../../src/client/index.ts';
import { openDatabase, readFleet } from '../../src/fleet/index.ts';
import { install } from './install.mts';
import { APP } from './seed.mts';
import { commandsIn } from './story/commands.ts';
import { startCrm } from './story/crm.ts';
import { prove } from './story/proof.ts';

const { values } = parseArgs({
  options: { database: { type: 'string' }, accounts: { type: 'string', default: '60' } },
});
const folder = await mkdtemp(join(tmpdir(), 'trueup-fleet-'));
const database = values.database ?? join(folder, 'fleet');
const crm = await startCrm(Number(values.accounts));
const { run, begin } = commandsIn(folder, {
  ...process.env,
  TRUEUP_BASE_URL: crm.service.url,
  TRUEUP_FLEET_DATABASE: database,
  TRUEUP_FLEET_KEYS: `demo:${randomBytes(32).toString('base64')}`,
  LOYALTY_APP_SECRET: APP.clientSecret,
});

try {
  for (const file of ['trueup.yaml', 'next.yaml']) await cp(new URL(file, import.meta.url), join(folder, file));

  chapter(`${crm.hubIds.length} accounts install the app, each on the page where its owner allows it.`);
  const installed: string[] = [];
  for (const hubId of crm.hubIds) installed.push(JSON.stringify(await install(crm.service.url, hubId)));
  await writeFile(join(folder, 'accounts.ndjson'), installed.join('\n'), { mode: 0o600 });
  await run(['import', 'accounts.ndjson']);

  chapter('The first release is planned for all of them. Equal plans are one cluster, and are reviewed once.');
  await run(['plan', '--note', 'first release']);
  await run(['approve', '--all', '--quiet']);
  await run(['rollout', '--waves', 'ring=canary,100%', '--soak', '1s', '--quiet']);

  chapter(
    'A worker is killed in the middle of a wave. Others take its accounts over 30 seconds after its last heartbeat.',
  );
  // Few slots leave accounts for the second worker, also in a short story.
  const work = ['work', '--until-done', '--slots', '4'];
  const others = values.database === undefined ? [] : [begin(work)];
  const victim = begin(work);
  await crm.writes(crm.hubIds.length);
  victim.child.kill('SIGKILL');
  console.log(`(the worker ended with ${await victim.ended})`);
  await run(['work', '--until-done']);
  await Promise.all(others.map(({ ended }) => ended));

  chapter(
    'The next release has a mistake: some accounts refuse it. They spend the error budget, and no further account gets it.',
  );
  const files = ['--file', 'next.yaml'];
  const next = rolloutIn(await run(['plan', ...files, '--note', 'next release', '--quiet']));
  await run(['approve', '--all', ...files, '--quiet']);
  await run(['rollout', '--waves', 'ring=canary,100%', '--soak', '1s', ...files, '--quiet']);
  await run(['work', '--until-done', ...files], 4);
  const page = join(folder, 'next-release.html');
  await run(['report', '--summary', '--report', page], 4);

  chapter('What it did is put back. What that removes is approved by its name.');
  const reverted = await run(['revert', next]);
  await run(['approve', rolloutIn(reverted), ...clustersIn(reverted), '--quiet']);
  await run(['rollout', rolloutIn(reverted), '--waves', '100%', '--soak', '0s', '--quiet']);
  await run(['work', '--until-done']);

  chapter('The service is asked what it holds now.');
  const opened = await openDatabase(database, { clock: systemClock, newId: randomUUID });
  await prove(crm.service, readFleet(opened), crm.hubIds).finally(() => opened.close());
  console.log(`The report of the release that was stopped: ${page}`);
} finally {
  await crm.service.close();
}

function chapter(text: string): void {
  console.log(`\n== ${text}`);
}

/** A person copies these from what was printed. */
function rolloutIn(printed: string): string {
  return /^Rollout ([0-9a-f-]+)/m.exec(printed)?.[1] ?? '';
}

function clustersIn(printed: string): readonly string[] {
  return [...printed.matchAll(/^ {2}[!+~] ([0-9a-f]{8}): /gm)].flatMap(([, shape]) => shape ?? []);
}
