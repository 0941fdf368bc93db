/** Chooses the form of a report to print, and writes the files that --report names. */

import { rm } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Context } from './context.ts';
import type { PlanFlags } from './flags.ts';
import { requireFolder, requireOwn, savePrivately } from './save.ts';

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

/**
 * Called first. Removes reports of earlier runs: if this run fails, they would seem to be of this run. Throws UsageError if a
 * format is unknown here, a folder is missing, or an existing file is not a report.
 */
export async function requireReportFiles(
  cwd: string,
  files: readonly string[],
  endings: readonly Ending[],
): Promise<void> {
  const earlier: string[] = [];
  for (const file of files) {
    const path = resolve(cwd, file);
    const ending = endings.find((candidate) => candidate === extname(file).toLowerCase());
    if (ending === undefined) {
      throw new UsageError('report-form', `The name of the report ${file} has no known extension.`, {
        hint: `Use a name that ends in ${endings.join(' or ')}.`,
      });
    }
    const message = `Refused to replace ${file}: it is not a trueup report.`;
    const refusal = new UsageError('not-a-report', message, { hint: 'Choose another file for --report.' });
    if ((await requireOwn(path, MARKS[ending], refusal)) !== undefined) earlier.push(path);
    await requireFolder(path);
  }
  for (const path of earlier) await rm(path, { force: true });
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
