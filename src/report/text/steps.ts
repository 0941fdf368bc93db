/** Next commands, one per line, each with what it is for. */

import type { Step } from './next.ts';
import type { TextStyle } from './style.ts';

/** A command is never broken over lines, so that it can be copied. */
export function stepLines(steps: readonly Step[], style: TextStyle): readonly string[] {
  if (steps.length === 0) return [];
  return [
    'Next:',
    ...steps.map((step) => `  ${style.palette.command(step.command)}  ${style.palette.dim(`# ${step.purpose}`)}`),
  ];
}
