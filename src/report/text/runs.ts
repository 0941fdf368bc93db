/** The runs of a ledger as text: id, time, number of calls, user of the token, and changes. */

import type { RunHistory } from '../../model/ledger.ts';
import { ago, moment } from '../../model/moment.ts';
import { terminalLine } from '../escape.ts';
import { findUser, runChanges } from '../runs.ts';
import { count } from './layout.ts';
import { blocksText, rowLines } from './render.ts';
import type { TextStyle } from './style.ts';
import { ACTION_SIGNS } from './words.ts';

/** Addresses listed of each run without --verbose. */
const SHOWN = 10;

export function runsText(runs: readonly RunHistory[], style: TextStyle): string {
  if (runs.length === 0) return 'No recorded run changed anything.\n';
  return blocksText(runs.map((run) => runLines(run, style)));
}

function runLines(run: RunHistory, style: TextStyle): readonly string[] {
  const changes = runChanges(run);
  const shown = style.verbose ? changes : changes.slice(0, SHOWN);
  const hidden = changes.length - shown.length;
  return [
    style.palette.strong(terminalLine(run.run)) +
      style.palette.dim(
        `  ${moment(run.at)} (${ago(run.at, style.now)}), ${count(run.calls.length, 'call')}${userText(run)}`,
      ),
    ...shown.flatMap(({ address, action }) => {
      const row = { sign: ACTION_SIGNS[action], status: { value: action, word: action }, address };
      return rowLines(row, style);
    }),
    ...(hidden > 0 ? [style.palette.dim(`  ... ${hidden} more (--verbose lists them)`)] : []),
  ];
}

function userText(run: RunHistory): string {
  const user = findUser(run);
  return user === undefined ? '' : `, token of user ${terminalLine(user)}`;
}
