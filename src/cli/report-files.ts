/** Chooses the form of a report to print, and writes the files that --report names. */

import { extname, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Context } from './context.ts';
import type { PlanFlags } from './flags.ts';
import { requireOwn, savePrivately } from './save.ts';

/** Makers of each form. */
interface Forms {
  readonly json: () => string;
  readonly markdown: () => string | Promise<string>;
  readonly html: () => string | Promise<string>;
  readonly brief: () => string;
  readonly text: () => string;
}

/** Returns the form that the flags ask for. The other forms are not made, so they may be loaded on demand. */
export async function inForm(flags: Pick<PlanFlags, 'json' | 'format' | 'quiet'>, forms: Forms): Promise<string> {
  const form = flags.json === true ? 'json' : (flags.format ?? 'text');
  return form === 'text' && flags.quiet === true ? forms.brief() : forms[form]();
}

/** How a trueup report is recognized: only such a file is replaced. */
const MARKS = {
  '.html': /<meta name="generator" content="trueup">/,
} as const;

type Ending = keyof typeof MARKS;

/** How each report format is created; only requested formats are created. */
export type ReportForms = Readonly<Partial<Record<Ending, () => Promise<string>>>>;

/** Before anything else is done. Throws UsageError if a format is unknown here, or an existing file is not a report. */
export async function requireReportFiles(
  cwd: string,
  files: readonly string[],
  endings: readonly Ending[],
): Promise<void> {
  for (const file of files) {
    const ending = endings.find((candidate) => candidate === extname(file).toLowerCase());
    if (ending === undefined) {
      throw new UsageError('report-form', `The name of the report ${file} has no known extension.`, {
        hint: `Use a name that ends in ${endings.join(' or ')}.`,
      });
    }
    const message = `Refused to replace ${file}: it is not a trueup report.`;
    const refusal = new UsageError('not-a-report', message, { hint: 'Choose another file for --report.' });
    await requireOwn(resolve(cwd, file), MARKS[ending], refusal);
  }
}

export async function writeReportFiles(
  { world: { cwd }, redaction }: Pick<Context, 'world' | 'redaction'>,
  files: readonly string[],
  forms: ReportForms,
): Promise<void> {
  for (const file of files) {
    const make = Object.entries(forms).find(([ending]) => ending === extname(file).toLowerCase())?.[1];
    if (make !== undefined) await savePrivately(resolve(cwd, file), redaction.scrub(await make()));
  }
}
