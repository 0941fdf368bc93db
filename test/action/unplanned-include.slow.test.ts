/** A stricter policy in a file that is not read any more: what nobody planned does not undo it, whichever commits touched that file. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';
import { ALL, ALLOW, LOOSER } from './tier-project.ts';

const LOOSE = 'policy: { allow: ["option-removal=property:contacts/tier"] }\n';
const FORK = 'mallory/schema';

let repository: RepositoryUnderTest;
afterEach(() => repository.close());

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';

function declare(folder: string, include: string, options: readonly string[] = ALL): Promise<void> {
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  const text = `${sandboxText(repository.service.url)}include: [${include}]
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: [${list}] }
`;
  return repository.file(`${folder}/trueup.yaml`, text);
}

async function pushed(): Promise<string> {
  repository.toMain(await repository.commit());
  return head();
}

/** The newest commit of main is the merge of a pull request of a fork. */
function ofFork(headSha = 'f0'.repeat(20)): void {
  const mergedAt = later();
  repository.standIn.state.pulls.push({ number: 7, headSha, headRepo: FORK, mergeSha: head(), mergedAt });
}

/** The host's merge of a branch that was made of an earlier commit. */
async function forkMerged(from: string): Promise<void> {
  const { git } = repository.standIn;
  const headSha = await repository.commit(from);
  await repository.file('policy.yaml', 'policy: {}\n');
  const tree = git.commit(await repository.commit())?.tree ?? '';
  repository.toMain(git.newCommit({ tree, parents: [head(), headSha], message: 'Merge' }));
  ofFork(headSha);
}

describe.each([
  ['.', 'policy.yaml', 0],
  ['crm', '../shared/policy.yaml', 0],
  ['crm', 'policy.yaml', 31],
] as const)(
  'in %s, included as %s, behind %d commits of other files',
  { timeout: 180_000 },
  (folder, policy, count) => {
    test.each(['a push', 'the merge of a fork'])('%s that includes another file', async (how) => {
      repository = await aRepository({ folder });
      await repository.file(`${folder}/loose.yaml`, LOOSE);
      await repository.file(join(folder, policy), LOOSE);
      await declare(folder, policy);
      const plan = (number: number, inputs = {}) => repository.push(number, inputs, undefined, head());
      expect(await plan(1)).toMatchObject({ code: 0 });
      expect(await repository.merge(1)).toMatchObject({ code: 0 });
      await repository.file(join(folder, policy), 'policy: {}\n');
      expect(await plan(2)).toMatchObject({ code: 0 });
      mergedAs(2);
      repository.toMain(await repository.commit(head(), mergeSha(2)));
      for (let at = 0; at < count; at += 1) {
        await repository.file(`${folder}/notes.yaml`, `about: ${at}\n`);
        await pushed();
      }
      await declare(folder, 'loose.yaml');
      await pushed();
      if (how !== 'a push') ofFork();
      await declare(folder, 'loose.yaml', ['gold']);
      expect(await plan(3)).toMatchObject({ code: 3 });
      expect((repository.comments(3)[0] ?? '').replaceAll('\\', '')).toContain(LOOSER);
      expect(await plan(3, ALLOW)).toMatchObject({ code: 0 });
      expect(await repository.merge(3)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
      await declare(folder, 'loose.yaml', ['silver']);
      expect(await plan(4)).toMatchObject({ code: 0 });
    });
  },
);

function mergedAs(number: number): void {
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex((pull) => pull.number === number);
  const found = pulls[at];
  if (found === undefined) throw new Error(`There is no pull request ${number}.`);
  pulls[at] = { ...found, mergeSha: mergeSha(number), mergedAt: later() };
}

describe('of a merge that was applied, with the ledger in a folder', { timeout: 180_000 }, () => {
  const ledger = { ledger: '.trueup' };
  const plan = (number: number) => repository.push(number, ledger, undefined, head());
  let first: string;

  async function tightened(folder: string, policy = 'policy.yaml'): Promise<void> {
    repository = await aRepository({ folder });
    await repository.file(`${folder}/loose.yaml`, LOOSE);
    await repository.file(join(folder, policy), LOOSE);
    await declare(folder, policy);
    expect(await plan(1)).toMatchObject({ code: 0 });
    expect(await repository.merge(1, ledger)).toMatchObject({ code: 0 });
    first = head();
    await repository.file(join(folder, policy), 'policy: {}\n');
    expect(await plan(2)).toMatchObject({ code: 0 });
    expect(await repository.merge(2, ledger)).toMatchObject({ code: 0 });
  }

  async function forget(folder: string): Promise<void> {
    const at = join(repository.workspace, folder, '.trueup');
    const name = (await readdir(at)).find((one) => one.endsWith('.ledger.json')) ?? '';
    const { policies: _, ...rest } = JSON.parse(await readFile(join(at, name), 'utf8'));
    await writeFile(join(at, name), JSON.stringify(rest));
  }

  test('the merge of a fork that edits the ledger as well', async () => {
    await tightened('.');
    await forget('.');
    await declare('.', 'loose.yaml');
    await pushed();
    ofFork();
    await declare('.', 'loose.yaml', ['gold']);
    expect(await plan(3)).toMatchObject({ code: 3 });
  });

  test('a push that loosens it elsewhere, and one that includes another file and edits the ledger as well', async () => {
    await tightened('crm', '../shared/policy.yaml');
    await repository.file('shared/policy.yaml', LOOSE);
    await pushed();
    await forget('crm');
    await declare('crm', 'loose.yaml');
    await pushed();
    await declare('crm', 'loose.yaml', ['gold']);
    expect(await plan(3)).toMatchObject({ code: 3 });
  });

  test('the merge of a branch from before that, whose own commits say nothing of it', async () => {
    await tightened('.');
    await forget('.');
    await repository.file('policy.yaml', LOOSE);
    await declare('.', 'loose.yaml');
    await forkMerged(first);
    await declare('.', 'loose.yaml', ['gold']);
    expect(await plan(3)).toMatchObject({ code: 3 });
  });
});

describe('of a merge that waits, in a file that is included from elsewhere', { timeout: 180_000 }, () => {
  const shared = 'shared/policy.yaml';
  const plan = (number: number) => repository.push(number, {}, undefined, head());

  async function start(): Promise<void> {
    repository = await aRepository({ folder: 'crm' });
    await repository.file('crm/loose.yaml', LOOSE);
    await repository.file(shared, LOOSE);
    await declare('crm', '../shared/policy.yaml');
    await pushed();
  }

  async function tightened(number: number): Promise<void> {
    await repository.file(shared, 'policy: {}\n');
    expect(await plan(number)).toMatchObject({ code: 0 });
    mergedAs(number);
    repository.toMain(await repository.commit(head(), mergeSha(number)));
  }

  async function loosened(): Promise<void> {
    await repository.file(shared, LOOSE);
    await pushed();
  }

  test('a push that loosens it, and one that includes another', async () => {
    await start();
    expect(await plan(1)).toMatchObject({ code: 0 });
    expect(await repository.merge(1)).toMatchObject({ code: 0 });
    await tightened(2);
    await loosened();
    await declare('crm', 'loose.yaml');
    await pushed();
    await declare('crm', 'loose.yaml', ['gold']);
    expect(await plan(3)).toMatchObject({ code: 3 });
    expect((repository.comments(3)[0] ?? '').replaceAll('\\', '')).toContain(LOOSER);
  });

  test('a push that loosens it, and a pull request that includes another', async () => {
    await start();
    expect(await plan(1)).toMatchObject({ code: 0 });
    expect(await repository.merge(1)).toMatchObject({ code: 0 });
    await tightened(2);
    await loosened();
    await declare('crm', 'loose.yaml', ['gold']);
    expect(await plan(3)).toMatchObject({ code: 3 });
  });

  test('a push that includes another, where nothing was applied yet', async () => {
    await start();
    await tightened(1);
    await declare('crm', 'loose.yaml');
    await pushed();
    // The account has no option yet that a plan could take away.
    expect(await plan(2)).toMatchObject({ code: 0 });
    expect((repository.comments(2)[0] ?? '').replaceAll('\\', '')).toContain(LOOSER);
  });

  test('pushes that include one after another', async () => {
    await start();
    expect(await plan(1)).toMatchObject({ code: 0 });
    expect(await repository.merge(1)).toMatchObject({ code: 0 });
    await tightened(2);
    await loosened();
    await repository.file('other/policy.yaml', LOOSE);
    await declare('crm', '../other/policy.yaml');
    await pushed();
    await declare('crm', 'loose.yaml');
    await pushed();
    await declare('crm', 'loose.yaml', ['gold']);
    expect(await plan(3)).toMatchObject({ code: 3 });
  });
});

test('what a reviewed plan made looser before the branch of a push was made is not undone by that', {
  timeout: 180_000,
}, async () => {
  repository = await aRepository();
  await repository.file('policy.yaml', 'policy: {}\n');
  await declare('.', 'policy.yaml');
  const plan = (number: number, inputs = {}) => repository.push(number, inputs, undefined, head());
  await plan(1);
  expect(await repository.merge(1)).toMatchObject({ code: 0 });
  await repository.file('notes.yaml', 'about: nothing of ours\n');
  await pushed();
  await repository.file('policy.yaml', LOOSE);
  expect(await plan(2)).toMatchObject({ code: 0 });
  mergedAs(2);
  repository.toMain(await repository.commit(head(), mergeSha(2)));
  await declare('.', 'policy.yaml', [...ALL, 'tin']);
  await pushed();
  await declare('.', 'policy.yaml', ['gold']);
  expect(await plan(3)).toMatchObject({ code: 0 });
});
