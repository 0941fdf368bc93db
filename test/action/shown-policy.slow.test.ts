/** What a plan did not show of a looser policy, or was refused for, its merge does not bring either. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ALL, ALLOW, aTierRepository, LOOSER, type Said, type TierRepository } from './tier-project.ts';

const FEWER = ['gold', 'silver'];

let repository: TierRepository;
beforeEach(async () => {
  repository = await aTierRepository();
});
afterEach(() => repository.close());

test('a plan from before main was made looser does not take that over, also when main is strict again by the apply', {
  timeout: 180_000,
}, async () => {
  await repository.applied(1, { include: 'strict' });
  expect(await repository.planned(2, { include: 'strict', label: 'Level' })).toMatchObject({ code: 0 });
  await repository.pushed({ include: 'loose' });
  await repository.declare({ include: 'loose', label: 'Level' });
  repository.merged(2);
  await repository.mergedAs(2);
  await repository.pushed({ include: 'strict', label: 'Level' });
  const told = await repository.apply({});
  expect(await repository.apply({ digest: told.outputs['digest'] ?? '' })).toMatchObject({ code: 0 });
  await repository.pushed({ include: 'loose', label: 'Level' });
  const plan = await repository.planned(3, { include: 'loose', label: 'Level', options: FEWER });
  expect(plan).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(repository.comment(3)).toContain(LOOSER);
});

test('a plan that showed other parameters of a rule did not show what the merge made of them', {
  timeout: 180_000,
}, async () => {
  const atMost = (max: number) =>
    repository.file('loose.yaml', `policy: { rules: { max-properties: { severity: error, max: ${max} } } }\n`);
  await atMost(10);
  await repository.applied(1, { include: 'loose' });
  await atMost(20);
  expect(await repository.planned(2, { include: 'loose', label: 'Level' })).toMatchObject({ code: 0 });
  expect(repository.comment(2)).toContain('The rule max-properties has other parameters.');
  await atMost(50);
  const held = repository.head();
  await repository.pushed({ include: 'loose' });
  await atMost(100);
  await repository.declare({ include: 'loose', label: 'Level' });
  expect(await repository.merge(2)).toMatchObject({ code: 0 });
  expect(await repository.planned(3, { include: 'loose', label: 'Other' })).toMatchObject({ code: 0 });
  expect(repository.comment(3)).toContain(
    `is looser than in commit ${held.slice(0, 12)}, and nobody has allowed that for this account`,
  );
});

const FEW = 'policy: { maxChanges: { percent: 10, above: 0 } }\n';
const MANY = 'policy: { maxChanges: { percent: 100, above: 0 } }\n';

test.each([
  ['by a push', false],
  ['by a pull request that was reviewed', true],
])(
  'a plan that was refused is not applied once main was made looser meanwhile %s',
  {
    timeout: 180_000,
  },
  async (_, isReviewed) => {
    await repository.file('strict.yaml', FEW);
    await repository.file('loose.yaml', MANY);
    await repository.applied(1, { include: 'strict' });
    const refused = await repository.planned(2, { include: 'strict', label: 'Level' });
    expect(refused).toMatchObject({ code: 3 });
    expect(refused.log).toContain('max-changes');
    if (isReviewed) await repository.applied(3, { include: 'loose' });
    else await repository.pushed({ include: 'loose' });
    const written = await repository.writes();
    await repository.declare({ include: 'loose', label: 'Level' });
    expect(await repository.merge(2)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(await repository.writes()).toEqual(written);
  },
);

test('a plan that somebody allowed although the policy of main could not be read is applied, and what it says holds', {
  timeout: 180_000,
}, async () => {
  await repository.applied(1, { include: 'strict' });
  await repository.file('strict.yaml', 'policy: [\n');
  await repository.pushed({ include: 'strict' });
  await repository.file('strict.yaml', 'policy: {}\n');
  const said: Said = { include: 'strict', label: 'Level' };
  expect(await repository.planned(2, said)).toMatchObject({ code: 3 });
  expect(repository.comment(2)).toContain('could not be read');
  expect(await repository.planned(2, said, ALLOW)).toMatchObject({ code: 0 });
  expect(await repository.merge(2)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await repository.applied(3, { include: 'strict', label: 'Other' });
});

test('what a comment has no room for was not reviewed: a long list of consents is shown in full, or approves nothing', {
  timeout: 180_000,
}, async () => {
  await repository.applied(1, { include: 'strict' });
  const consent = (name: string) => `option-removal=property:contacts/${name}`;
  const allow = (count: number) => {
    const names = [...Array.from({ length: count }, (_, at) => `harmless_${'x'.repeat(60)}_${at}`), 'tier'];
    return repository.file('loose.yaml', `policy: { allow: [${names.map(consent).join(', ')}] }\n`);
  };
  await allow(400);
  expect(await repository.planned(2, { include: 'loose' })).toMatchObject({ code: 3, outputs: { digest: '' } });
  expect(repository.comment(2)).toContain('this is no review of it');
  await allow(20);
  expect(await repository.planned(2, { include: 'loose' })).toMatchObject({ code: 0 });
  expect(repository.comment(2)).toContain('> - The risk option-removal is allowed at property:contacts/tier.');
});

test('what a push made stricter holds once its apply passed', { timeout: 180_000 }, async () => {
  const before = await repository.applied(1, { include: 'loose' });
  const pushed = await repository.pushed({ include: 'strict' });
  expect(await repository.apply({ review: 'none' }, before)).toMatchObject({ code: 0 });
  await repository.pushed({ include: 'loose' });
  expect(await repository.planned(2, { include: 'loose', options: FEWER })).toMatchObject({ code: 3 });
  expect(repository.comment(2)).toContain(
    `is looser than in commit ${pushed.slice(0, 12)}, and nobody has allowed that for this account so far:**\n>\n> - ${LOOSER}`,
  );
});

test.each([
  ['an account that gets another name', {}, () => repository.rename('production')],
  ['a project that gets another folder', { 'working-directory': 'crm' }, () => repository.moveTo('crm')],
])('%s keeps the policy that was applied', { timeout: 180_000 }, async (_, inputs, change) => {
  await repository.applied(1, { include: 'strict' });
  await change();
  await repository.pushed({ include: 'loose' });
  expect(await repository.planned(2, { include: 'loose', options: FEWER }, inputs)).toMatchObject({ code: 3 });
  expect(repository.comment(2)).toContain(LOOSER);
  const other = await repository.planned(2, { include: 'loose', options: ALL, label: 'Level' }, inputs);
  expect(other).toMatchObject({ code: 0 });
  expect(repository.comment(2)).toContain('The plan does not need this.');
});
