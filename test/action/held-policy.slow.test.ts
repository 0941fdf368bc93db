/** What a push and a long line of commits do not undo: the policy that was applied last holds until somebody allows a looser one. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText } from '../support/project.ts';
import { aRepository, type RepositoryUnderTest } from './repository.ts';

const ALL = ['gold', 'silver', 'bronze'];
const LOOSER = 'The risk option-removal is allowed everywhere.';
const UNKNOWN = 'Which policies a merge has to keep is unknown';
const DISPATCH = { name: 'workflow_dispatch', payload: {} };

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
  await repository.file('strict.yaml', 'policy: {}\n');
  await repository.file('loose.yaml', 'policy: { allow: [option-removal] }\n');
});
afterEach(() => repository.close());

interface Said {
  readonly include: 'strict' | 'loose';
  readonly options?: readonly string[];
  readonly label?: string;
}

async function declare({ include, options = ALL, label = 'Tier' }: Said): Promise<void> {
  const list = options.map((value) => `{ value: ${value}, label: ${value} }`).join(', ');
  const text = `${sandboxText(repository.service.url)}include: [${include}.yaml]
objects:
  contacts:
    groups:
      contactinformation:
        properties:
          tier: { label: ${label}, type: enumeration, fieldType: select, options: [${list}] }
`;
  await repository.file('trueup.yaml', text);
}

function head(): string {
  return repository.standIn.git.refs.get('refs/heads/main') ?? '';
}

async function pushed(said: Said): Promise<string> {
  await declare(said);
  repository.toMain(await repository.commit());
  return head();
}

/** Planned on top of main, as it is. */
async function planned(pull: number, said: Said, inputs: Readonly<Record<string, string>> = {}) {
  await declare(said);
  return repository.push(pull, inputs, REPOSITORY, head());
}

async function applied(pull: number, said: Said): Promise<string> {
  expect(await planned(pull, said)).toMatchObject({ code: 0 });
  expect(await repository.merge(pull)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  return head();
}

function apply(inputs: Readonly<Record<string, string>>, before?: string) {
  const event = before === undefined ? DISPATCH : { name: 'push', payload: { ref: 'refs/heads/main', before } };
  return repository.job(head(), { inputs: { command: 'apply', ...inputs }, event });
}

test('the second push keeps the policy from before the first', { timeout: 180_000 }, async () => {
  const merge = await applied(1, { include: 'strict' });
  const first = await pushed({ include: 'loose' });
  expect(await apply({ review: 'none' }, merge)).toMatchObject({ code: 0 });
  await pushed({ include: 'loose', options: ['gold'] });
  const written = await repository.writes();
  expect(await apply({ review: 'none' }, first)).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(await repository.writes()).toEqual(written);
});

test('the way out that a push is told names what a manual start needs', { timeout: 180_000 }, async () => {
  await applied(1, { include: 'strict' });
  const first = await pushed({ include: 'loose' });
  await pushed({ include: 'loose', options: ['gold'] });
  const told = await apply({}, first);
  expect(told).toMatchObject({ code: 3 });
  expect(told.summary.replaceAll('\\', '')).toContain(LOOSER);
  const digest = told.outputs['digest'] ?? '';
  expect(told.log).toContain(`digest: ${digest}\npolicy-changes: allow\n`);
  expect(await apply({ digest }, first)).toMatchObject({ code: 3 });
  expect(await apply({ digest })).toMatchObject({ code: 3 });
  expect(await apply({ digest, 'policy-changes': 'allow' })).toMatchObject({ code: 0 });
});

test('behind too many commits it is unknown, which a merge that changes nothing does not undo', {
  timeout: 280_000,
}, async () => {
  await applied(1, { include: 'strict' });
  for (let at = 1; at <= 31; at += 1) await pushed({ include: 'loose', label: `Tier ${at}` });
  expect(await planned(2, { include: 'loose' })).toMatchObject({ code: 0 });
  expect(await repository.merge(2)).toMatchObject({ code: 0 });
  const plan = await planned(3, { include: 'loose', options: ['gold'] });
  expect(plan).toMatchObject({ code: 3 });
  expect(plan.summary).toContain(UNKNOWN);
  expect(await planned(3, { include: 'loose', options: ['gold'] }, { 'policy-changes': 'allow' })).toMatchObject({
    code: 0,
  });
  const written = await repository.writes();
  const merge = await repository.merge(3);
  expect(merge).toMatchObject({ code: 3, outputs: { result: 'failed' } });
  expect(merge.log).toContain(UNKNOWN);
  expect(merge.log).toContain('policy-changes: allow');
  expect(await repository.writes()).toEqual(written);
  expect(await apply({ 'policy-changes': 'allow' })).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  await applied(4, { include: 'loose', options: ['gold'], label: 'Level' });
});

test('what a merge without a plan made stricter holds, too', { timeout: 180_000 }, async () => {
  await applied(1, { include: 'loose' });
  await planned(2, { include: 'strict' });
  // As from a fork: nobody saw a plan.
  repository.standIn.state.checks.splice(-1, 1);
  await repository.merge(2);
  await pushed({ include: 'loose' });
  const plan = await planned(3, { include: 'loose', options: ['gold'] });
  expect(plan).toMatchObject({ code: 3 });
  expect(plan.summary.replaceAll('\\', '')).toContain(LOOSER);
});

test('so does what a merge made stricter that nobody accepted as a whole', { timeout: 180_000 }, async () => {
  await applied(1, { include: 'loose' });
  await repository.file('loose.yaml', 'policy: { allow: [option-removal, max-changes] }\n');
  await pushed({ include: 'loose' });
  await repository.file('strict.yaml', 'policy: { allow: [max-changes] }\n');
  await applied(2, { include: 'strict', label: 'Level' });
  await pushed({ include: 'loose', label: 'Level' });
  const plan = await planned(3, { include: 'loose', label: 'Level', options: ['gold'] });
  expect(plan).toMatchObject({ code: 3 });
  expect(plan.summary.replaceAll('\\', '')).toContain(LOOSER);
});
