/** A merge that brings more than its plan showed is refused, and stays so in whichever way it is applied, until somebody allows that. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { mergeSha } from './repository.ts';
import { ALLOW, aTierRepository, DISPATCH, type TierRepository } from './tier-project.ts';

const FEWER = ['gold', 'silver'];

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
});
afterEach(() => repository.close());

/** The plan shows a looser policy and does not need it; what is merged does. Gives the commit of main from before. */
async function planned(): Promise<string> {
  const before = await repository.applied(1, { include: 'strict' });
  expect(await repository.planned(2, { include: 'loose' })).toMatchObject({ code: 0 });
  expect(repository.comment(2)).toContain('The plan does not need this.');
  await repository.declare({ include: 'loose', options: FEWER });
  return before;
}

function dispatched(inputs: Readonly<Record<string, string>>) {
  return repository.job(mergeSha(2), { inputs: { command: 'apply', ...inputs }, event: DISPATCH });
}

test('its digest alone does not apply it', { timeout: 180_000 }, async () => {
  await planned();
  const told = await repository.merge(2);
  expect(told).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  const digest = told.outputs['digest'] ?? '';
  expect(told.log).toContain(`digest: ${digest}\npolicy-changes: allow\n`);
  // Nobody changed main between the plan and the merge.
  expect(told.log).toContain('What was merged as #2 needs what its plan did not.');
  const written = await repository.writes();
  const again = await dispatched({ digest });
  expect(again).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(again.log).toContain('is possible only under a looser policy than that from before #2 was merged');
  expect(again.log).toContain('start apply manually with the digest of this plan and policy-changes: allow');
  expect(await repository.writes()).toEqual(written);
  expect(await dispatched({ digest, ...ALLOW })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('nor does a manual start without a review', { timeout: 180_000 }, async () => {
  const before = await planned();
  expect(await repository.merge(2, { review: 'none' }, { before })).toMatchObject({ code: 3 });
  const written = await repository.writes();
  expect(await dispatched({ review: 'none' })).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual(written);
  expect(await dispatched({ review: 'none', ...ALLOW })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});

test('a looser policy that is too long for a comment is told there as far as it fits, and approves nothing', {
  timeout: 180_000,
}, async () => {
  await repository.applied(1, { include: 'strict' });
  expect(await repository.planned(2, { include: 'strict', label: 'Level' })).toMatchObject({ code: 0 });
  const day = (at: number) => new Date(Date.UTC(2027, 0, 1) + at * 86_400_000).toISOString().slice(0, 10);
  const waiver = (at: number) => `    - { finding: options-unused, until: ${day(at)}, reason: x }\n`;
  await repository.file(
    'loose.yaml',
    `policy:\n  waivers:\n${Array.from({ length: 1400 }, (_, at) => waiver(at)).join('')}`,
  );
  const ran = await repository.planned(2, { include: 'loose', label: 'Level' });
  expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
  expect(ran.log).toContain('is too long to be reviewed in a comment');
  expect(repository.comment(2)).toContain('more lines on the policy, which are in the log of the run');
  expect(repository.standIn.state.checks.at(-1)).toMatchObject({ output: { title: 'No plan to approve' } });
});

test('an approval is withdrawn also where the comment cannot be written', { timeout: 180_000 }, async () => {
  expect(await repository.planned(1, { include: 'strict' })).toMatchObject({ code: 0 });
  const refused = { status: 422, body: { message: 'Validation Failed' } } as const;
  for (let at = 1; at <= 3; at += 1)
    repository.standIn.fault(/^PATCH .*\/issues\/comments\//, { do: 'answer', with: refused });
  expect(await repository.planned(1, { include: 'strict', label: 'Level' })).toMatchObject({ code: 1 });
  expect(repository.standIn.state.checks.at(-1)).toMatchObject({ output: { title: 'No plan to approve' } });
});
