/** Results of limits in the replies to limit batches (interface 2.10, 4.5, 11.7; partial success: assumption A09). */

import { canonicalCategory, LimitBatchReply } from '../../contract/association-limits.ts';
import { DatedPurgeReply } from '../../contract/dated-limits.ts';
import type { Address } from '../../model/address.ts';
import type { Naming, Settled } from '../../model/kind.ts';

type Row = LimitBatchReply['results'][number];
type Failure = NonNullable<LimitBatchReply['errors']>[number];

/** Returns the association type of an address with its id in the account. */
export type TypeOf = (address: Address) => { readonly category: string; readonly typeId: number } | undefined;

/** A batch reply without a row of the call answers another call. A reply with some of the rows is valid for those rows. */
export function namedInBatch(covers: readonly Address[], reply: unknown, typeOf: TypeOf): readonly Naming[] {
  const asked = covers.map((address) => keyOfAddress(address, typeOf));
  const shown = LimitBatchReply()
    .parse(reply)
    .results.map(({ category, typeId }) => buildKey(category, typeId));
  if (shown.some((key) => asked.includes(key))) return [];
  return [{ member: 'category/typeId', sent: asked[0], shown: shown[0] }];
}

/**
 * A row in the results of a complete batch was set. An input that an error names failed. Inputs without a row failed if the batch has as
 * many errors without an input. Otherwise their result is unknown. Until a batch is complete, no result counts, and a canceled batch may
 * have set a part (assumption A46).
 */
export function settleBatch(covers: readonly Address[], reply: unknown, typeOf: TypeOf): readonly Settled[] {
  const batch = LimitBatchReply().parse(reply);
  const rows = new Map(batch.results.map((row) => [buildKey(row.category, row.typeId), row]));
  const errors = batch.errors ?? [];
  const findOwnErrors = (address: Address) => errors.filter((error) => names(error, typeOf(address)));
  const findRow = (address: Address) => rows.get(keyOfAddress(address, typeOf));
  const named = errors.filter((error) => covers.some((address) => names(error, typeOf(address))));
  const untold = Math.max(batch.numErrors ?? 0, errors.length) - named.length;
  const unshown = covers.filter((address) => findRow(address) === undefined && findOwnErrors(address).length === 0);
  return covers.flatMap((address): readonly Settled[] => {
    const [own, row] = [findOwnErrors(address), findRow(address)];
    if (batch.status === 'COMPLETE' && row !== undefined) return [applied(address, row)];
    const open = unfinished(address, batch, own);
    if (open !== undefined) return [open];
    if (own.length > 0) return [failed(address, listMessages(own))];
    if (untold < unshown.length) return [];
    return [failed(address, ['The reply does not include this limit.', ...listMessages(errors)])];
  });
}

/**
 * The reply to a purge has no rows. Inputs without an error are purged. An error without an input may belong to any input, so it prevents
 * this conclusion (assumption A60).
 */
export function settlePurge(covers: readonly Address[], reply: unknown, typeOf: TypeOf): readonly Settled[] {
  const batch = DatedPurgeReply().parse(reply);
  const errors = batch.errors ?? [];
  const named = errors.filter((error) => covers.some((address) => names(error, typeOf(address))));
  const others = errors.filter((error) => !named.includes(error));
  const untold = Math.max(batch.numErrors ?? 0, errors.length) - named.length;
  return covers.map((address): Settled => {
    const own = errors.filter((error) => names(error, typeOf(address)));
    const open = unfinished(address, batch, own);
    if (open !== undefined) return open;
    if (own.length > 0) return failed(address, listMessages(own));
    if (untold <= 0) return { address, status: 'applied' };
    return failed(address, ['The reply has an error, and does not say of which limit.', ...listMessages(others)]);
  });
}

/** Returns the result for a batch that is not complete. */
function unfinished(
  address: Address,
  { status, errors }: Pick<LimitBatchReply, 'status' | 'errors'>,
  own: readonly Failure[],
): Settled | undefined {
  if (status === 'COMPLETE') return undefined;
  if (status === 'CANCELED') {
    return { ...failed(address, ['The service canceled the batch.', ...listMessages(errors ?? [])]), partly: true };
  }
  if (own.length > 0) return failed(address, listMessages(own));
  return { address, status: 'accepted', message: `The service accepted the batch; its status is ${status}.` };
}

/** The id is the limit in the spelling of the service. A later purge sends the category in this spelling (assumption A14). */
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

function listMessages(errors: readonly Failure[]): readonly string[] {
  return errors.map((error) => error.message ?? error.category ?? 'The service gave no reason.');
}

/** True if the error context contains the type id of the input, and its category, if present, agrees. */
function names(error: Failure, type: ReturnType<TypeOf>): boolean {
  if (type === undefined) return false;
  const context = error.context ?? {};
  const categories = context['category']?.map(canonicalCategory);
  const listed = Object.entries(context).some(
    ([key, values]) => key !== 'category' && values.includes(String(type.typeId)),
  );
  return listed && (categories === undefined || categories.includes(canonicalCategory(type.category)));
}

function keyOfAddress(address: Address, typeOf: TypeOf): string {
  const { category, typeId } = typeOf(address) ?? { category: '', typeId: '' };
  return buildKey(category, typeId);
}

function buildKey(category: string, typeId: number | string): string {
  return `${canonicalCategory(category)}/${typeId}`;
}
