/** The commands that are suggested for each situation of a rollout. */

import { expect, test } from 'vitest';
import { readSituation, type Situation, stepsAfter } from '../../../src/cli/fleet/next-steps.ts';
import type { FleetRead } from '../../../src/fleet/index.ts';
import type { ReviewedCluster, RolloutStatus } from '../../../src/model/rollout-status.ts';
import { aRolloutReport, aRolloutStatus } from '../../report/rollouts.ts';

const TYPED = { directory: 'crm', files: ['next.yaml'], database: './fleet' };
const BAD = aRolloutReport().accounts.filter(({ state }) => state === 'failed');

function expectSteps(situation: Situation, words: readonly string[]): void {
  const at = '-C crm -f next.yaml --database ./fleet';
  expect(stepsAfter(situation, TYPED).map(({ command }) => command)).toEqual(
    words.map((each) => `trueup fleet ${each} ${at}`),
  );
}

type What = NonNullable<RolloutStatus['waitsFor']>['what'];
const waiting = (what: What, more: Partial<RolloutStatus>) =>
  aRolloutStatus({ waitsFor: { what, until: null }, states: {}, ...more });
const SPENT = { phase: 'stopped', errorBudget: { maxFailedPercent: 1, maxUncertain: 0, spent: 'Spent' } } as const;
const NEWER = { overlap: { rollout: 'r2', phase: 'review', newer: true, accounts: 2 } } as const;
const OLDER = { overlap: { rollout: 'r0', phase: 'soaking', newer: false, accounts: 2 } } as const;
const REVERTED = { revertedBy: { rollout: 'r9', phase: 'done' } } as const;
const REVIEW = { phase: 'review', states: { waiting: 4 } } as const;

test.each([
  ['approval', REVIEW, ['clusters r1']],
  ['approval', { phase: 'review', states: { waiting: 4, planning: 1 } }, []],
  ['approval', { ...REVIEW, ...NEWER }, ['abort r1', 'clusters r1']],
  ['replan', { phase: 'review' }, ['plan --resume r1', 'abort r1']],
  ['start', { phase: 'review' }, ['rollout r1']],
  ['start', REVIEW, ['clusters r1', 'rollout r1']],
  ['start', { phase: 'review', ...NEWER }, ['abort r1']],
  ['start', { phase: 'review', ...OLDER }, ['abort r0']],
  ['worker', {}, ['work --until-done']],
  ['accounts', {}, []],
  ['person', { phase: 'paused' }, ['resume r1']],
  ['person', { phase: 'stopped' }, ['resume r1']],
  ['person', SPENT, ['retry r1']],
  ['person', { ...SPENT, ...REVERTED }, ['abort r1']],
] as const)('suggests for a rollout that waits for %s, %o: %o', (what, more, words) => {
  expectSteps({ status: waiting(what, more), bad: [] }, words);
});

test.each([
  [{ states: { applied: 2, skipped: 2 } }, ['revert r1', 'plan']],
  [{ states: { skipped: 4 } }, ['plan']],
  [{ kind: 'drift', states: { skipped: 4 } }, []],
  [{ states: { applied: 2 }, ...REVERTED }, []],
] as const)('suggests for an aborted rollout %o: %o', (more, words) => {
  expectSteps({ status: aRolloutStatus({ phase: 'aborted', waitsFor: null, ...more }), bad: [] }, words);
});

test('suggests to plan again the accounts that could not be planned', () => {
  expectSteps({ status: waiting('approval', REVIEW), bad: BAD }, ['plan --resume r1', 'clusters r1']);
});

test('suggests to pause failed accounts and to settle open calls before a retry', () => {
  const uncertain = { state: 'uncertain', because: null, message: null, hubIds: [7, 8] } as const;
  const steps = stepsAfter({ status: waiting('person', SPENT), bad: [...BAD, uncertain] }, { files: [] });
  expect(steps.map(({ command }) => command)).toEqual([
    'trueup fleet accounts --pause 1004',
    'trueup ledger list --hub-id 7',
    'trueup fleet retry r1',
  ]);
});

const [SAFE, RISKY] = aRolloutReport().clusters;
const cluster = (of: ReviewedCluster | undefined, more: Partial<ReviewedCluster> = {}): ReviewedCluster => {
  if (of === undefined) throw new Error('The report has two clusters.');
  return { ...of, waiting: of.accounts, ...more };
};

test.each([
  [
    'clusters that wait',
    [cluster(SAFE), cluster(RISKY)],
    false,
    ['sample r1 3f9a01c2', 'approve r1 --all', 'approve r1 b07700dd'],
  ],
  ['a broken threshold', [cluster(SAFE), cluster(RISKY)], true, ['sample r1 3f9a01c2']],
  ['a blocked cluster', [cluster(SAFE, { standing: 'blocked' })], false, ['sample r1 3f9a01c2']],
  ['clusters that are approved', [cluster(SAFE, { waiting: 0 })], false, []],
] as const)('suggests below %s: %o', (_, clusters, isOverThreshold, words) => {
  const status = waiting('approval', REVIEW);
  expectSteps({ status, bad: [], reviewed: { clusters, isOverThreshold } }, words);
});

test('suggests to look at a cluster that has drifted', () => {
  const status = aRolloutStatus({ kind: 'drift', phase: 'done', waitsFor: null });
  const clusters = [cluster(SAFE, { standing: 'drifted', waiting: 0 })];
  expectSteps({ status, bad: [], reviewed: { clusters, isOverThreshold: false } }, ['sample r1 3f9a01c2', 'report r1']);
});

test.each([
  ['a cluster without changes', { standing: 'empty' }, []],
  ['an approved cluster', {}, ['rollout r1']],
] as const)('below %s alone, suggests %o', (_, more, words) => {
  const status = waiting('start', { phase: 'review' });
  const clusters = [cluster(SAFE, { waiting: 0, ...more })];
  expectSteps({ status, bad: [], reviewed: { clusters, isOverThreshold: false } }, words);
});

test('suggests nothing below the clusters of a rollout that runs', () => {
  const status = waiting('accounts', {});
  expectSteps({ status, bad: [], reviewed: { clusters: [cluster(SAFE)], isOverThreshold: false } }, []);
});

test('reads the accounts that missed an approved change', async () => {
  const groups = (['applied', 'moved', 'skipped', 'deferred'] as const).map((state, at) => ({
    ...{ state, because: null, message: state, hubIds: [1001 + at] },
  }));
  const status = aRolloutStatus({ states: { applied: 1, moved: 1 } });
  const read = { status: async () => status, groups: async () => groups } as unknown as FleetRead;
  expect((await readSituation(read, 'r1')).bad.map(({ state }) => state)).toEqual(['moved', 'skipped']);
});
