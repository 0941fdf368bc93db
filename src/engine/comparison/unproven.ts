/** Decides whether the reads of one side prove that a resource is absent there. */

import type { Address } from '../../model/address.ts';
import type { NotCompared } from '../../model/comparison.ts';
import type { Finding } from '../../model/finding.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Reading } from '../../model/snapshot.ts';
import { setFields } from '../compare.ts';
import { partOf } from '../observe/parts.ts';

export type Cause = Pick<NotCompared, 'because' | 'reason'>;

export const NOT_READ = 'not-read';

/** Returns undefined if the reads prove the absence. `fields` are the values of the other side. */
export function unproven({ account, live }: Reading, kind: Kind, address: Address, fields: Fields): Cause | undefined {
  const { reader } = kind;
  if (isUnsupported(reader)) return surfaceCause(reader.reason);
  const failed = live.unseen.has(address) ? live.causes?.get(address) : undefined;
  if (failed !== undefined) return causeOf(failed);
  if (live.lacking?.has(address) === true) return undefined;
  const of = partOf(kind, address);
  const part = live.parts?.find((one) => one.kind === kind.name && one.of === of);
  if (part?.unread !== undefined) return causeOf(part.unread);
  if (part?.partly !== undefined && setFields(kind, fields)['dataSensitivity'] !== undefined)
    return causeOf(part.partly);
  if (reader.proves === 'existence') return surfaceCause('The surface shows only those that another resource names.');
  if (part !== undefined || live.entire?.has(kind.name) === true) return undefined;
  return { because: NOT_READ, reason: `No read of ${account.name} covers ${of}.` };
}

export function surfaceCause(reason: string): Cause {
  return { because: 'surface', reason };
}

function causeOf({ code, message }: Pick<Finding, 'code' | 'message'>): Cause {
  return { because: code, reason: message };
}
