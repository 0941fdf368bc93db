/** Warns before creates that pass a limit of the account. */

import type { Desired } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Live } from '../../model/live.ts';
import { performRead, type ReadContext } from './perform-read.ts';

export interface RoomInput extends ReadContext {
  readonly desired: Desired;
  readonly kinds: readonly Kind[];
}

/** Reads the limits of kinds with missing resources only. A read that fails tells nothing: the service refuses what passes its limit. */
export async function withRoom(live: Live, input: RoomInput): Promise<Live> {
  const findings: Finding[] = [];
  let { reads } = live;
  for (const { name, reader } of input.kinds) {
    if (isUnsupported(reader) || reader.room === undefined) continue;
    const created = input.desired.resources.flatMap(({ kind, address }) =>
      kind === name && !live.resources.has(address) && !live.unseen.has(address) ? [address] : [],
    );
    if (created.length === 0) continue;
    for (const call of reader.room.reads(created)) {
      reads += 1;
      const { result } = await performRead({ call, covers: [] }, reads, input);
      if (!('error' in result)) findings.push(...reader.room.exceeded(call, result.value, created));
    }
  }
  return { ...live, reads, findings: [...live.findings, ...findings] };
}
