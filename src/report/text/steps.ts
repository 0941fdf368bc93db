/** Next commands, each below its purpose. */

import type { Step } from './next.ts';
import type { TextStyle } from './style.ts';

/** Writes each command on a separate, unbroken line, so that it can be copied. */
export function stepLines(steps: readonly Step[], style: TextStyle): readonly string[] {
  return steps.flatMap((step) => [`Next, ${step.purpose}:`, `  ${style.palette.command(step.command)}`]);
}
