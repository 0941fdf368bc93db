/** `command: drift`: compares the account with the last apply, and keeps the result in one issue. */

import { TrueupError } from '../errors.ts';
import type { Reconciler } from '../index.ts';
import type { DriftReport } from '../model/drift.ts';
import { moment } from '../model/moment.ts';
import { terminalLine } from '../report/escape.ts';
import { EXIT, exitOfDrift, sawEverything } from '../report/exit.ts';
import { docHtml } from '../report/html/render.ts';
import { COMMENT_LIMIT, docMarkdown } from '../report/markdown/render.ts';
import { driftDoc } from '../report/text/drift.ts';
import { hostBanner } from '../report/text/host-notice.ts';
import { count } from '../report/text/layout.ts';
import { docText } from '../report/text/render.ts';
import { COMMENT_FRAME } from './comment.ts';
import { reporting } from './failure.ts';
import { pathOf, save } from './files.ts';
import { closeIssue, writeIssue } from './issue.ts';
import type { AccountResult } from './result.ts';
import type { Run } from './run.ts';
import { annotate, summaryLimit, textStyle } from './show.ts';

export async function driftAccount(run: Run, account: string, reconciler: Reconciler): Promise<AccountResult> {
  const report = await reconciler.drift();
  const now = run.clock.now();
  const hold = reconciler.account.drift === 'hold';
  const doc = { ...driftDoc(report, { face: 'action', now, hold }), ...hostBanner(reconciler, 'action') };
  run.step.log(docText(doc, textStyle(run)));
  annotate(run, report.findings);
  const shown = (limit: number) => docMarkdown(doc, { limit, face: 'action' });
  await run.step.summary(shown(summaryLimit(run)));
  await save(run, 'reportFile', account, () => docHtml(doc, { now, face: 'action' }));
  const { drifted, inSync, unverifiable } = report.summary;
  const counts = { drifted, inSync, unverifiable };
  const found = { ...pathOf(run, 'reportFile', account), hasChanges: drifted > 0, destructive: 0, blocked: 0, counts };
  // After a failed read, the comparison is incomplete, and the issue stays unchanged.
  if (!sawEverything(report)) {
    return { account, ...found, conclusion: 'failed', exit: EXIT.error };
  }
  const exit = exitOfDrift(report);
  const fails = exit !== EXIT.done && run.inputs['fail-on'] === 'changes';
  const result: AccountResult = {
    account,
    ...found,
    conclusion: exit === EXIT.done ? 'passed' : fails ? 'failed' : 'neutral',
    exit: fails ? exit : EXIT.done,
  };
  return reporting(run, result, async () => {
    const text = shown(COMMENT_LIMIT - COMMENT_FRAME);
    const turn = run.inputs.issue ? await reportInIssue(run, account, { report, text }) : turnOf(report);
    if (turn !== 'same') await postNotice(run, noticeText(run, account, drifted, turn));
  });
}

/** News for the readers of notices. */
type Turn = 'appeared' | 'ended' | 'same';

function turnOf(report: DriftReport): Turn {
  return exitOfDrift(report) === EXIT.done ? 'same' : 'appeared';
}

function noticeText({ runUrl }: Run, account: string, drifted: number, turn: 'appeared' | 'ended'): string {
  const name = terminalLine(account);
  const found = drifted > 0 ? `${count(drifted, 'resource')} changed since the last apply` : 'calls are not settled';
  const what = turn === 'ended' ? `No more drift in ${name}.` : `Drift in ${name}: ${found}.`;
  return runUrl === undefined ? what : `${what} ${runUrl}`;
}

async function reportInIssue(
  run: Run,
  account: string,
  { report, text: shown }: { readonly report: DriftReport; readonly text: string },
): Promise<Turn> {
  const mark = { about: 'drift', account, folder: run.folder } as const;
  const text = `${shown}\n${lastLine(run, run.clock.now())}`;
  if (exitOfDrift(report) !== EXIT.done)
    return (await writeIssue(run, { mark, text, title: `Drift in ${terminalLine(account)}` })) ? 'appeared' : 'same';
  // Without records, nothing was compared.
  if (report.resources.length === 0) return 'same';
  return (await closeIssue(run, { mark, text })) ? 'ended' : 'same';
}

function lastLine({ runUrl }: Run, now: number): string {
  const seen = moment(new Date(now).toISOString());
  return `<sub>trueup: checked ${seen}${runUrl === undefined ? '' : `, [run](${runUrl})`}</sub>`;
}

const TIMEOUT_MS = 15_000;

/** Posts the text, or does nothing without an address. Throws TrueupError `notice-refused`, TransportError. */
async function postNotice({ inputs, transport, step }: Run, text: string): Promise<void> {
  const address = inputs['notice-url'];
  if (address === undefined) return;
  const { status } = await transport.send(
    {
      method: 'POST',
      url: address.reveal(),
      headers: { 'content-type': 'application/json', 'user-agent': 'trueup' },
      body: JSON.stringify({ text: step.redaction.scrub(text) }),
    },
    { timeoutMs: TIMEOUT_MS },
  );
  if (status >= 200 && status <= 299) return;
  throw new TrueupError('notice-refused', `The address in notice-url answered with status ${status}.`, {
    hint: 'It must take a POST of a JSON object with the member text, as chat systems do for incoming webhooks.',
  });
}
