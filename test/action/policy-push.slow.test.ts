/** The policy of what is pushed without a pull request. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { ALLOW, aPolicyRepository, CREDENTIALS, type PolicyRepository } from './policy-project.ts';

let repository: PolicyRepository;
beforeEach(async () => {
  repository = await aPolicyRepository();
});
afterEach(() => repository.close());

test('a direct push is compared with the commit before it', async () => {
  const before = await repository.applied({});
  await repository.checkout({ policy: ALLOW, options: ['gold'] });
  const inputs = { ...CREDENTIALS, review: 'none' };
  const written = await repository.writes();
  const refused = await repository.applyAgain(1, inputs, { before });
  expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(refused.summary.replaceAll('\\', '')).toContain(
    'The risk option-removal is allowed at property:contacts/tier.',
  );
  expect(await repository.writes()).toEqual(written);
  const zeros = '0'.repeat(40);
  expect(await repository.applyAgain(1, inputs, { before: zeros })).toMatchObject({ code: 0 });
});

test('a manual start with the digest of a direct push is compared with what was there before, and both say what is looser', async () => {
  const before = await repository.applied({});
  repository.toMain(before);
  await repository.checkout({ policy: ALLOW, options: ['gold'] });
  const sha = await repository.commit();
  repository.toMain(sha);
  const written = await repository.writes();
  const push = { name: 'push', payload: { ref: 'refs/heads/main', before } };
  const pushed = await repository.job(sha, { inputs: { command: 'apply' }, event: push });
  expect(pushed).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(pushed.log).toContain('No reviewed plan for sandbox was found');
  expect(pushed.summary.replaceAll('\\', '')).toContain(
    'The risk option-removal is allowed at property:contacts/tier.',
  );
  const digest = pushed.outputs['digest'] ?? '';
  expect(pushed.log).toContain(`digest: ${digest}\npolicy-changes: allow\n`);
  expect(pushed.summary).toContain(`\`digest: ${digest}\` and \`policy-changes: allow\``);
  const event = { name: 'workflow_dispatch', payload: {} };
  const dispatched = (more = {}) => repository.job(sha, { inputs: { command: 'apply', digest, ...more }, event });
  const refused = await dispatched();
  expect(refused).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(refused.summary).toContain('is looser than in the commit before');
  expect(await repository.writes()).toEqual(written);
  expect(await dispatched({ 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
});
