/** In a run that its event does not prove, a ledger that an earlier step put into the checkout decides nothing. */

import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandboxText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const LEDGER = '.trueup/sandbox.ledger.json';
const FILES = [LEDGER, '.trueup/sandbox.history.ndjson'];
const ARTIFACT = { name: 'workflow_run', payload: {} };
const PUSH = { name: 'push', payload: { ref: 'refs/heads/main' } };

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

const extra = '          extra: { label: Extra, type: number, fieldType: number }\n';
const declare = (more: string) =>
  repository.file(
    'trueup.yaml',
    `${sandboxText(repository.service.url, 'dated')}policy: { allow: ["property-removal=property:contacts/tier"] }
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: Tier, type: number, fieldType: number }
${more}`,
  );

const at = (name: string) => join(repository.workspace, name);

/** Main as everything is here, with the ledger. */
async function committed(): Promise<string> {
  const { git } = repository.standIn;
  const { tree, parents } = git.commit(await repository.commit()) ?? { tree: '', parents: [] };
  const ledger = await Promise.all(FILES.map(async (path) => ({ path, content: await readFile(at(path), 'utf8') })));
  const commit = git.newCommit({ tree: git.newTree(tree, ledger) ?? '', parents, message: 'Ledger' });
  repository.toMain(commit);
  return commit;
}

const apply = (commit: string, event: typeof ARTIFACT | typeof PUSH) =>
  repository.job(commit, { inputs: { command: 'apply', review: 'none', ledger: '.trueup' }, event });

test('what a forged ledger calls our own is not removed, and as committed it is applied', async () => {
  await declare(extra);
  repository.toMain(await repository.commit());
  expect(await apply(repository.standIn.git.refs.get('refs/heads/main') ?? '', PUSH)).toMatchObject({ code: 0 });
  const full = await readFile(at(LEDGER), 'utf8');
  const { records, ...rest } = JSON.parse(full);
  const others = Object.entries(records).filter(([address]) => !address.includes('extra'));
  await declare('');
  await writeFile(at(LEDGER), JSON.stringify({ ...rest, records: Object.fromEntries(others) }));
  const main = await committed();
  const before = await repository.writes();

  await writeFile(at(LEDGER), full);
  const forged = await apply(main, ARTIFACT);
  expect(forged).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(forged.summary).toContain(`${LEDGER} is not as in commit`);
  await rm(at('.trueup'), { recursive: true });
  expect(await apply(main, ARTIFACT)).toMatchObject({ code: 0, outputs: { result: 'neutral' } });
  expect(await repository.writes()).toEqual(before);

  for (const path of FILES) {
    const text = repository.standIn.git.files('main')[path] ?? '';
    await repository.file(path, text);
  }
  expect(await apply(main, ARTIFACT)).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'false' } });
});
