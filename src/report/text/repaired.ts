/** The result of a ledger repair, and the remaining checks. */

import type { Address } from '../../model/address.ts';
import type { AppliedCall } from '../../model/ledger.ts';
import { moment } from '../../model/moment.ts';
import { terminalLine } from '../escape.ts';
import { count, wrap } from './layout.ts';
import type { TextStyle } from './style.ts';

export interface RepairedParts {
  readonly calls: readonly AppliedCall[];
  readonly unread: readonly Address[];
  /** Written files, as they are shown. */
  readonly files: readonly string[];
  readonly isEmpty: boolean;
}

const NOT_KNOWN =
  'The history does not contain resources that were adopted, forgotten or settled by hand, calls whose outcome was open, or runs older than the history itself.';

/** `location`: of the ledger of the account. */
export function repairedText(
  { calls, unread, files, isEmpty }: RepairedParts,
  location: string,
  style: TextStyle,
): string {
  const prose = (text: string) => wrap(text, style.width, { first: '', rest: '' }).join('\n');
  if (isEmpty) return `${prose(`There is neither a ledger nor a history here: ${terminalLine(location)}`)}\n`;
  if (calls.length === 0) return `${terminalLine(location)} is up to date with its history: nothing was restored.\n`;
  const list = (addresses: readonly Address[]) => addresses.map((address) => `  ${terminalLine(address)}`).join('\n');
  const blocks = [
    prose(
      `Restored ${count(calls.length, 'call')} to ${terminalLine(files.join(' and '))}. Nothing was sent to the account.`,
    ),
    calls.map((call) => callText(call, style)).join('\n'),
    prose(NOT_KNOWN),
    ...(unread.length === 0
      ? []
      : [`${prose('These cannot be read. Check the account before the next apply:')}\n${list(unread)}`]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function callText({ method, path, at, run, covers }: AppliedCall, { palette }: TextStyle): string {
  const when = palette.dim(`  ${moment(at)}, run ${terminalLine(run)}`);
  const addresses = covers.map((address) => `\n      ${terminalLine(address)}`).join('');
  return `  ${terminalLine(`${method} ${path}`)}${when}${addresses}`;
}
