/** Checks of the ledger: where it is, whether it can be read and, in a folder, written, whose it is, and what is open in it. */

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { LedgerError } from '../../errors.ts';
import type { Reconciler } from '../../index.ts';
import type { Check } from '../../model/checkup.ts';
import { parseHost } from '../../model/host.ts';
import { type Ledger, type LedgerHolder, UNWRITTEN } from '../../model/ledger.ts';
import { ago } from '../../model/moment.ts';
import { listOpenCalls } from '../../model/open-call.ts';
import { count } from '../../report/text/layout.ts';
import { ledgerLine } from '../../report/text/ledger-line.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { shownPath, withReconciler } from '../open.ts';
import { openProjectIfThere } from '../project.ts';
import { buildProblem, ok, problem, warning } from './checks.ts';

export interface CheckedLedger {
  readonly checks: readonly Check[];
  /** Undefined if it cannot be read. */
  readonly ledger?: Ledger;
}

export async function checkLedger(context: Context, flags: CommonFlags): Promise<CheckedLedger> {
  try {
    return await withReconciler(context, flags, (reconciler) => checkHealth(context, reconciler), openProjectIfThere);
  } catch (error) {
    return { checks: [buildProblem('ledger', error)] };
  }
}

async function checkHealth(context: Context, { account, ledger: actions }: Reconciler): Promise<CheckedLedger> {
  const located = await actions.location();
  const path = located?.path ?? '';
  const places = isAbsolute(path) ? await checkFolder(path) : [];
  try {
    const [ledger, holder] = [await actions.read(), await actions.holder()];
    const line = ledgerLine(ledger, shownPath(context.world.cwd, path)).replace(/\.$/, '');
    const records = count(Object.keys(ledger.records).length, 'record');
    const unwritable = isAbsolute(path) ? '' : ' Whether the token may write there was not checked.';
    const found = ok('ledger', `${ledger.lineage === UNWRITTEN ? line : `${line}, with ${records}`}.${unwritable}`);
    return {
      ledger,
      checks: [
        found,
        ...checkHost(ledger, account.baseUrl),
        ...checkHolder(holder, context.world.now()),
        ...checkOpen(ledger, holder),
        ...places,
      ],
    };
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    return { checks: [buildProblem('ledger', error), ...places] };
  }
}

function checkHost({ account: { host } }: Ledger, baseUrl: string): readonly Check[] {
  if (host === undefined || host === parseHost(baseUrl)) return [];
  const message = `It was written for ${host}, and the account is at ${parseHost(baseUrl)}.`;
  return [problem('ledger', message, 'Use another ledger, or consent to the host when you plan.')];
}

function checkHolder(holder: LedgerHolder | undefined, now: number): readonly Check[] {
  if (holder === undefined) return [];
  const since = holder.at === undefined ? '' : `, since ${ago(holder.at, now)}`;
  return [warning('ledger', `It is locked by ${holder.owner}${since}.`, 'An apply is refused until that run is over.')];
}

function checkOpen(ledger: Ledger, holder: LedgerHolder | undefined): readonly Check[] {
  const open = listOpenCalls(ledger, holder);
  if (open.length === 0) return [];
  const people = open.filter(({ settledBy }) => settledBy === 'person').length;
  const rest =
    people === 0
      ? 'The next apply settles each call that no run is working on.'
      : `${people} of them to be settled by a person.`;
  const found = warning(
    'ledger',
    `${count(open.length, 'call')} of earlier runs ${open.length === 1 ? 'is' : 'are'} open. ${rest}`,
  );
  return [{ ...found, fix: [{ action: 'list-ledger' }] }];
}

/** The nearest folder that exists is the one that has to be writable. */
async function checkFolder(path: string): Promise<readonly Check[]> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    try {
      await access(folder, constants.W_OK | constants.X_OK);
      return [];
    } catch (cause) {
      const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
      if (isMissing && dirname(folder) !== folder) continue;
      const message = `${folder} is not writable, so apply would fail to record its calls.`;
      return [problem('ledger', message, 'Change its permissions, or keep the ledger elsewhere.')];
    }
  }
}
