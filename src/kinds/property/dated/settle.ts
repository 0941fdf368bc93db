/** Results of properties in the replies to writes. Batches are interpreted input by input, by name (interface 11.3). */

import type { z } from 'zod';
import type { ApiCall } from '../../../contract/calls.ts';
import { DatedPropertyBatch } from '../../../contract/dated-property-batches.ts';
import { defined } from '../../../contract/defined.ts';
import { checkedBy } from '../../../contract/parse-with.ts';
import type { Address } from '../../../model/address.ts';
import type { Naming, Settled } from '../../../model/kind.ts';
import { firstCreateOf } from '../../../model/restored.ts';
import { parseIdentity } from '../../object-levels.ts';
import { Definition, selectFields } from './read.ts';

type Batch = z.infer<ReturnType<typeof DatedPropertyBatch>>;
type Failure = NonNullable<Batch['errors']>[number];

/** A batch reply without a result of the call answers another call. A reply with some of the results is valid for those results. */
export function listNamings({ endpoint }: ApiCall, covers: readonly Address[], reply: unknown): readonly Naming[] {
  switch (endpoint) {
    case 'archiveDatedProperty':
    case 'setValidationRule':
      return [];
    case 'createDatedProperties': {
      const shown = parseBatch(reply).results.map(({ name }) => name);
      const asked = covers.map((address) => parseIdentity(address).name);
      return shown.some((name) => asked.includes(name)) ? [] : [{ member: 'name', sent: asked[0], shown: shown[0] }];
    }
    default: {
      const { name: shown } = Definition().parse(reply);
      return covers.map((address) => ({ member: 'name', sent: parseIdentity(address).name, shown }));
    }
  }
}

export function settleCall({ endpoint }: ApiCall, covers: readonly Address[], reply: unknown): readonly Settled[] {
  switch (endpoint) {
    // The reply is empty. The final read shows what the account has.
    case 'archiveDatedProperty':
    case 'setValidationRule':
      return covers.map((address) => ({ address, status: 'applied' }));
    case 'createDatedProperties':
      return settledBatch(covers, parseBatch(reply));
    default: {
      const row = Definition().parse(reply);
      const back = endpoint === 'createDatedProperty' ? broughtBack(row) : {};
      return covers.map((address) => ({ address, status: 'applied', echo: selectFields(row), ...back }));
    }
  }
}

/** Returns the reply as the client parsed it. */
function parseBatch(reply: unknown): Batch {
  const schema = DatedPropertyBatch();
  return checkedBy(schema, reply) ?? schema.parse(reply);
}

/** `since` is the time at which the service began the call. */
function broughtBack({ createdAt, updatedAt }: Definition, since?: string | null): Pick<Settled, 'restored'> {
  const parseTime = (text: string | null | undefined): number => Date.parse(text ?? '');
  return defined({ restored: firstCreateOf(parseTime(createdAt), [parseTime(updatedAt), parseTime(since)]) });
}

/**
 * A property with a result was created, and an input that an error names was not. For other inputs the reply is no evidence, and they are
 * left out. Exceptions are an unfinished batch, and errors without a name, which may belong to any such input. Such an error does not tell
 * which of several properties already exists.
 */
function settledBatch(covers: readonly Address[], { status, results, errors, startedAt }: Batch): readonly Settled[] {
  const created = new Map(results.map((row) => [row.name, row]));
  const named = (errors ?? []).map((error) => ({ error, names: error.context?.['name'] ?? [] }));
  const others = named.filter(({ names }) => names.length === 0).map(({ error }) => error);
  const isNamed = (name: string): boolean => created.has(name) || named.some(({ names }) => names.includes(name));
  const rest = covers.filter((address) => !isNamed(parseIdentity(address).name));
  return covers.flatMap((address): readonly Settled[] => {
    const name = parseIdentity(address).name;
    const row = created.get(name);
    if (row !== undefined)
      return [{ address, status: 'applied', echo: selectFields(row), ...broughtBack(row, startedAt) }];
    const own = named.filter(({ names }) => names.includes(name)).map(({ error }) => error);
    if (own.length > 0) return [failed(address, own)];
    if (UNFINISHED.has(status))
      return [{ address, status: 'accepted', message: `The service accepted the batch; its status is ${status}.` }];
    if (others.length === 0) return [];
    // There are at least as many errors as remaining inputs, so each input has an error.
    if (others.length >= rest.length) return [failed(address, others)];
    const message = [...new Set(others.map(refusal))].join(' ');
    return [{ address, status: 'failed', message, ...(others.some(saysTaken) ? { others: true } : {}) }];
  });
}

const UNFINISHED: ReadonlySet<string> = new Set(['PENDING', 'PROCESSING']);

function failed(address: Address, errors: readonly Failure[]): Settled {
  const message = [...new Set(errors.map(formatRefusal))].join(' ');
  return errors.every(saysTaken)
    ? { address, status: 'failed', others: true, message }
    : { address, status: 'failed', message };
}

function formatRefusal(error: Failure): string {
  return saysTaken(error) ? `${refusal(error)} The plan did not see it.` : refusal(error);
}

function refusal({ message, category }: Failure): string {
  const text = message ?? category ?? 'The service gave no reason.';
  return `Refused by the service: ${text}${/[.!?]$/.test(text) ? '' : '.'}`;
}

function saysTaken({ category }: Failure): boolean {
  return category === 'OBJECT_ALREADY_EXISTS';
}
