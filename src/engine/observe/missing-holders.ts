/** What resources belong to and the account does not have: what it has under nearly the same name, read only where something is missing. */

import type { Finding } from '../../model/finding.ts';
import type { Holders } from '../../model/holders.ts';
import { isUnsupported } from '../../model/kind.ts';
import { nearest } from '../../model/nearest.ts';
import { performRead, type ReadContext, type SharedRead } from './perform-read.ts';

export interface MissingHolder {
  readonly finding: Finding;
  /** The read that shows that it is missing. */
  readonly read: SharedRead;
}

export interface Named {
  readonly findings: readonly Finding[];
  /** How many calls it took. */
  readonly reads: number;
}

/** One list for each kind. Throws AuthError and TransportError; a list that is refused leaves the findings as they are. */
export async function namedHolders(
  missing: readonly MissingHolder[],
  made: number,
  context: ReadContext,
): Promise<Named> {
  const findings: Finding[] = [];
  let reads = 0;
  for (const [holders, some] of Map.groupBy(missing, holdersOf)) {
    const performed = holders && (await performRead({ call: holders.call, covers: [] }, made + reads + 1, context));
    reads += performed?.calls ?? 0;
    const result = performed?.result;
    const names =
      holders === undefined || result === undefined || 'error' in result ? [] : holders.namesIn(result.value);
    for (const { finding, read } of some) {
      const near = holders && nearest(holders.nameOf(read.call), names);
      findings.push(
        near === undefined ? finding : { ...finding, hint: `Did you mean ${JSON.stringify(near)}? ${finding.hint}` },
      );
    }
  }
  return { findings, reads };
}

function holdersOf({ read: { kinds } }: MissingHolder): Holders | undefined {
  return kinds.flatMap(({ reader }) => (isUnsupported(reader) ? [] : (reader.holders ?? [])))[0];
}
