import { expect, test } from 'vitest';
import type { RolloutReport } from '../../src/model/rollout-report.ts';
import type { AccountsByState } from '../../src/model/rollout-status.ts';
import { docHtml } from '../../src/report/html/render.ts';
import { docMarkdown } from '../../src/report/markdown/render.ts';
import { clustersDoc, type ShownClusters } from '../../src/report/text/clusters.ts';
import { docText } from '../../src/report/text/render.ts';
import { rolloutDoc, statusDoc } from '../../src/report/text/rollout.ts';
import type { TextStyle } from '../../src/report/text/style.ts';
import { HOSTILE } from '../browser/samples.ts';
import { aDriftedResource, aDriftReport, aStyle, NOW } from '../support/builders.ts';
import { aRolloutReport, aRolloutStatus } from './rollouts.ts';

const OPTIONS = { verbose: false, now: NOW };

const rolloutText = (report: RolloutReport, style: TextStyle) =>
  docText(rolloutDoc(report, { now: style.now, verbose: style.verbose }), style);
const rolloutMarkdown = (report: RolloutReport, options: typeof OPTIONS) =>
  docMarkdown(rolloutDoc(report, options), options);
const rolloutHtml = (report: RolloutReport, { now }: typeof OPTIONS) =>
  docHtml(rolloutDoc(report, { now, verbose: true }), { now });
const rolloutStatusText = (
  status: Parameters<typeof statusDoc>[0],
  style: TextStyle,
  more?: Parameters<typeof statusDoc>[2],
) => docText(statusDoc(status, { now: style.now }, more), style);
const clustersText = (shown: ShownClusters, style: TextStyle) =>
  docText(clustersDoc(shown, { verbose: style.verbose }), style);

test('the text shows the state, the changes and accounts of each cluster, and the events', () => {
  expect(rolloutText(aRolloutReport(), aStyle({ now: Date.parse('2026-11-20T12:00:00Z') }))).toMatchInlineSnapshot(`
    "Rollout r1 of commit 1f0c (made 2 hours ago by ann)

    Waves
      1: 10%, 4 accounts, since 2026-11-20 10:30 UTC (3 applied, 1 failed)
      2: 100%, 36 accounts, not started (36 approved)
      In no wave (10 waiting)

    Cluster 3f9a01c2: 40 accounts, safe
    It loses nothing. Approved by ann. Shown is account 1001.
      Accounts (1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010 and 30 more)
      By state (36 approved, 3 applied, 1 failed)

      + create  property:contacts/loyaltytier
          It is not in the account.

    Cluster b07700dd: 10 accounts, risky
    It loses values or options, or needed consent (destructive, option-removal). Shown is account 1041.
      Accounts (1041, 1042, 1043, 1044, 1045, 1046, 1047, 1048, 1049, 1050)
      By state (10 waiting)

      ~ update  property:contacts/loyaltytier
          The file declares other values.
          destructive: options are removed: records that use them lose a valid value
          options  - bronze  "Bronze"

    Accounts
      ! 1 failed (auth): The token was refused. (1004)

    Events
      2026-11-20 10:30 UTC  wave 1 started
      2026-11-20 10:40 UTC  stopped, the error budget is spent: 2 accounts have failed

    It is under way, in wave 1 of 2. Every account that is left in the open waves was put off, until
    2026-11-20 11:05:00 UTC.
    50 accounts: 10 waiting, 36 approved, 3 applied, 1 failed.
    Resumed by bob 1 hour ago.
    "
  `);
});

test('the status of a rollout in review names the overlapping rollout to end first', () => {
  const overlap = { rollout: 'r0', phase: 'soaking', newer: false, accounts: 1 } as const;
  const status = aRolloutStatus({ phase: 'review', wave: 0, overlap });
  const words = 'Rollout r0 is soaking and has 1 account of this one left to run.';
  const nothing = { clusters: [], samples: new Map(), unplanned: [], findings: [], steps: [] };
  expect(rolloutStatusText(status, aStyle()).replaceAll('\n', ' ')).toContain(words);
  expect(clustersText({ ...nothing, status }, aStyle())).toContain(`\n${words}\n`);
  const older = aRolloutStatus({ phase: 'review', overlap: { ...overlap, newer: true } });
  expect(rolloutStatusText(older, aStyle()).replaceAll('\n', ' ')).toContain(
    'Rollout r0 is newer and has 1 account of this one.',
  );
});

test('a rollout that has stopped says that its budget is spent only while it is', () => {
  const stopped = { phase: 'stopped', waitsFor: { what: 'person', until: null } } as const;
  const errorBudget = { maxFailedPercent: 1, maxUncertain: 0, spent: 'In wave 1, 2 have failed' };
  const spent = rolloutStatusText(aRolloutStatus({ ...stopped, errorBudget }), aStyle());
  expect(spent).toContain('It has stopped: its error budget is spent, in wave 1 of 2. In wave 1, 2 have failed.');
  const retried = rolloutStatusText(aRolloutStatus(stopped), aStyle());
  expect(retried).toContain('It has stopped, in wave 1 of 2. A person has to resume it.');
  expect(retried).not.toContain('spent');
});

test('the status names failed accounts and the next step', () => {
  const bad = aRolloutReport().accounts.filter(({ state }) => state === 'failed');
  const steps = [{ command: 'trueup fleet resume r1', purpose: 'to go on' }];
  expect(rolloutStatusText(aRolloutStatus(), aStyle(), { bad, steps })).toMatch(
    /! 1 failed \(auth\): The token was refused\. \(1004\)\n\n[\s\S]*\n\nNext, to go on:\n {2}trueup fleet resume r1\n$/,
  );
});

test('unplanned accounts are shown with reason and remedy, apart from skipped accounts', () => {
  const states = { waiting: 2, failed: 3, skipped: 1 } as const;
  const status = aRolloutStatus({ phase: 'review', wave: 0, states, inNoWave: states });
  const [cluster] = aRolloutReport().clusters;
  if (cluster === undefined) throw new Error('one');
  const unplanned = [
    { state: 'failed', because: 'config', message: 'No key opens it.', hubIds: [1, 2, 3] },
    { state: 'skipped', because: null, message: 'The installation is paused.', hubIds: [4] },
  ] as const;
  const shown = { clusters: [{ ...cluster, accounts: 2 }], samples: new Map(), findings: [], steps: [] };
  const text = clustersText({ ...shown, status, unplanned }, aStyle());
  expect(text).toContain(
    '2 accounts with a plan, in 1 cluster. 3 accounts could not be planned. 1 account is left out.\n',
  );
  expect(text).toContain(
    [
      'Accounts without a plan',
      '  ! 3 failed (config): No key opens it. Correct the files, the keys or the account first: planned',
      '    again as they are, the same happens. (1, 2, 3)',
      '  . 1 skipped: The installation is paused. Only active accounts are planned. (4)',
    ].join('\n'),
  );
});

test('text and Markdown count many accounts, verbose output and the page list all', () => {
  const report = aRolloutReport();
  expect(rolloutText(report, aStyle())).toContain('1009, 1010 and 30 more)');
  expect(rolloutText(report, aStyle({ verbose: true }))).toContain('1040)');
  expect(rolloutMarkdown(report, OPTIONS)).toContain('1009, 1010 and 30 more');
  expect(rolloutMarkdown(report, { ...OPTIONS, verbose: true })).toContain('1039, 1040');
  expect(rolloutHtml(report, OPTIONS)).toContain('1039, 1040</p>');
});

test('a cluster that loses something is written out, however many are larger', () => {
  const [safe, risky] = aRolloutReport().clusters;
  if (safe === undefined || risky === undefined) throw new Error('two');
  const many = Array.from({ length: 12 }, (_, at) => ({ ...safe, shape: `${at}`.padStart(8, '0').padEnd(20, 'a') }));
  const text = rolloutText(aRolloutReport({ clusters: [...many, risky] }), aStyle());
  expect(text).toContain('Cluster b07700dd: 10 accounts, risky');
  expect(text).toContain('... 2 more clusters (--verbose lists them)');
});

test('a revert and a look for drift say so', () => {
  const revert = aRolloutReport({ status: aRolloutStatus({ kind: 'revert', reverts: 'r0' }) });
  const drift = aRolloutReport({
    status: aRolloutStatus({ kind: 'drift', phase: 'done', wave: 0, waitsFor: null }),
    clusters: aRolloutReport().clusters.map((cluster) => ({ ...cluster, sample: aDriftReport([aDriftedResource()]) })),
  });
  for (const form of [
    (of: typeof drift) => rolloutText(of, aStyle()),
    (of: typeof drift) => rolloutMarkdown(of, OPTIONS),
    (of: typeof drift) => rolloutHtml(of, OPTIONS),
  ]) {
    expect(form(revert)).toContain('Rollout r1: revert of rollout r0');
    expect(form(drift)).toContain('Drift of the fleet r1');
    const compared = (states: AccountsByState) => form({ ...drift, status: { ...drift.status, states } });
    expect(compared({ unchanged: 118, drifted: 2 })).toContain('All accounts were compared; nothing was changed.');
    expect(compared({ unchanged: 118, drifted: 1, skipped: 1 })).toContain(
      '119 of 120 accounts were compared; nothing was changed.',
    );
    expect(form(drift)).toContain('property:contacts/loyaltytier');
    expect(form(drift)).not.toContain('Waves');
  }
});

test('foreign text is shown as text in every format', () => {
  const words = `${HOSTILE} \u001b[2J | \`x\``;
  const tags = (page: string): readonly string[] =>
    [...page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').matchAll(/<\/?([a-z0-9-]+)/gi)].map(([tag]) => tag);
  const withText = (text: string) =>
    aRolloutReport({
      status: aRolloutStatus({
        note: text,
        by: text,
        asked: { what: 'pause', by: text, at: '2026-11-20T10:30:00.000Z' },
        errorBudget: { maxFailedPercent: 1, maxUncertain: 0, spent: text },
      }),
      accounts: [{ state: 'failed', because: null, message: text, hubIds: [1] }],
      events: [{ at: '2026-11-20T10:30:00.000Z', kind: text, wave: null, by: text, message: text }],
      clusters: aRolloutReport().clusters.map((cluster) => ({ ...cluster, approvedBy: text })),
    });
  expect(rolloutText(withText(words), aStyle())).not.toContain('\u001b');
  expect(tags(rolloutHtml(withText(words), OPTIONS))).toEqual(tags(rolloutHtml(withText('plain'), OPTIONS)));
  expect(tags(rolloutMarkdown(withText(words), OPTIONS))).toEqual(tags(rolloutMarkdown(withText('plain'), OPTIONS)));
  expect(rolloutMarkdown(withText(words), OPTIONS)).not.toMatch(/@everyone/);
});
