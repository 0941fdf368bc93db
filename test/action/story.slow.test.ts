import { readdir } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { aRepository, BRANCH } from './repository.ts';

// Runs the steps of action.yml from source, as a user's job does. The other scenarios run a bundle.
const repository = await aRepository({ code: 'source' });
afterAll(() => repository.close());

test('a change is reviewed, merged and applied, and drift is reported once and healed', async () => {
  const { service, standIn, workspace } = repository;

  // Fills the pull request with several pages of comments. A copy of our comment has another digest.
  const talk = (body: string) =>
    standIn.state.comments.push({
      id: standIn.state.comments.length,
      issue: 1,
      user: { login: 'mallory', type: 'User' },
      body,
    });
  talk('<!-- trueup:plan account=sandbox folder=. digest=00000000000000000000 commit=none -->\nApply this.');
  for (let at = 0; at < 230; at += 1) talk(`Comment ${at}`);

  // Opened, and pushed three times.
  let digest: string | undefined;
  for (let push = 1; push <= 3; push += 1) {
    await repository.write({ label: `Loyalty tier ${push}` });
    const planned = await repository.push(1);
    expect(planned).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'true', blocked: '0' } });
    expect(planned.outputs['digest']).not.toBe(digest);
    digest = planned.outputs['digest'];
  }
  expect(repository.comments(1)).toEqual([expect.stringContaining('Loyalty tier 3')]);
  expect(repository.comments(1)[0]).not.toContain('Loyalty tier 2');
  expect(repository.comments(1)[0]).toContain(`digest \`${digest}\``);
  expect(repository.comments(1)[0]).toContain('Merging approves exactly these changes.');
  expect(repository.comments(1)[0]).toContain('> **No ledger yet:** ');
  expect(await repository.writes()).toEqual([]);

  // Applies exactly the reviewed changes after the merge.
  const applied = await repository.merge(1);
  expect(applied).toMatchObject({ code: 0, outputs: { result: 'passed', digest } });
  expect(JSON.parse(applied.outputs['counts'] ?? '')).toMatchObject({ sandbox: { create: 5, applied: 5, failed: 0 } });
  const once = await repository.writes();
  expect(once.toSorted()).toEqual(
    [
      'createGroup',
      'createProperty',
      'createEventProperty',
      'createSubscription',
      'updateAssociationLimits',
    ].toSorted(),
  );
  const tier = (await service.snapshot(1001)).properties['contacts']?.find(({ name }) => name === 'loyaltytier');
  expect(tier).toMatchObject({ label: 'Loyalty tier 3' });
  expect(repository.comments(1)).toEqual([expect.stringContaining('**5 applied**')]);

  // A second attempt of the job writes nothing.
  expect(await repository.applyAgain(1)).toMatchObject({
    code: 0,
    outputs: { result: 'passed', 'has-changes': 'false' },
  });
  expect(await repository.writes()).toEqual(once);

  // Nights: in sync, then a manual edit, then the same drift for several nights, then the fix.
  expect(await repository.drift()).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(standIn.state.issues).toEqual([]);
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Edited by hand' });
  for (let night = 1; night <= 3; night += 1) {
    expect(await repository.drift()).toMatchObject({ code: 0, outputs: { result: 'neutral', 'has-changes': 'true' } });
  }
  expect(standIn.state.issues).toMatchObject([{ state: 'open', title: 'Drift in sandbox' }]);
  expect(standIn.state.issues[0]?.body).toMatch(
    /\*\*drifted\*\* `property:contacts\/loyaltytier`: last changed by .+ on /,
  );
  expect(standIn.state.issues[0]?.body).toContain('label  "Loyalty tier 3" -> "Edited by hand"');
  expect(await repository.drift({ 'fail-on': 'changes' })).toMatchObject({ code: 2, outputs: { result: 'failed' } });
  await service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'Loyalty tier 3' });
  expect(await repository.drift()).toMatchObject({ code: 0, outputs: { result: 'passed' } });

  expect(standIn.state.issues).toMatchObject([{ state: 'closed' }]);
  expect(repository.comments(1)).toHaveLength(1);
  expect(standIn.state.comments).toHaveLength(232);
  expect(await repository.writes()).toEqual(once);
  expect(await readdir(workspace)).toEqual(['.git', 'trueup.yaml']);
  expect(Object.keys(standIn.git.files(BRANCH)).filter((file) => file.endsWith('.lock'))).toEqual([]);
  expect([...standIn.git.refs.keys()]).toEqual(['refs/heads/main', `refs/heads/${BRANCH}`]);
  expect(new Set((await repository.runner.installs()).trim().split('\n'))).toEqual(
    new Set(['ACTION npm ci --workspace=tools/action --ignore-scripts --no-audit --no-fund']),
  );
}, 180_000);
