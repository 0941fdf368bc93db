/** `trueup explain`: the section about a code, the knowledge about an address, or a saved plan. */

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { planDigest } from '../../index.ts';
import { isAddress } from '../../model/address.ts';
import { ago, moment } from '../../model/moment.ts';
import { nearHint } from '../../model/nearest.ts';
import { CONSENT_NAMES } from '../../model/risk.ts';
import { PAGE_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine, terminalLines } from '../../report/escape.ts';
import { EXIT, exitOfExplanation } from '../../report/exit.ts';
import { explanationText } from '../../report/text/explanation.ts';
import { buildStyle, type Context, listTypedFlags } from '../context.ts';
import type { CommonFlags, PlanFlags } from '../flags.ts';
import { withReconciler } from '../open.ts';
import { findingsPage } from '../pages.ts';
import { readPlanFile } from '../plan-file.ts';
import { requireReportFiles, writeReportFiles } from '../report-files.ts';
import { planPage, planReport } from './plan.ts';

export type ExplainFlags = CommonFlags & Pick<PlanFlags, 'format' | 'report' | 'summary'>;

export async function explain(context: Context, flags: ExplainFlags, subject: string): Promise<number> {
  const isPlan =
    !isAddress(subject) && (subject.endsWith('.json') || (await isFile(resolve(context.world.cwd, subject))));
  if (isPlan) return explainPlan(context, flags, subject);
  if (flags.format !== undefined || flags.report !== undefined || flags.summary === true)
    throw new UsageError('usage', '--format, --report and --summary need a plan file.', {
      hint: 'For an address or a code, print text or --json.',
    });
  if (!isAddress(subject)) return explainCode(context, flags, subject);
  const explanation = await withReconciler(context, flags, (reconciler) => reconciler.explain(subject));
  const style = { ...buildStyle(context.world, flags), ...context.excerpts() };
  context.out(flags.json === true ? json(explanation) : explanationText(explanation, style));
  return exitOfExplanation(explanation);
}

/** Makes no call: only apply tells whether the plan can still be applied. */
async function explainPlan(context: Context, flags: ExplainFlags, planFile: string): Promise<number> {
  const { cwd } = context.world;
  await requireReportFiles(cwd, flags.report ?? [], ['.html']);
  const saved = await readPlanFile(context, planFile);
  await writeReportFiles(context, flags.report ?? [], { '.html': () => planPage(context, flags, saved) });
  const digest = planDigest(saved);
  const typed = {
    ...listTypedFlags(context.world, flags),
    targets: [],
    allow: [],
    overwrite: [],
    protected: false,
    planFile,
    digest,
  };
  context.out(await planReport(context, flags, saved, { typed, ledger: undefined }));
  const now = context.world.now();
  const ends = Date.parse(saved.expiresAt) < now ? 'expired on' : 'valid until';
  context.note(
    `${terminalLine(planFile)}: created ${ago(saved.createdAt, now)}, ${ends} ${moment(saved.expiresAt)}. Digest: ${digest}`,
  );
  return EXIT.done;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function explainCode(context: Context, flags: CommonFlags, code: string): Promise<number> {
  const text = await readSection(code);
  const document = { format: PAGE_FORMAT, code, text };
  context.out(flags.json === true ? json(document) : terminalLines(removeLinks(text)));
  return EXIT.done;
}

/** Removes the addresses of links, and keeps their texts. */
function removeLinks(text: string): string {
  return text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');
}

/** Returns the section about the code. The risks of consents share a section. Throws UsageError for an unknown code. */
async function readSection(code: string): Promise<string> {
  const sections = splitSections(await readFile(findingsPage(), 'utf8'));
  const isRisk = CONSENT_NAMES.some((name) => name === code);
  const section = sections.get(isRisk ? 'blocked-change' : code) ?? sections.get(code.replace(STATUS, '-NNN'));
  if (section !== undefined) return section;
  throw new UsageError(
    'code-unknown',
    `${JSON.stringify(code)} is neither an address, nor the code of a finding or an error, nor a plan file.`,
    {
      hint:
        nearHint(code, [...sections.keys()]) ??
        'A message ends with its code in brackets. An address is like property:contacts/loyaltytier.',
    },
  );
}

/** Codes of failed answers end with the status, and share a section: `host-403` is explained by `host-NNN`. */
const STATUS = /-[1-5]\d\d$/;

/** Returns the sections of the codes, each up to the next heading. */
function splitSections(page: string): ReadonlyMap<string, string> {
  const parts = page.split(/^### /m).slice(1);
  return new Map(parts.map((part) => [part.split('\n')[0] ?? '', `# ${part.split(/^##? /m)[0]?.trimEnd() ?? ''}\n`]));
}
