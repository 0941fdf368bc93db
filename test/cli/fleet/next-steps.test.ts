/** What to type next is said for everything that a person does about a rollout, and where it cannot do what was asked. */

import { expect, test } from 'vitest';
import { asked, standingOf, stepFor, stepsAfterStatus } from '../../../src/cli/fleet/next-steps.ts';
import { UsageError } from '../../../src/errors.ts';
import type { FleetRead } from '../../../src/fleet/index.ts';
import type { RolloutStatus } from '../../../src/model/rollout-status.ts';
import { aRolloutReport, aRolloutStatus } from '../../report/rollouts.ts';

const SPENT = { maxFailedPercent: 1, maxUncertain: 0, spent: 'In wave 1, 1 has failed' };
const NEWER = { rollout: 'r2', accounts: 2 };
const OLDER = [{ rollout: 'r0', phase: 'soaking', accounts: 2 }] as const;
const REVERT = { rollout: 'r9', phase: 'done' } as const;
const TYPED = { directory: 'crm', files: ['next.yaml'], database: './fleet' };

function readOf(status: RolloutStatus): FleetRead {
  const read: Pick<FleetRead, 'status' | 'groups'> = {
    status: async () => status,
    groups: async () => aRolloutReport().accounts,
  };
  return read as FleetRead;
}

function waiting(what: NonNullable<RolloutStatus['waitsFor']>['what'], more: Partial<RolloutStatus> = {}) {
  return aRolloutStatus({ waitsFor: { what, until: null }, ...more });
}

test.each([
  ['approval', {}, ['clusters r1', 'approve r1 --all']],
  ['approval', { states: { planning: 1 } }, []],
  ['replan', {}, ['plan --resume r1', 'abort r1']],
  ['start', {}, ['rollout r1']],
  ['start', { newer: NEWER }, ['abort r1', 'rollout r1 --although-newer']],
  ['approval', { newer: NEWER }, ['abort r1', 'clusters r1', 'approve r1 --all']],
  ['start', { underWay: OLDER }, ['abort r0', 'rollout r1 --although-under-way']],
  ['approval', { underWay: OLDER }, ['abort r0', 'clusters r1', 'approve r1 --all']],
  ['worker', {}, ['work --until-done']],
  ['person', { phase: 'paused' }, ['resume r1']],
  ['person', { phase: 'stopped' }, ['resume r1']],
  ['person', { phase: 'stopped', errorBudget: SPENT }, ['accounts --pause 1004', 'retry r1']],
  ['accounts', {}, []],
  ['soak', {}, []],
  ['soak', { newer: NEWER }, ['abort r1']],
  ['person', { phase: 'paused', newer: NEWER }, ['abort r1', 'resume r1']],
  ['person', { phase: 'stopped', errorBudget: SPENT, revertedBy: REVERT }, ['abort r1']],
  ['person', { phase: 'paused', revertedBy: REVERT }, ['abort r1']],
] as const)('%s %o: the commands', async (what, more, words) => {
  const standing = await standingOf(readOf(waiting(what, more)), 'r1');
  const at = '-C crm -f next.yaml --database ./fleet';
  expect(stepsAfterStatus(standing, TYPED).map(({ command }) => command)).toEqual(
    words.map((each) => `trueup fleet ${each} ${at}`),
  );
});

test.each([
  [{ states: { applied: 2, skipped: 2 } }, ['revert r1', 'plan']],
  [{ states: { skipped: 4 } }, ['plan']],
  [{ kind: 'revert', reverts: 'r0', states: { skipped: 4 } }, ['revert r0']],
  [{ states: { applied: 2 }, revertedBy: REVERT }, []],
] as const)('aborted %o: the commands', async (more, words) => {
  const aborted = aRolloutStatus({ phase: 'aborted', waitsFor: null, ...more });
  const steps = stepsAfterStatus(await standingOf(readOf(aborted), 'r1'), { files: [] });
  expect(steps.map(({ command }) => command)).toEqual(words.map((each) => `trueup fleet ${each}`));
});

test.each([
  [{}, 'approve r1 --all'],
  [{ newer: NEWER }, 'abort r1'],
  [{ underWay: OLDER }, 'abort r0'],
] as const)('the one command that a worker names, %o', async (more, words) => {
  const standing = await standingOf(readOf(waiting('approval', more)), 'r1');
  expect(stepFor(standing, { files: [] })?.command).toBe(`trueup fleet ${words}`);
});

test('accounts that did not get what was approved are shown, whatever the reason', async () => {
  const states = { applied: 1, moved: 1 };
  const groups = (['applied', 'moved', 'skipped', 'deferred'] as const).map((state, at) => ({
    ...{ state, because: null, message: state, hubIds: [1001 + at] },
  }));
  const read = { ...readOf(aRolloutStatus({ phase: 'done', waitsFor: null, states })), groups: async () => groups };
  expect((await standingOf(read, 'r1')).bad.map(({ state }) => state)).toEqual(['moved', 'skipped']);
});

test('what is refused is told with what to type instead, and anything else as it is', async () => {
  const refused = new UsageError('rollout-refused', 'It cannot start.', { hint: 'Its status says more.' });
  const other = new UsageError('waves-invalid', 'Wrong.', { hint: 'Such as 100%.' });
  const fail = (error: Error) => () => Promise.reject(error);
  await expect(asked(readOf(waiting('approval')), 'r1', fail(refused))).rejects.toMatchObject({
    code: 'rollout-refused',
    hint: expect.stringContaining('lose nothing: `trueup fleet approve r1 --all`'),
  });
  await expect(asked(readOf(waiting('accounts')), 'r1', fail(refused))).rejects.toBe(refused);
  await expect(asked(readOf(waiting('approval')), 'r1', fail(other))).rejects.toBe(other);
});
