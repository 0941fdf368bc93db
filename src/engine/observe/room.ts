/** Warns before creates that pass a limit of the account. */

import type { Desired } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Limit } from '../../model/kind-reader.ts';
import type { KindWords } from '../../model/kind-words.ts';
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
  for (const { name, reader, words } of input.kinds) {
    if (isUnsupported(reader) || reader.room === undefined) continue;
    const created = input.desired.resources.flatMap(({ kind, address }) =>
      kind === name && !live.resources.has(address) && !live.unseen.has(address) ? [address] : [],
    );
    if (created.length === 0) continue;
    reads += 1;
    const { result } = await performRead({ call: reader.room.read, covers: [] }, reads, input);
    if ('error' in result) continue;
    findings.push(...reader.room.limits(result.value, created).flatMap((limit) => warnIfPassed(limit, words)));
  }
  return { ...live, reads, findings: [...live.findings, ...findings] };
}

function warnIfPassed(
  { created, scope, limit, usage }: Limit,
  { noun, plural }: Pick<KindWords, 'noun' | 'plural'>,
): readonly Finding[] {
  const [address] = created;
  if (address === undefined || usage + created.length <= limit) return [];
  const what = [`${created.length} ${created.length === 1 ? noun : plural}`, scope ?? []].flat().join(' ');
  return [
    {
      code: 'account-limit',
      severity: 'warning',
      message: `The plan creates ${what}. The account has ${usage} of at most ${limit}.`,
      hint: `The service refuses what passes its limit. Remove ${plural} in the account first, or raise the limit there.`,
      address,
    },
  ];
}
