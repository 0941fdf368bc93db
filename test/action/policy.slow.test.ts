/** A pull request that loosens the policy is told so, and refused where its plan needs that. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ALLOW, aPolicyRepository, LOST, type PolicyRepository } from './policy-project.ts';

let repository: PolicyRepository;
beforeEach(async () => {
  repository = await aPolicyRepository();
});
afterEach(() => repository.close());

describe('a pull request that loosens the policy', () => {
  test('fails with the change that needs it, whatever else it says; with the word of somebody outside of it, it passes', async () => {
    const base = await repository.applied({});
    await repository.checkout({ policy: ALLOW, options: ['gold'] });
    const refused = await repository.plan(base);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(refused.log).toContain(`::error title=refused::The plan for sandbox is possible only under a looser policy`);
    expect(repository.comment()).toMatch(
      /^<!-- .* digest=none .*-->\n> \*\*Tokens go to [^\n]*\n\n> \*\*The policy of `sandbox` is looser than on the base branch:\*\*\n>\n> - The risk option-removal is allowed at property:contacts\/tier\./,
    );
    expect(repository.comment()).toContain(LOST);
    expect(repository.comment()).toContain(
      '> **The plan needs this, so it is refused, and a merge applies nothing of it:**\n',
    );
    expect(refused.summary).not.toMatch(/`[0-9a-f]{20}`/);
    expect(refused.summary.indexOf('is looser')).toBeLessThan(refused.summary.indexOf('Plan for'));
    // Merged all the same: there is nothing that was approved.
    const before = await repository.writes();
    expect(await repository.merge(1)).toMatchObject({ code: 3 });
    expect(await repository.writes()).toEqual(before);

    const allowed = await repository.plan(base, { 'policy-changes': 'allow' });
    expect(allowed).toMatchObject({ code: 0, outputs: { result: 'passed', destructive: '1' } });
    expect(repository.comment()).toContain(
      '> **The plan needs this, and the input policy-changes of this run allows it, so a merge applies it:**\n',
    );
  });

  test('is told so first when nothing else changes, and passes', async () => {
    const base = await repository.applied({
      account: ', protected: true, drift: hold',
      policy: '{ rules: { label-unique: error } }',
    });
    await repository.checkout({ policy: '{ maxChanges: { percent: 90 } }' });
    const ran = await repository.plan(base);
    expect(ran).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'false' } });
    const said = repository.comment();
    for (const text of [
      'The account is no longer protected.',
      'What changed in the account is overwritten instead of held (drift: revert).',
      'maxChanges.percent is raised from 30 to 90.',
      'The rule label-unique is lowered from error to off.',
      'The plan does not need this.',
    ])
      expect(said).toContain(text);
    expect(ran.annotations).toContain('::warning title=policy-changes::The account is no longer protected.');
  });

  test('is told of what holds everywhere before what holds at one address, and of all of it', async () => {
    const base = await repository.applied({});
    const narrow = Array.from(
      { length: 25 },
      (_, at) => `{ risk: option-removal, address: "property:contacts/n${at}" }`,
    );
    await repository.checkout({ policy: `{ allow: [${narrow.join(', ')}, type-change] }` });
    const ran = await repository.plan(base);
    expect(repository.comment()).toContain(
      '> - The risk type-change is allowed everywhere.\n> - The risk option-removal is',
    );
    for (let at = 0; at < 25; at += 1)
      expect(repository.comment()).toContain(`> - The risk option-removal is allowed at property:contacts/n${at}.\n`);
    expect(ran.annotations[0]).toBe('::warning title=policy-changes::The risk type-change is allowed everywhere.');
    expect(ran.log).toContain('policy-changes::The risk option-removal is allowed at property:contacts/n24.');
  });

  test('may write nothing into an account that it takes the protection from', async () => {
    const base = await repository.applied({ account: ', protected: true' });
    await repository.checkout({ options: ['gold', 'silver', 'bronze'] });
    const refused = await repository.plan(base);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(repository.comment()).toContain('The account was protected.');
    expect(refused.annotations.at(-1)).toContain('base branch: The account was protected.%0AChange the policy');
  });

  test('may not overwrite what the base branch holds, nor break a rule of it', async () => {
    const base = await repository.applied({ account: ', drift: hold', policy: '{ rules: { options-sorted: error } }' });
    await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
    await repository.checkout({ options: ['gold', 'silver', 'bronze'] });
    const refused = await repository.plan(base);
    expect(refused).toMatchObject({ code: 3 });
    expect(repository.comment()).toContain('options-sorted: ');
    expect(repository.comment()).toContain(LOST);
  });
});
