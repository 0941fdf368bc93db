/** Ends an operation before its first write when a finding is an error. */

import { defined } from '../contract/defined.ts';
import { REFUSED, UnsafePlanError } from '../errors.ts';

/** Throws UnsafePlanError with every finding. */
export function refuse(findings: UnsafePlanError['findings']): void {
  const [first, ...others] = findings.filter(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  throw new UnsafePlanError(`${REFUSED}: ${first.message}${more}`, findings, {
    ...defined({ hint: first.hint, fix: first.fix }),
  });
}
