/** A stricter policy behind a merge that has the files of its other parent: the history of the files leaves it out, and it holds all the same. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, mergeSha, type RepositoryUnderTest } from './repository.ts';
import { ALL, LOOSER } from './tier-project.ts';

const LOOSE = 'policy: { allow: ["option-removal=property:contacts/tier"] }\n';
const PATIENT = { timeout: 180_000 };

let repository: RepositoryUnderTest;
afterEach(() => repository.close());

const head = () => repository.standIn.git.refs.get('refs/heads/main') ?? '';

function declare(options: readonly string[] = ALL): Promise<void> {
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  return repository.file(
    'crm/trueup.yaml',
    `${sandboxText(repository.service.url)}include: [policy.yaml]
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: Tier, type: enumeration, fieldType: select, options: [${list}] }
`,
  );
}

function ofFork(number: number, headSha: string, broughtShas: readonly string[] = []): void {
  const merged = { number, headSha, headRepo: 'mallory/schema', mergeSha: head(), mergedAt: later(), broughtShas };
  repository.standIn.state.pulls.push(merged);
}

/** The fork drops the stricter policy; another one brings a file that is merged so that nobody looks behind it. */
async function hidden(from: string): Promise<void> {
  const { git } = repository.standIn;
  await repository.file('crm/policy.yaml', LOOSE);
  const dropped = await repository.commit();
  repository.toMain(dropped);
  ofFork(4, dropped);
  await repository.file('crm/notes.yaml', 'about: nothing of ours\n');
  const five = await repository.commit(from);
  const tree = git.commit(five)?.tree ?? '';
  const headSha = git.newCommit({ tree, parents: [five, head()], message: "Merge branch 'main'" });
  repository.toMain(git.newCommit({ tree, parents: [head(), headSha], message: 'Merge #5' }));
  ofFork(5, headSha, [five]);
}

/** The fork merges main, keeps its own older files, and commits something else on top: no commit of the files is left. */
async function hiddenAlone(from: string, merged: 'by the host' | 'by a push'): Promise<void> {
  const { git } = repository.standIn;
  const ours = git.newCommit({ tree: git.commit(from)?.tree ?? '', parents: [from, head()], message: 'Merge main' });
  await repository.file('crm/policy.yaml', LOOSE);
  await repository.file('NOTES.md', 'Nothing of ours.\n');
  const headSha = await repository.commit(ours);
  const merge = { tree: git.commit(headSha)?.tree ?? '', parents: [head(), headSha], message: 'Merge #5' };
  repository.toMain(merged === 'by the host' ? git.newCommit(merge) : headSha);
  ofFork(5, headSha, [ours, headSha]);
}

/** Merged, and waiting to be applied. */
async function stricter(): Promise<void> {
  await repository.file('crm/policy.yaml', 'policy: {}\n');
  expect(await repository.push(2, {}, undefined, head())).toMatchObject({ code: 0 });
  const { pulls } = repository.standIn.state;
  const at = pulls.findIndex(({ number }) => number === 2);
  pulls[at] = { ...(pulls[at] as (typeof pulls)[number]), mergeSha: mergeSha(2), mergedAt: later() };
  repository.toMain(await repository.commit(head(), mergeSha(2)));
}

async function start(inputs = {}): Promise<string> {
  repository = await aRepository({ folder: 'crm' });
  await repository.file('crm/policy.yaml', LOOSE);
  await declare();
  expect(await repository.push(1, inputs, undefined, head())).toMatchObject({ code: 0 });
  expect(await repository.merge(1, inputs)).toMatchObject({ code: 0 });
  return head();
}

test('one that waits', PATIENT, async () => {
  const first = await start();
  await stricter();
  await hidden(first);
  await declare(['gold']);
  expect(await repository.push(6, {}, undefined, head())).toMatchObject({ code: 3 });
  expect((repository.comments(6)[0] ?? '').replaceAll('\\', '')).toContain(LOOSER);
});

test.each(['by the host', 'by a push'] as const)(
  'one that waits, dropped by a merge of one fork %s',
  PATIENT,
  async (how) => {
    const first = await start();
    await stricter();
    await hiddenAlone(first, how);
    await declare(['gold']);
    expect(await repository.push(6, {}, undefined, head())).toMatchObject({ code: 3 });
    expect((repository.comments(6)[0] ?? '').replaceAll('\\', '')).toContain(LOOSER);
  },
);

test('merges of other files hold nothing back, and cost no request each', PATIENT, async () => {
  await start();
  const ofOthers = async (from: number, to: number) => {
    await declare();
    for (let number = from; number < to; number += 1) {
      await repository.file('NOTES.md', `Note ${number}.\n`);
      repository.toMain(await repository.commit(head()));
      ofFork(number, head(), [head()]);
    }
  };
  const requests = async (number: number, options: readonly string[]) => {
    await declare(options);
    repository.standIn.requests.splice(0);
    expect(await repository.push(number, {}, undefined, head())).toMatchObject({ code: 0 });
    return repository.standIn.requests.length;
  };
  await ofOthers(100, 101);
  const one = await requests(2, ['gold', 'silver']);
  await ofOthers(101, 121);
  expect(await requests(3, ['gold'])).toBeLessThanOrEqual(one + 1);
});

test('one that was applied, with the ledger in a folder that the fork sets back', PATIENT, async () => {
  const ledger = { ledger: '.trueup' };
  const first = await start(ledger);
  const kept = join(repository.workspace, 'crm', '.trueup', 'sandbox.ledger.json');
  const before = await readFile(kept, 'utf8');
  await repository.file('crm/policy.yaml', 'policy: {}\n');
  expect(await repository.push(2, ledger, undefined, head())).toMatchObject({ code: 0 });
  expect(await repository.merge(2, ledger)).toMatchObject({ code: 0 });
  await writeFile(kept, before);
  await hidden(first);
  await declare(['gold']);
  expect(await repository.push(6, ledger, undefined, head())).toMatchObject({ code: 3 });
});
