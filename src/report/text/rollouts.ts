/** The rollouts of a fleet as a table, newest first. */

import { ago } from '../../model/moment.ts';
import type { RolloutSummary } from '../../model/rollout-status.ts';
import { terminalLine } from '../escape.ts';
import { alignCells, count } from './layout.ts';
import { putBackWords, statesText } from './rollout-words.ts';
import type { TextStyle } from './style.ts';

export function rolloutsText(rollouts: readonly RolloutSummary[], { palette, now }: TextStyle): string {
  const lines = alignCells(
    rollouts.map(({ rollout, kind, phase, by, note, createdAt, states, revertedBy }) => [
      terminalLine(rollout),
      kind,
      phase,
      palette.dim(`${ago(createdAt, now)}${by === null ? '' : ` by ${terminalLine(by)}`}`),
      [statesText(states), terminalLine(putBackWords(revertedBy)), terminalLine(note)]
        .filter((text) => text !== '')
        .join('  '),
    ]),
  );
  return `${[...lines, ...(lines.length === 0 ? [] : ['']), `${count(rollouts.length, 'rollout')}.`].join('\n')}\n`;
}
