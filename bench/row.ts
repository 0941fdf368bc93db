/** Defines the result of a measurement: a row of the table for each ratio. */

import type { Installed } from './package-form.ts';

export interface Row {
  /** Name of the measurement. */
  readonly what: string;
  /** Measured cost, as text with its unit: for information, never judged. */
  readonly cost: string;
  /** Cost of the comparison, as text with its unit. */
  readonly against: string;
  /** Measured cost divided by the cost of the comparison. Undefined for a row without a comparison. */
  readonly ratio: number | undefined;
  /** The ratio may not pass it; undefined for a row that is only shown. */
  readonly bound: number | undefined;
}

export type Measurement = (installed: Installed) => Promise<readonly Row[]>;

/** A row of two numbers of one unit. */
export function compared(
  what: string,
  { cost, against, unit, bound }: { cost: number; against: number; unit: string; bound?: number },
): Row {
  // Two costs of 0 have the ratio 1.
  const ratio = cost === against ? 1 : cost / against;
  return { what, cost: withUnit(cost, unit), against: withUnit(against, unit), ratio, bound };
}

export function passes({ ratio, bound }: Row): boolean {
  return bound === undefined || (ratio !== undefined && ratio <= bound);
}

/** A count as the name of a row shows it. */
export function thousands(count: number): string {
  return count.toLocaleString('en-US');
}

function withUnit(value: number, unit: string): string {
  return `${value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1)} ${unit}`;
}
