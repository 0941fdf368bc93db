/** Addresses of a command that a pattern may select: shown and confirmed before anything is done with them. */

import { UnsafePlanError, UsageError } from '../errors.ts';
import { type Address, isAddress } from '../model/address.ts';
import { isPattern, selectMatching } from '../model/address-pattern.ts';
import { terminalLine } from '../report/escape.ts';
import { count } from '../report/text/layout.ts';
import type { Context } from './context.ts';
import { askYes, type NoConsent } from './end-of-input.ts';
import type { CommonFlags } from './flags.ts';

export interface Selecting {
  readonly autoApprove: boolean;
  /** Those that a pattern can select. */
  readonly of: readonly Address[];
  /** Where they come from: `the ledger`. */
  readonly where: string;
  /** What is done with them: `Forget`. */
  readonly verb: string;
}

/** What patterns selected is asked about; addresses that are written out are not. Throws UsageError, UnsafePlanError. */
export async function selectAddresses(
  context: Context,
  flags: CommonFlags,
  texts: readonly string[],
  { autoApprove, of, where, verb }: Selecting,
): Promise<readonly Address[] | NoConsent> {
  const chosen = texts.map((text) => ({ text, addresses: selectByText(text, of) }));
  const unmatched = chosen.filter(({ addresses }) => addresses.length === 0).map(({ text }) => text);
  if (unmatched.length > 0)
    throw new UsageError('address-unknown', `Nothing in ${where} matches ${unmatched.join(', ')}.`, {
      hint: 'A pattern is a kind or an address in which * matches any characters. Nothing was changed.',
    });
  const all = [...new Set(chosen.flatMap(({ addresses }) => addresses))];
  const isWritten = chosen.every(({ text, addresses }) => addresses.length === 1 && addresses[0] === text);
  if (isWritten || autoApprove) return all;
  return (await isConfirmed(context, flags, all, verb)) ?? all;
}

function selectByText(text: string, of: readonly Address[]): readonly Address[] {
  const isStarred = text.includes('*') || !text.includes(':');
  // What is written out is left to the command: it knows what is wrong with one that is not there.
  if (isAddress(text) && (of.includes(text) || !isStarred)) return [text];
  if (isPattern(text)) return selectMatching(text, of);
  throw new UsageError('not-an-address', `${text} is not an address.`, {
    hint: 'An address is a kind and an identity: property:contacts/loyaltytier.',
  });
}

/** Returns undefined for a yes. */
async function isConfirmed(
  context: Context,
  flags: CommonFlags,
  all: readonly Address[],
  verb: string,
): Promise<NoConsent | undefined> {
  const { isTTY } = context.world;
  if (!isTTY.stdin || !isTTY.stderr || flags.json === true)
    throw new UnsafePlanError(`What the patterns select is not confirmed: ${count(all.length, 'resource')}.`, [], {
      hint: 'Write the addresses out, or add --auto-approve. Nothing was changed.',
    });
  for (const address of all) context.note(`  ${terminalLine(address)}`);
  return askYes(context, `${verb} ${all.length === 1 ? 'it' : `these ${all.length}`}?`);
}
