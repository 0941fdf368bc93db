/** Converts a typed address to the spelling of the files and the ledger. */

import { kindNamed } from '../engine/kind-lookup.ts';
import { spelled } from '../engine/observe/spelled.ts';
import { UsageError } from '../errors.ts';
import { type Address, parseAddress } from '../model/address.ts';
import type { Kind } from '../model/kind.ts';

/** Throws UsageError if the text is no address, or has another form than its kind. */
export function askedAddress(
  asked: Address,
  kinds: readonly Kind[],
): { readonly address: Address; readonly kind: Kind } {
  const parsed = parseAddress(asked);
  if (parsed === undefined) throw new UsageError('usage', `${asked} is not an address.`);
  const kind = kindNamed(kinds, parsed.kind);
  const { forms } = kind.words;
  const isFormed = forms.some((form) => form.split('/').length === parsed.parts.length);
  if (!isFormed || parsed.parts.some((part) => ['', '.', '..'].includes(part))) {
    const message = `${asked} is not the address of a resource.`;
    throw new UsageError('address-malformed', message, {
      hint: `Write it as ${forms.map((form) => `${kind.name}:${form}`).join(' or ')}.`,
    });
  }
  return { address: spelled(asked, kind), kind };
}
