/** What the Git host does not tell of the base branch's policy is no refusal, and what is wrong with its files is told by its place. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../github/stand-in/server.ts';
import { aPolicyRepository, CREDENTIALS, type PolicyRepository } from './policy-project.ts';

/** How often a read is tried. */
const TRIES = 5;

let repository: PolicyRepository;
beforeEach(async () => {
  repository = await aPolicyRepository();
});
afterEach(() => repository.close());

function meets(of: RegExp, fault: Fault, times: number): void {
  for (let time = 1; time <= times; time += 1) repository.standIn.fault(of, fault);
}

const BROKEN: Fault = { do: 'answer', with: { status: 502, body: '<html>Unicorn</html>' } };
const LOST: Fault = { do: 'drop-before' };

describe('a Git host that does not tell what the base branch says', { timeout: 120_000 }, () => {
  test.each([
    ['answers with an error', BROKEN, 'failed with status 502', {}],
    ['does not answer', LOST, '', { 'policy-changes': 'allow' }],
  ])(
    'is asked again where it %s, and then the run fails as any read of the network does',
    async (_, fault, reason, inputs) => {
      await repository.checkout({});
      const base = repository.commitOf(repository.files({}));
      const read = new RegExp(`^GET .*/git/commits/${base}$`);
      meets(read, fault, 1);
      expect(await repository.plan(base)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
      meets(read, fault, TRIES);
      const failed = await repository.plan(base, inputs);
      expect(failed).toMatchObject({ code: 1, outputs: { result: 'failed' } });
      for (const told of [failed.log, repository.comment(), failed.summary.replaceAll('\\', '')]) {
        expect(told).toContain('The policy of the base branch is not known, because the Git host did not tell it:');
        expect(told).toContain(reason);
        expect(told).toMatch(/[Rr]un the job again later/);
        expect(told).not.toContain('refused');
        expect(told).not.toContain('policy-changes');
      }
      expect(failed.outputs['digest'] ?? '').toBe('');
    },
  );

  test('fails a push as well, and writes nothing', async () => {
    const before = await repository.applied({});
    await repository.checkout({ options: ['gold', 'silver', 'bronze'] });
    const written = await repository.writes();
    meets(new RegExp(`^GET .*/git/commits/${before}$`), BROKEN, TRIES);
    const inputs = { ...CREDENTIALS, review: 'none' };
    const failed = await repository.applyAgain(1, inputs, { before });
    expect(failed).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    expect(failed.log).toContain('The policy of the commit before is not known');
    expect(await repository.writes()).toEqual(written);
    expect(await repository.applyAgain(1, inputs, { before })).toMatchObject({ code: 0 });
  });
});

test.each([
  ['does not parse', 'policy: { allow: [\n', /policy\.yaml:\d+:\d+/],
  ['names no risk', '# one\npolicy:\n  allow: [option-removed]\n', /policy\.yaml:3:\d+/],
  ['says it twice', 'policy: { allow: ["option-removal=property:contacts/tier"] }\npolicy: {}\n', /policy\.yaml:2:1/],
])('a policy of the base branch that %s is told by file, line, column and commit', async (_, text, place) => {
  await repository.checkout({});
  const base = repository.commitOf({ ...repository.files({}), 'policy.yaml': text });
  const refused = await repository.plan(base);
  expect(refused).toMatchObject({ code: 3 });
  const at = new RegExp(`of the base branch could not be read: ${place.source} in commit ${base.slice(0, 12)}: \\S+`);
  for (const told of [refused.log, repository.comment()]) expect(told).toMatch(at);
  expect(refused.log).toContain('set the input policy-changes to allow');
});
