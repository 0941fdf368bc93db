/** What an account without plans of its own is compared with: one that has another name by now, and one that is new. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { mergeSha } from './repository.ts';
import { aTierRepository, LOOSER, type TierRepository } from './tier-project.ts';

const FEWER = ['gold', 'silver'];

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
});
afterEach(() => repository.close());

test('a looser policy that was reviewed and applied holds under the next name, too', { timeout: 180_000 }, async () => {
  await repository.applied(1, { include: 'strict' });
  await repository.applied(2, { include: 'loose' });
  await repository.rename('production');
  expect(await repository.planned(3, { include: 'loose', options: FEWER })).toMatchObject({ code: 0 });
  expect(repository.comment(3)).not.toContain(LOOSER);
  expect(await repository.merge(3)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('of a new account nothing is said that nobody knows', { timeout: 180_000 }, async () => {
  await repository.applied(1, { include: 'strict' });
  await repository.applied(2, { include: 'loose' });
  await repository.declare({ include: 'loose' });
  const text = await readFile(join(repository.workspace, 'trueup.yaml'), 'utf8');
  const [, own = ''] = /\n( {2}sandbox:[\s\S]*?\n)(?=\S)/.exec(text) ?? [];
  await repository.file('trueup.yaml', text.replace(own, `${own}${own.replace('sandbox:', 'staging:')}`));
  await repository.push(3, { account: 'staging' }, REPOSITORY, repository.head());
  expect(repository.comment(3)).toContain('and no plan for this account that was applied shows that');
  expect(repository.comment(3)).not.toContain('nobody has allowed that');
});

test('a policy that the Git host does not tell now is not taken for one that nobody can read', {
  timeout: 180_000,
}, async () => {
  await repository.applied(1, { include: 'loose' });
  await repository.planned(2, { include: 'strict' });
  // As from a fork: nobody saw a plan.
  repository.standIn.state.checks.splice(-1, 1);
  repository.merged(2);
  await repository.mergedAs(2);
  await repository.pushed({ include: 'loose' });
  const limit = { status: 403, body: { message: 'Slow down' }, headers: { 'retry-after': '3600' } } as const;
  repository.standIn.fault(new RegExp(`/git/commits/${mergeSha(2)}$`), { do: 'answer', with: limit });
  const said = { include: 'loose', options: FEWER } as const;
  const ran = await repository.planned(3, said);
  expect(ran).toMatchObject({ code: 1, outputs: { result: 'failed' } });
  expect(ran.log).toContain('The Git host limits the rate of requests');
  expect(await repository.planned(3, said)).toMatchObject({ code: 3 });
});
