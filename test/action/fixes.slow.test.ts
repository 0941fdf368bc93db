import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const CONSENT = 'option-removal=property:contacts/loyaltytier';

let repository: RepositoryUnderTest;
beforeAll(async () => {
  repository = await aRepository();
  await repository.write({});
  await repository.push(1);
  expect((await repository.merge(1)).code).toBe(0);
  await repository.write({ options: ['gold'] });
});
afterAll(() => repository.close());

/** A person who edits the workflow has no command line. */
test('a plan that lacks consent names the input in the comment and the log', async () => {
  const { code, log } = await repository.push(2);
  const [comment = ''] = repository.comments(2);
  expect([code, log + comment]).toEqual([3, expect.not.stringMatching(/--(allow|skip-blocked)/)]);
  expect(comment).toContain(`Allow it in a new plan with the input \`allow: ${CONSENT}\`.`);
  expect(await repository.push(2, { allow: CONSENT })).toMatchObject({ code: 0, outputs: { destructive: '1' } });
});

test.each([
  ['Loyalty programme', 'Merging applies nothing of this plan.'],
  [
    'Loyalty',
    'Merging approves the changes that are not blocked. Apply makes them only with the input `skip-blocked`. Otherwise it makes no change.',
  ],
])('a comment on a blocked change claims no effect of the merge: group %s', async (name, text) => {
  const files = projectText(repository.service.url, { options: ['gold'] });
  await repository.file('trueup.yaml', files.replace('Loyalty programme', name));
  expect(await repository.push(5, { 'fail-on': 'never' })).toMatchObject({ code: 0, outputs: { blocked: '1' } });
  const [comment = ''] = repository.comments(5);
  expect(comment).toContain('**Apply will refuse this plan**');
  expect(comment).toContain(`\n${text}\n`);
  expect(comment).not.toContain('Merging approves exactly');
  await repository.write({ options: ['gold'] });
});

test('the comment on faulty files lists the faults above its last line', async () => {
  await repository.file('trueup.yaml', 'version: 1\nobjectz: 3\n');
  expect(await repository.push(4)).toMatchObject({ code: 3 });
  expect(repository.comments(4)[0]).toMatch(/\n- \*\*error\*\* `unknown-key`[^\n]*\n\n<sub>trueup: /);
  await repository.write({ options: ['gold'] });
});

test('an apply that is refused names the inputs that let it through', async () => {
  const refused = await repository.applyAgain(3, { review: 'none', comment: 'false' });
  expect([refused.code, refused.log]).toEqual([3, expect.not.stringMatching(/--(allow|skip-blocked)/)]);
  // Nothing else would be applied, so skipping what is blocked is no way out.
  expect(refused.log).toMatch(
    new RegExp(`^::error .*title=blocked-change::.*%0AAllow it in a new plan with the input allow: ${CONSENT}$`, 'm'),
  );
  const applied = await repository.applyAgain(3, { review: 'none', comment: 'false', allow: CONSENT });
  expect(applied).toMatchObject({ code: 0, outputs: { result: 'passed' } });
});
