/** Upgrades what an older version wrote to the newest format, one step per version; a newer format is refused. */

import { LedgerError } from '../errors.ts';
import { LEDGER_FORMAT } from '../model/ledger.ts';

/** One step per older version: from its form to that of the next. */
type Step = (document: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/** The step at position n leads from version n + 1 to n + 2; version 1 is the newest, so there is none yet. */
const STEPS: readonly Step[] = [];

const FORMAT = /^trueup\.ledger\/([1-9]\d*)$/;
const NEWEST = STEPS.length + 1;

/** A parsed ledger document in the newest form. Throws LedgerError; `file` is named in it. */
export function upgrade(document: Readonly<Record<string, unknown>>, file: string): Readonly<Record<string, unknown>> {
  const format = document['format'];
  const version = typeof format === 'string' ? Number(FORMAT.exec(format)?.[1]) : Number.NaN;
  if (Number.isNaN(version)) {
    throw new LedgerError('ledger-malformed', `${file} is not a ledger: its format should be "${LEDGER_FORMAT}".`, {
      hint: 'Restore the file from version control, or point the store at the folder that holds the ledgers.',
    });
  }
  if (version > NEWEST) {
    throw new LedgerError('ledger-newer', `${file} was written by a newer trueup (${String(format)}).`, {
      hint: `This version reads ${LEDGER_FORMAT} and older: install the version of trueup that wrote it.`,
    });
  }
  return STEPS.slice(version - 1).reduce((form, step) => step(form), document);
}
