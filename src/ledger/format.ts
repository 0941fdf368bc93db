/** Ledger files as text: sorted and one entry per line so that they can be merged, with precise errors when read. */

import type { z } from 'zod';
import { parseWith } from '../contract/parse-with.ts';
import { LedgerError } from '../errors.ts';
import { doubtfulWords } from '../kinds/words.ts';
import type { Fix } from '../model/fix.ts';
import { inKeyOrder, jsonText } from '../model/json.ts';
import { LEDGER_FORMAT, type Ledger } from '../model/ledger.ts';
import { LedgerShape } from './schema.ts';

/** A ledger as its file has it: with the id of the journal that was folded in last. */
export interface StoredLedger {
  readonly ledger: Ledger;
  readonly folded: string | undefined;
}

export interface AccountIdentity {
  readonly name: string;
  readonly hubId: number | null;
  readonly host?: string;
  /** False to take id and host out of a ledger that has neither a record nor an open call. */
  readonly binds?: boolean;
  readonly apps?: Ledger['apps'];
  readonly inForce?: Ledger['inForce'];
}

/** Keys sorted, two blanks, newline at the end. */
export function writeLedger({ ledger, folded }: StoredLedger): string {
  return `${jsonText(inKeyOrder(folded === undefined ? ledger : { ...ledger, folded }), 2)}\n`;
}

/** Throws LedgerError with the file, the problem and the remedy. */
export function parseLedger(text: string, file: string): StoredLedger {
  const { folded, ...ledger } = checked(LedgerShape, requireFormat(document(text, file), file), file);
  return { ledger, folded };
}

/** Facts that the history lacks. */
export const REPAIR_LIMITS =
  'The history does not contain adopted or forgotten resources, or calls whose outcome was open. Check the resources that cannot be read ' +
  `(on the documented surface ${doubtfulWords('documented')
    .map(({ plural }) => plural)
    .join(', ')}) in the account first.`;

export const REPAIR: readonly Fix[] = [{ action: 'repair-ledger' }];

/** Rejects the ledger of another account. Ids that only one side knows are ignored. */
export function requireAccount(ledger: Ledger, account: AccountIdentity, file: string): void {
  const { name, hubId } = ledger.account;
  const otherId = hubId !== null && account.hubId !== null && hubId !== account.hubId;
  if (name === account.name && !otherId) return;
  if (!otherId) throw otherName(ledger, account, file);
  throw new LedgerError(
    'ledger-foreign-account',
    `${file} is the ledger of account ${name} (${hubId ?? 'id unknown'}), not of ${account.name} (${account.hubId ?? 'id unknown'}).`,
    {
      hint: 'Correct the hubId or the name of the account, or move the file and its history away to start a new ledger.',
    },
  );
}

/** Most likely its account was renamed, and its files with it: without this ledger all that it records would be made again. */
function otherName({ account: { name, hubId } }: Ledger, account: AccountIdentity, file: string): LedgerError {
  const [is, was] = [account.name, name].map((one) => JSON.stringify(one));
  const theirs =
    hubId === null ? `${name} is the earlier name of ${account.name}` : `account ${hubId} is ${account.name}`;
  return new LedgerError(
    'ledger-foreign-account',
    `${file} has the file name of a ledger of ${account.name}, but its content is the ledger of ${name}${hubId === null ? '' : ` (account ${hubId})`}.`,
    {
      hint: `If ${theirs}, finish the rename: rename its other files too, and in ${file} set account.name from ${was} to ${is}. If not, replace it with the ledger of ${account.name}, or use another folder.`,
      fix: [{ action: 'use-ledger' }],
    },
  );
}

const SHOWN_ISSUES = 20;

/** The value in the shape, or a LedgerError that names the members that break it. */
export function checked<T extends z.ZodType>(shape: T, value: unknown, file: string): z.output<T> {
  const result = parseWith(shape, value);
  if (result.success) return result.data;
  const shown = result.issues.slice(0, SHOWN_ISSUES);
  const issues = shown.map((issue) => `${issue.path.join('.') || 'the document'}: ${issue.message}`);
  const more = result.issues.length - shown.length;
  if (more > 0) issues.push(`and ${more.toLocaleString('en')} more`);
  throw new LedgerError('ledger-malformed', `${file} is malformed: ${issues.join('; ')}.`, {
    hint: 'Undo the manual edit, or restore the file from version control.',
  });
}

const RESTORE =
  'Restore it from version control or a backup. If there is no copy, move it away, then restore the ledger from its history.';

function document(text: string, file: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') {
    throw new LedgerError('ledger-empty', `${file} is empty.`, {
      hint: RESTORE,
      fix: REPAIR,
    });
  }
  if (/^(<{7}|={7}|>{7})/m.test(text)) {
    throw new LedgerError('ledger-merge-conflict', `${file} contains the conflict markers of an unfinished merge.`, {
      hint: 'Take the complete file of one side, with its history, and adopt the resources that the other side created.',
    });
  }
  const value = json(text, file);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new LedgerError('ledger-malformed', `${file} is JSON, but not a ledger.`, {
    hint: 'Restore the file from version control.',
  });
}

function requireFormat(document: Readonly<Record<string, unknown>>, file: string): Readonly<Record<string, unknown>> {
  const { format } = document;
  if (format === LEDGER_FORMAT) return document;
  if (typeof format !== 'string' || !/^trueup\.ledger\/[1-9]\d*$/.test(format)) {
    throw new LedgerError('ledger-malformed', `${file} is not a ledger: its format should be "${LEDGER_FORMAT}".`, {
      hint: 'Restore the file from version control, or point the store at the folder that holds the ledgers.',
    });
  }
  throw new LedgerError('ledger-newer', `${file} was written by a newer trueup (${format}).`, {
    hint: `This version reads ${LEDGER_FORMAT}: install the version of trueup that wrote it.`,
  });
}

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (text.startsWith('{') && !text.trimEnd().endsWith('}')) {
      throw new LedgerError('ledger-torn', `${file} is truncated.`, { hint: RESTORE, fix: REPAIR, cause });
    }
    throw new LedgerError('ledger-not-json', `${file} is not JSON.`, { hint: RESTORE, fix: REPAIR, cause });
  }
}
