/** The policy of the base branch is found and read, or the plan is refused. */

import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ALLOW, aPolicyRepository, CREDENTIALS, type PolicyRepository, type Texts } from './policy-project.ts';

let repository: PolicyRepository;
beforeEach(async () => {
  repository = await aPolicyRepository();
});
afterEach(() => repository.close());

describe('a base branch', () => {
  test('that says the same in other lines and files is no change of policy', async () => {
    await repository.applied({ policy: ALLOW });
    const { 'policy.yaml': moved = '', ...others } = repository.files({ policy: ALLOW });
    const base = repository.commitOf({
      ...others,
      'policy.yaml': '# moved\n',
      'schema/policy.yaml': `# here\n${moved}`,
    });
    await repository.checkout({ policy: ALLOW, options: ['gold'] });
    expect(await repository.plan(base)).toMatchObject({ code: 0, outputs: { destructive: '1' } });
    expect(repository.comment()).not.toContain('looser');
  });

  test('may include a file of another type by its name', async () => {
    await repository.applied({ policy: ALLOW });
    const { 'policy.yaml': moved = '', 'trueup.yaml': top = '', ...others } = repository.files({ policy: ALLOW });
    const base = repository.commitOf({
      ...others,
      'policy.conf': moved,
      'trueup.yaml': top.replace('policy.yaml', 'policy.conf'),
    });
    await repository.checkout({ policy: ALLOW, options: ['gold'] });
    expect(await repository.plan(base)).toMatchObject({ code: 0, outputs: { destructive: '1' } });
    expect(repository.comment()).not.toContain('policy of');
  });

  test.each([
    ['is followed', 'v1', 'The policy of `sandbox` is looser than on the base branch'],
    [
      'and leads nowhere is no new configuration',
      'v0',
      'The link on the way to crm/trueup.yaml leads to no configuration',
    ],
    ['and leads out of the repository is not one either', '../v1', 'The link on the way to crm/trueup.yaml'],
  ])('with a working directory that is a link %s', async (_, target, text) => {
    const inside = (texts: Texts) =>
      Object.entries(repository.files(texts)).map(([path, one]) => [`v1/${path}`, one] as const);
    const place = async (texts: Texts) => {
      for (const [path, one] of inside(texts)) await repository.file(path, one);
    };
    const inputs = { 'working-directory': 'crm' };
    await place({});
    await symlink('v1', join(repository.workspace, 'crm'));
    const done = await repository.applyAgain(1, { ...CREDENTIALS, ...inputs, review: 'none', digest: '' });
    expect(done).toMatchObject({ code: 0 });
    const base = repository.commitOf(Object.fromEntries(inside({})), { crm: target });
    await place({ policy: ALLOW, options: ['gold'] });
    const ran = await repository.plan(base, inputs);
    expect(ran).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(repository.comment()).not.toContain('has no configuration');
    expect(ran.log + repository.comment()).toContain(text);
  });

  test('is told of by its own files, and not by the folder that they are read in', async () => {
    const { 'trueup.yaml': top = '', 'schema/contacts.yaml': contacts = '' } = repository.files({});
    const files = {
      'crm/trueup.yaml': top.replace('policy.yaml', '../shared/policy.yaml'),
      'crm/schema/contacts.yaml': contacts,
    };
    for (const [path, text] of Object.entries({ ...files, 'shared/policy.yaml': '# none\n' }))
      await repository.file(path, text);
    const base = repository.commitOf(files, { 'shared/policy.yaml': 'nowhere.yaml' });
    const ran = await repository.plan(base, { 'working-directory': 'crm' });
    expect(ran).toMatchObject({ code: 3 });
    for (const told of [ran.log, repository.comment()]) {
      expect(told).toMatch(
        /could not be read: crm\/trueup\.yaml:2:\d+ in commit [0-9a-f]{12}: "shared\/policy\.yaml" does not/,
      );
      expect(told).not.toContain('[secret]');
    }
  });

  test('without a configuration is said', async () => {
    await repository.checkout({ policy: ALLOW });
    expect(await repository.plan(repository.commitOf({}))).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(repository.comment()).toContain('The base branch has no configuration');
  });

  test.each([
    ['is not there', () => '1'.repeat(40), 'failed with status 404'],
    [
      'does not parse',
      () => repository.commitOf({ ...repository.files({}), 'policy.yaml': 'policy: { allow: [\n' }),
      'could not be read',
    ],
    [
      'includes what is not there',
      () => repository.commitOf({ 'trueup.yaml': repository.files({})['trueup.yaml'] ?? '' }),
      'No file matches',
    ],
  ])('that %s refuses what a looser policy may have made possible', async (_, base, reason) => {
    await repository.checkout({});
    const refused = await repository.plan(base());
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(repository.comment()).toContain('The policy of the base branch could not be read');
    expect(refused.log).toContain(reason);
    expect(await repository.plan(base(), { 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
  });
});
