import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
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

/** Moves the ledger of a project on the branch, as the page of the refusal describes. */
function moveLedger(from: string, to: string): void {
  const { git } = repository.standIn;
  const moved = Object.entries(git.files(BRANCH)).map(([path, text]) => ({
    path: path.replace(`projects/${from}/`, `projects/${to}/`),
    content: text.replaceAll(`"project": "${from}"`, `"project": "${to}"`),
  }));
  const tree = git.newTree(undefined, moved) ?? '';
  const parents = [git.refs.get(`refs/heads/${BRANCH}`) ?? ''];
  git.refs.set(`refs/heads/${BRANCH}`, git.newCommit({ tree, parents, message: 'Move the ledger' }));
}

describe('two projects in one repository', () => {
  beforeEach(async () => {
    await write('a', A);
    await write('b', B);
  });

  test('have separate ledgers on one branch, and each keeps the resources of the other', async () => {
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

  test('a project in a renamed folder is refused until its ledger is moved', async () => {
    await apply('a');
    const before = await repository.writes();
    await rename(join(repository.workspace, 'a'), join(repository.workspace, 'c'));
    const refused = await apply('c');
    expect(refused).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    expect(refused.log).toContain('::error title=ledger-of-another-project::');
    expect(refused.log).toContain('move the files of the ledger to the folder of this project on the branch');
    moveLedger('a', 'c');
    expect(await apply('c')).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    expect(await repository.writes()).toEqual(before);
  });
});

test('a moved ledger lets the moved project plan and merge, and refuses the old folder', async () => {
  await write('a', A);
  expect(await apply('a')).toMatchObject({ code: 0 });
  const more = `${A}objects:\n  contacts: { groups: { more: { displayName: More } } }\n`;
  await rename(join(repository.workspace, 'a'), join(repository.workspace, 'c'));
  await write('c', more);
  const early = await repository.push(1, { 'working-directory': 'c' });
  expect(early).toMatchObject({ code: 1, outputs: { result: 'failed', digest: '' } });
  expect(repository.comments(1)[0]).toContain('ledger-of-another-project');
  moveLedger('a', 'c');
  expect(await repository.push(1, { 'working-directory': 'c' })).toMatchObject({ code: 0 });
  await write('a', A);
  const before = await repository.writes();
  expect(await apply('a')).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  await rm(join(repository.workspace, 'a'), { recursive: true });
  expect(await repository.merge(1, { 'working-directory': 'c' })).toMatchObject({ code: 0 });
  expect(await repository.writes()).toEqual([...before, 'createGroup']);
});
