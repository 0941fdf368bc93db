import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReconciler, loadProject, parseProject } from '../src/index.ts';
import { createService, type Service } from '../src/service/index.ts';
import { projectText, TOKEN } from './support/project.ts';

let cwd: string;
let service: Service;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'trueup-default-'));
  service = await createService({ rateLimit: false });
  await mkdir(join(cwd, 'crm'));
  await writeFile(join(cwd, 'crm/trueup.yaml'), projectText('http://127.0.0.1'));
});
afterEach(async () => {
  await service.close();
  await rm(cwd, { recursive: true });
});

const opened = async () =>
  createReconciler({
    config: await loadProject(['crm/trueup.yaml'], { cwd }),
    env: TOKEN,
    transport: service.transport,
  });
const sent = async () => (await service.calls()).length;

test('the library keeps the ledger beside the first file as well', async () => {
  const reconciler = await opened();
  await reconciler.apply(await reconciler.plan());
  expect(await reconciler.ledger.location()).toEqual({ path: join(cwd, 'crm/.trueup/sandbox.ledger.json') });
  expect(await readdir(join(cwd, 'crm/.trueup'))).toContain('sandbox.ledger.json');
  expect((await (await opened()).plan()).changes.filter(({ action }) => action !== 'keep')).toEqual([]);
});

test('the library refuses a ledger in the working directory until it is moved', async () => {
  const first = await opened();
  const plan = await first.plan();
  await mkdir(join(cwd, '.trueup'));
  await writeFile(join(cwd, '.trueup/sandbox.journal.ndjson'), '');
  const second = await opened();
  const before = await sent();
  const refused = { code: 'ledger-elsewhere' };
  await expect(second.plan()).rejects.toMatchObject(refused);
  await expect(second.apply(plan)).rejects.toMatchObject(refused);
  await expect(second.drift()).rejects.toMatchObject(refused);
  await expect(second.ledger.read()).rejects.toMatchObject(refused);
  await expect(second.ledger.location()).rejects.toMatchObject(refused);
  expect(await sent()).toBe(before);
  await rm(join(cwd, '.trueup'), { recursive: true });
  expect((await second.apply(plan)).summary.failed).toBe(0);
});

test('texts that came from no disk have it below the working directory', async () => {
  const config = parseProject([{ path: 'trueup.yaml', text: projectText('http://127.0.0.1') }]);
  const reconciler = createReconciler({ config, env: TOKEN, transport: service.transport });
  expect(await reconciler.ledger.location()).toEqual({ path: '.trueup/sandbox.ledger.json' });
});
