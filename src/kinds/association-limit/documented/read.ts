/** Association limits cannot be read; only the replies to their batches show them (interface 2.10, 4.5; mixed answers: assumption A09). */

import { canonicalCategory, LimitBatchReply } from '../../../contract/association-limits.ts';
import { type Address, parseAddress } from '../../../model/address.ts';
import type { Naming, Settled, Unsupported } from '../../../model/kind.ts';

export const reader: Unsupported = {
  unsupported: true,
  reason: 'The interface has no call that reads association limits.',
  section: '4.5',
};

type Row = LimitBatchReply['results'][number];
type Failure = NonNullable<LimitBatchReply['errors']>[number];

/** A batch of which no row is of the call is the answer to another call. One that shows some of its rows speaks of those. */
export function namedInBatch(covers: readonly Address[], reply: unknown): readonly Naming[] {
  const asked = covers.map(keyOfAddress);
  const shown = LimitBatchReply.parse(reply).results.map(({ category, typeId }) => keyOf(category, typeId));
  if (shown.some((key) => asked.includes(key))) return [];
  return [{ member: 'category/typeId', sent: asked[0], shown: shown[0] }];
}

/**
 * A row in the results of a complete batch was set. An input that an error names failed, and so did one that a complete batch
 * does not show. Until a batch is complete nothing in it counts as set, and a canceled one may have set a part (assumption A46).
 */
export function settleBatch(covers: readonly Address[], reply: unknown): readonly Settled[] {
  const batch = LimitBatchReply.parse(reply);
  const rows = new Map(batch.results.map((row) => [keyOf(row.category, row.typeId), row]));
  const errors = batch.errors ?? [];
  return covers.map((address): Settled => {
    const [, , category = '', typeId = ''] = parseAddress(address)?.parts ?? [];
    if (batch.status === 'CANCELED') {
      return { ...failed(address, ['The service canceled the batch.', ...messagesOf(errors)]), partly: true };
    }
    const own = errors.filter((error) => names(error, category, typeId));
    if (batch.status !== 'COMPLETE') {
      if (own.length > 0) return failed(address, messagesOf(own));
      return { address, status: 'accepted', message: `The service accepted the batch; its status is ${batch.status}.` };
    }
    const row = rows.get(keyOf(category, typeId));
    if (row !== undefined) return applied(address, row);
    if (own.length > 0) return failed(address, messagesOf(own));
    return failed(address, ['The reply does not include this limit.', ...messagesOf(errors)]);
  });
}

/** The id is the limit as the service spells it: a later purge sends the category in that spelling (assumption A14). */
function applied(address: Address, row: Row): Settled {
  const limit = row.userEnforcedMaxToObjectIds;
  return {
    address,
    status: 'applied',
    id: `${row.category}/${row.typeId}`,
    ...(limit == null ? {} : { echo: { maxToObjectIds: limit } }),
  };
}

function failed(address: Address, messages: readonly string[]): Settled {
  return { address, status: 'failed', message: messages.join(' ') };
}

function messagesOf(errors: readonly Failure[]): readonly string[] {
  return errors.map((error) => error.message ?? error.category ?? 'The service gave no reason.');
}

/** An error names an input by its type id in the context; a category there has to agree. */
function names(error: Failure, category: string, typeId: string): boolean {
  const context = error.context ?? {};
  const categories = context['category']?.map(canonicalCategory);
  const listed = Object.entries(context).some(([key, values]) => key !== 'category' && values.includes(typeId));
  return listed && (categories === undefined || categories.includes(category));
}

function keyOfAddress(address: Address): string {
  const [, , category = '', typeId = ''] = parseAddress(address)?.parts ?? [];
  return keyOf(category, typeId);
}

function keyOf(category: string, typeId: number | string): string {
  return `${canonicalCategory(category)}/${typeId}`;
}
