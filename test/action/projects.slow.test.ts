import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { undiciTransport } from '../../src/client/index.ts';
import { secret } from '../../src/contract/secret.ts';
import { githubClient } from '../../src/github/client.ts';
import { gitHost } from '../../src/github/git.ts';
import { branchStore, type ClaimOptions, createReconciler, loadProject, openLedger } from '../../src/index.ts';
import { TOKEN as HOST_TOKEN, REPOSITORY } from '../github/stand-in/server.ts';
import { testClock } from '../ledger/clock.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aRepository, BRANCH, type RepositoryUnderTest } from './repository.ts';

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

const A = `associationLimits:
  - { from: contacts, to: companies, limits: [{ category: SERVICE_DEFINED, typeId: 279, maxToObjectIds: 1 }] }
webhooks:
  - { appId: 2001, subscriptions: [{ eventType: contact.creation, active: true }] }
`;
const LIMIT = 'association-limit:contacts/companies/SERVICE_DEFINED/279';
const SUBSCRIPTION = 'webhook-subscription:2001/contact.creation';
/** Consents to remove all that project a has, each by its address. */
const B = `policy:
  allow: ["limit-purge=${LIMIT}", "subscription-removal=${SUBSCRIPTION}"]
objects:
  contacts: { groups: { other: { displayName: Other } } }
webhooks:
  - { appId: 2001, subscriptions: [{ eventType: contact.deletion, active: true }] }
`;

async function write(folder: string, text: string): Promise<void> {
  await mkdir(join(repository.workspace, folder), { recursive: true });
  await writeFile(join(repository.workspace, folder, 'trueup.yaml'), sandboxText(repository.service.url) + text);
}

const apply = (folder: string) => repository.pushToMain({ 'working-directory': folder, review: 'none' });
const files = () => Object.keys(repository.standIn.git.files(BRANCH)).sort();

async function claim(folder: string, options: ClaimOptions = {}) {
  const config = await loadProject(['trueup.yaml'], { cwd: join(repository.workspace, folder) });
  const env = { GITHUB_REPOSITORY: REPOSITORY, GITHUB_API_URL: repository.standIn.url, GITHUB_TOKEN: HOST_TOKEN };
  const location = `branch:${BRANCH}`;
  const ledger = openLedger({ location, config, project: folder, account: 'sandbox', env, newId: randomUUID });
  const reconciler = createReconciler({ config, env: TOKEN, ledger: ledger.store });
  const claimed = await reconciler.ledger.claim(options);
  await reconciler.close();
  await ledger.close();
  return claimed;
}

/** With an earlier version, which kept the ledgers of every project at the top of the branch. */
async function applyEarlier(folder: string): Promise<void> {
  const config = await loadProject(['trueup.yaml'], { cwd: join(repository.workspace, folder) });
  const [owner = '', name = ''] = REPOSITORY.split('/');
  const [transport, clock] = [undiciTransport(), testClock()];
  const github = githubClient({ apiUrl: repository.standIn.url, token: secret(HOST_TOKEN), transport, clock });
  const self = { owner: 'ann', host: 'runner', pid: 1, alive: async () => false };
  const host = gitHost(github, { owner, name });
  const ledger = branchStore({ host, branch: BRANCH, name: 'sandbox', clock, newId: randomUUID, self });
  const reconciler = createReconciler({ config, env: TOKEN, ledger });
  await reconciler.apply(await reconciler.plan());
  await reconciler.close();
  await transport.close();
}

describe('two projects in one repository', () => {
  beforeEach(async () => {
    await write('a', A);
    await write('b', B);
  });

  test('have ledgers of their own on one branch: what one applied the other does not remove, whatever it consents to', async () => {
    expect(await apply('a')).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    const once = await repository.writes();
    const ran = await apply('b');
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect((await repository.writes()).slice(once.length).toSorted()).toEqual(['createGroup', 'createSubscription']);
    expect(ran.outputs).toMatchObject({ destructive: '0', blocked: '0' });
    expect(ran.log).not.toContain('not-declared');
    expect(files()).toEqual([
      ...['app@2001.history.ndjson.000001', 'app@2001.history.ndjson.000002', 'app@2001.ledger.json'],
      ...['projects/a/sandbox.history.ndjson.000001', 'projects/a/sandbox.ledger.json'],
      ...['projects/b/sandbox.history.ndjson.000001', 'projects/b/sandbox.ledger.json'],
    ]);
    expect(await apply('a')).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
  });

  test('that shared a ledger of an earlier version are refused until one of them took its part; nothing is sent and nothing lost', async () => {
    await applyEarlier('a');
    await write('b', B.replace(/^policy:\n.*\n/, ''));
    await applyEarlier('b');
    await write('b', B);
    const before = await repository.writes();
    for (const folder of ['a', 'b']) {
      const refused = await apply(folder);
      expect(refused).toMatchObject({ code: 1, outputs: { result: 'failed' } });
      expect(refused.log).toContain('::error title=ledger-of-several::');
      expect(refused.log).toContain('trueup ledger claim');
    }
    expect(await claim('a')).toEqual({ taken: [LIMIT], left: ['property-group:contacts/other'] });
    expect(await apply('a')).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    // What is left is all of b, which takes it over with its next run that changes something.
    expect(await apply('b')).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    expect(await repository.writes()).toEqual(before);
    await write('b', B.replace('Other }', 'Others }'));
    await apply('b');
    expect(files().filter((file) => !file.startsWith('projects/') && !file.startsWith('app@'))).toEqual([]);
  });

  test('a project whose folder was renamed is refused until it took its ledger over', async () => {
    await apply('a');
    const before = await repository.writes();
    await rename(join(repository.workspace, 'a'), join(repository.workspace, 'c'));
    const refused = await apply('c');
    expect(refused).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    expect(refused.log).toContain('::error title=ledger-of-another-project::');
    expect(refused.log).toContain('trueup ledger claim --from a');
    await claim('c', { from: 'a' });
    expect(await apply('c')).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    expect(await repository.writes()).toEqual(before);
  });
});

test('a project that moves is planned once its ledger is claimed, and its merge applies that plan; where it was, it is refused meanwhile', async () => {
  await write('a', A);
  expect(await apply('a')).toMatchObject({ code: 0 });
  const more = `${A}objects:\n  contacts: { groups: { more: { displayName: More } } }\n`;
  await rename(join(repository.workspace, 'a'), join(repository.workspace, 'c'));
  await write('c', more);
  const early = await repository.push(1, { 'working-directory': 'c' });
  expect(early).toMatchObject({ code: 1, outputs: { result: 'failed', digest: '' } });
  expect(repository.comments(1)[0]?.replaceAll('\\', '')).toContain('trueup ledger claim --from a');
  await claim('c', { from: 'a' });
  expect(await repository.push(1, { 'working-directory': 'c' })).toMatchObject({ code: 0 });
  await write('a', A);
  const before = await repository.writes();
  expect(await apply('a')).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  await rm(join(repository.workspace, 'a'), { recursive: true });
  expect(await repository.merge(1, { 'working-directory': 'c' })).toMatchObject({ code: 0 });
  expect(await repository.writes()).toEqual([...before, 'createGroup']);
});

test('a ledger of an earlier version that is all of one project goes to its folder with the next apply, not with a plan', async () => {
  await write('crm', A);
  await applyEarlier('crm');
  const before = await repository.writes();
  const top = repository.standIn.git.refs.get(`refs/heads/${BRANCH}`);
  const planned = await repository.push(1, { 'working-directory': 'crm' });
  expect(planned).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
  expect(repository.standIn.git.refs.get(`refs/heads/${BRANCH}`)).toBe(top);
  await write('crm', `${A}objects:\n  contacts: { groups: { more: { displayName: More } } }\n`);
  await repository.push(1, { 'working-directory': 'crm' });
  const merged = await repository.merge(1, { 'working-directory': 'crm' });
  expect(merged).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(await repository.writes()).toEqual([...before, 'createGroup']);
  expect(files().filter((file) => file.startsWith('sandbox'))).toEqual([]);
});
