/** The rollouts of a fleet as a table, newest first. */

import { ago } from '../../model/moment.ts';
import type { RolloutSummary } from '../../model/rollout-status.ts';
import { terminalLine } from '../escape.ts';
import { columnsOf, count, padEnd } from './layout.ts';
import { putBackWords, statesText } from './rollout-words.ts';
import type { TextStyle } from './style.ts';

export function rolloutsText(rollouts: readonly RolloutSummary[], { palette, now }: TextStyle): string {
  const rows = rollouts.map(({ rollout, kind, phase, by, note, createdAt, states, revertedBy }) => ({
    cells: [terminalLine(rollout), kind, phase],
    rest: [statesText(states), terminalLine(putBackWords(revertedBy)), terminalLine(note)]
      .filter((text) => text !== '')
      .join('  '),
    made: `${ago(createdAt, now)}${by === null ? '' : ` by ${terminalLine(by)}`}`,
  }));
  const widths = [0, 1, 2].map((at) => Math.max(0, ...rows.map(({ cells }) => columnsOf(cells[at] ?? ''))));
  const lines = rows.map(({ cells, rest, made }) => {
    const padded = cells.map((cell, at) => padEnd(cell, widths[at] ?? 0)).join('  ');
    return `  ${padded}  ${palette.dim(made)}${rest === '' ? '' : `  ${rest}`}`;
  });
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), `${count(rollouts.length, 'rollout')}.`].join('\n')}\n`;
}
