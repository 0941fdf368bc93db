/** What a push and a long line of commits do not undo: the policy that was applied last holds until somebody allows a looser one. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { later } from '../github/stand-in/moments.ts';
import { ALLOW, aTierRepository, LOOSER, type Said, type TierRepository } from './tier-project.ts';

const UNKNOWN = 'Which policies a merge has to keep is unknown';

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
});
afterEach(() => repository.close());

test('the second push keeps the policy from before the first', { timeout: 180_000 }, async () => {
  const merge = await repository.applied(1, { include: 'strict' });
  const first = await repository.pushed({ include: 'loose' });
  expect(await repository.apply({ review: 'none' }, merge)).toMatchObject({ code: 0 });
  await repository.pushed({ include: 'loose', options: ['gold'] });
  const written = await repository.writes();
  expect(await repository.apply({ review: 'none' }, first)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual(written);
});

test('the way out that a push is told names what a manual start needs', { timeout: 180_000 }, async () => {
  await repository.applied(1, { include: 'strict' });
  const first = await repository.pushed({ include: 'loose' });
  await repository.pushed({ include: 'loose', options: ['gold'] });
  const told = await repository.apply({}, first);
  expect(told).toMatchObject({ code: 3 });
  expect(told.summary.replaceAll('\\', '')).toContain(LOOSER);
  const digest = told.outputs['digest'] ?? '';
  expect(told.log).toContain(`digest: ${digest}\npolicy-changes: allow\n`);
  expect(await repository.apply({ digest }, first)).toMatchObject({ code: 3 });
  expect(await repository.apply({ digest })).toMatchObject({ code: 3 });
  expect(await repository.apply({ digest, 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
});

/** More than are looked up. */
function mergedAtOnce(sha: string): void {
  const { pulls } = repository.standIn.state;
  const mergedAt = later();
  for (let number = 100; number < 131; number += 1)
    pulls.push({ number, headSha: `${number}`.padStart(40, 'f'), mergeSha: sha, mergedAt });
}

describe('behind too many commits', { timeout: 280_000 }, () => {
  const fewer: Said = { include: 'loose', options: ['gold'] };
  let oldest: string;
  beforeEach(async () => {
    await repository.applied(1, { include: 'strict' });
    oldest = await repository.pushed({ include: 'loose', label: 'Tier 0' });
    for (let at = 1; at <= 31; at += 1) await repository.pushed({ include: 'loose', label: `Tier ${at}` });
  });

  test('the ledger tells which policy holds', async () => {
    expect(await repository.planned(2, fewer)).toMatchObject({ code: 3 });
    expect(repository.comment(2)).toContain(LOOSER);
    expect(repository.comment(2)).not.toContain(UNKNOWN);
  });

  test('it is unknown behind too many merges as well, where the ledger does not tell, which a merge that changes nothing does not undo', async () => {
    repository.editLedger((ledger) => {
      delete ledger['policies'];
    });
    mergedAtOnce(oldest);
    expect(await repository.planned(2, { include: 'loose' })).toMatchObject({ code: 0 });
    expect(await repository.merge(2)).toMatchObject({ code: 0 });
    const plan = await repository.planned(3, fewer);
    expect(plan).toMatchObject({ code: 3 });
    expect(plan.summary).toContain(UNKNOWN);
    expect(await repository.planned(3, fewer, ALLOW)).toMatchObject({ code: 0 });
    const written = await repository.writes();
    const merge = await repository.merge(3);
    expect(merge).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(merge.log).toContain(UNKNOWN);
    expect(merge.log).toContain('policy-changes: allow');
    expect(await repository.writes()).toEqual(written);
    expect(await repository.apply(ALLOW)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    await repository.applied(4, { include: 'loose', options: ['gold'], label: 'Level' });
  });
});

describe('behind too many commits, what a merge made stricter that waits', { timeout: 280_000 }, () => {
  const fewer: Said = { include: 'loose', options: ['gold'] };
  let oldest: string;
  beforeEach(async () => {
    await repository.applied(1, { include: 'loose' });
    expect(await repository.planned(2, { include: 'strict' })).toMatchObject({ code: 0 });
    repository.merged(2);
    await repository.mergedAs(2);
    oldest = await repository.pushed({ include: 'loose', label: 'Tier 0' });
    for (let at = 1; at <= 31; at += 1) await repository.pushed({ include: 'loose', label: `Tier ${at}` });
  });

  test('holds', async () => {
    const plan = await repository.planned(3, fewer);
    expect(plan).toMatchObject({ code: 3 });
    expect(repository.comment(3)).toContain(LOOSER);
    expect(repository.comment(3)).not.toContain(UNKNOWN);
    // Somebody decides: that is what the next merge is compared with.
    expect(await repository.planned(3, fewer, ALLOW)).toMatchObject({ code: 0 });
    expect(await repository.merge(3)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    await repository.applied(4, { include: 'loose', options: ['silver'] });
  });

  test('is unknown behind too many merges as well, until somebody decides it', async () => {
    mergedAtOnce(oldest);
    const plan = await repository.planned(3, fewer);
    expect(plan).toMatchObject({ code: 3 });
    expect(plan.summary).toContain(UNKNOWN);
    expect(await repository.planned(3, fewer, ALLOW)).toMatchObject({ code: 0 });
    expect(await repository.merge(3)).toMatchObject({ code: 3 });
    expect(await repository.apply(ALLOW)).toMatchObject({ code: 0 });
    for (let at = 1; at <= 31; at += 1) await repository.pushed({ include: 'loose', label: `Level ${at}` });
    expect(await repository.planned(4, { include: 'loose', options: ['silver'] })).toMatchObject({ code: 0 });
  });
});

test('behind too many commits, the merge that was applied last tells it, with the ledger in a folder as well', {
  timeout: 280_000,
}, async () => {
  const ledger = { ledger: '.trueup' };
  expect(await repository.planned(1, { include: 'strict' }, ledger)).toMatchObject({ code: 0 });
  expect(await repository.merge(1, ledger)).toMatchObject({ code: 0 });
  for (let at = 1; at <= 32; at += 1) await repository.pushed({ include: 'loose', label: `Tier ${at}` });
  const fewer: Said = { include: 'loose', options: ['gold'] };
  expect(await repository.planned(2, fewer, ledger)).toMatchObject({ code: 3 });
  expect(repository.comment(2)).toContain(LOOSER);
  expect(repository.comment(2)).not.toContain(UNKNOWN);
  const told = await repository.apply(ledger);
  const digest = told.outputs['digest'] ?? '';
  expect(await repository.apply({ ...ledger, ...ALLOW, digest })).toMatchObject({ code: 0 });
  expect(await repository.planned(3, fewer, ledger)).toMatchObject({ code: 0 });
});

test.each([2, 32])(
  'without review, a stricter merge that waits holds behind %d pushes',
  { timeout: 180_000 },
  async (count) => {
    await repository.applied(1, { include: 'loose' });
    expect(await repository.planned(2, { include: 'strict' })).toMatchObject({ code: 0 });
    repository.merged(2);
    await repository.mergedAs(2);
    for (let at = 1; at <= count; at += 1) await repository.pushed({ include: 'loose', label: `Tier ${at}` });
    const before = repository.head();
    await repository.pushed({ include: 'loose', options: ['gold'], label: `Tier ${count}` });
    const written = await repository.writes();
    expect(await repository.apply({ review: 'none' }, before)).toMatchObject({ code: 3 });
    expect(await repository.writes()).toEqual(written);
  },
);

test('an apply that has nothing to do says which looser policy it was allowed to take over', {
  timeout: 180_000,
}, async () => {
  const merge = await repository.applied(1, { include: 'strict' });
  await repository.pushed({ include: 'loose' });
  const text = `is looser than in commit ${merge.slice(0, 12)}, and this apply allows that for what is merged next`;
  const silent = await repository.apply({});
  expect(silent).toMatchObject({ code: 0 });
  expect(silent.summary).not.toContain('looser');
  const taken = await repository.apply(ALLOW);
  expect(taken).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(taken.summary.replaceAll('\\', '')).toContain(text);
  expect(taken.summary.replaceAll('\\', '')).toContain(LOOSER);
  expect((await repository.apply(ALLOW)).summary).not.toContain('looser');
  expect(await repository.planned(2, { include: 'loose', options: ['gold'] })).toMatchObject({ code: 0 });
});

test('what a merge without a plan made stricter holds, too', { timeout: 180_000 }, async () => {
  await repository.applied(1, { include: 'loose' });
  await repository.planned(2, { include: 'strict' });
  // As from a fork: nobody saw a plan.
  repository.standIn.state.checks.splice(-1, 1);
  await repository.merge(2);
  await repository.pushed({ include: 'loose' });
  const plan = await repository.planned(3, { include: 'loose', options: ['gold'] });
  expect(plan).toMatchObject({ code: 3 });
  expect(plan.summary.replaceAll('\\', '')).toContain(LOOSER);
});

test('so does what a merge made stricter that nobody accepted as a whole', { timeout: 180_000 }, async () => {
  await repository.applied(1, { include: 'loose' });
  await repository.file('loose.yaml', 'policy: { allow: ["option-removal=property:contacts/tier", max-changes] }\n');
  await repository.pushed({ include: 'loose' });
  await repository.file('strict.yaml', 'policy: { allow: [max-changes] }\n');
  await repository.applied(2, { include: 'strict', label: 'Level' });
  await repository.pushed({ include: 'loose', label: 'Level' });
  const plan = await repository.planned(3, { include: 'loose', label: 'Level', options: ['gold'] });
  expect(plan).toMatchObject({ code: 3 });
  expect(plan.summary.replaceAll('\\', '')).toContain(LOOSER);
});
