/** An account keeps its policy under whichever name. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aPolicyRepository, type PolicyRepository } from './policy-project.ts';

let repository: PolicyRepository;
beforeEach(async () => {
  repository = await aPolicyRepository();
});
afterEach(() => repository.close());

describe('an account under another name', () => {
  const GUARDED = ', protected: true, drift: hold';

  test('is as guarded as it was, though no file says its id any more', async () => {
    const base = await repository.applied({ accounts: repository.declared('production', GUARDED) }, 'live');
    await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
    await repository.checkout({ accounts: repository.declared('live', '', '') });
    expect(await repository.plan(base)).toMatchObject({ code: 3, outputs: { result: 'failed', digest: '' } });
    expect(repository.comment()).toContain('The account is no longer protected.');
    expect(repository.comment()).toContain('drift: revert');
    expect(repository.comment()).toContain('The account was protected.');
  });

  test('that another account had is guarded as well', async () => {
    const spare = repository.declared('spare', '', 'hubId: 2002, ');
    const base = await repository.applied({ accounts: repository.declared('production', GUARDED) + spare }, 'spare');
    await repository.checkout({ accounts: repository.declared('spare'), options: ['gold', 'silver', 'bronze'] });
    expect(await repository.plan(base)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(repository.comment()).toContain('The account was protected.');
  });

  test.each([
    ['beside the guarded one', 'hubId: 1001, '],
    ['by its token alone', ''],
  ])('%s gets around nothing', async (_, hubId) => {
    const base = await repository.applied({ accounts: repository.declared('production', GUARDED) });
    await repository.service.admin(1001).editProperty('contacts', 'tier', { label: 'By hand' });
    await repository.checkout({
      accounts: repository.declared('production', GUARDED) + repository.declared('mirror', '', hubId),
    });
    const written = await repository.writes();
    const refused = await repository.plan(base);
    expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
    expect(refused.log).toContain('`mirror` and `production` are the same account 1001');
    expect(refused.summary.replaceAll('\\', '')).toContain('The policy of `mirror` is looser than on the base branch');
    expect(await repository.merge(1, {}, { before: base })).toMatchObject({ outputs: { result: 'failed' } });
    expect(await repository.writes()).toEqual(written);
  });
});
