/** `trueup ledger`: shows and corrects the record of what was applied. The account is never touched. */

import { UsageError } from '../../errors.ts';
import type { Adopted } from '../../index.ts';
import { type Address, isAddress } from '../../model/address.ts';
import { mention } from '../../model/command.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { EXIT } from '../../report/exit.ts';
import { ledgerJson, recordsJson, runsJson } from '../../report/json.ts';
import { ledgerText, recordText } from '../../report/text/ledger.ts';
import { rebuiltText } from '../../report/text/rebuilt.ts';
import { runsText } from '../../report/text/runs.ts';
import { type Context, styleFor } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import type { AdoptFlags } from '../group-flags.ts';
import { ledgerPlace, withReconciler } from '../open.ts';

export async function list(context: Context, flags: CommonFlags): Promise<number> {
  const ledger = await withReconciler(context, flags, (reconciler) => reconciler.ledger.read());
  context.out(flags.json === true ? ledgerJson(ledger) : ledgerText(ledger, styleFor(context.world, flags)));
  return EXIT.done;
}

/** What each run overwrote is in the history file; here stands what was changed. */
export async function runs(context: Context, flags: CommonFlags): Promise<number> {
  const history = await withReconciler(context, flags, (reconciler) => reconciler.ledger.runs());
  if (flags.json === true) context.out(runsJson(history));
  else context.out(runsText(history, styleFor(context.world, flags)));
  return EXIT.done;
}

export async function show(context: Context, flags: CommonFlags, text: string): Promise<number> {
  const address = checked(text);
  const ledger = await withReconciler(context, flags, (reconciler) => reconciler.ledger.read());
  const record = ledger.records[address];
  if (record === undefined) {
    throw new UsageError('not-recorded', `The ledger has no record of ${address}.`, {
      hint: `See what it has: ${mention('ledger', 'list')}`,
    });
  }
  showRecords(context, flags, [record]);
  return EXIT.done;
}

export async function forget(context: Context, flags: CommonFlags, text: string): Promise<number> {
  const record = await withReconciler(context, flags, (reconciler) => reconciler.ledger.forget(checked(text)));
  if (flags.json === true) context.out(recordsJson([record]));
  else context.out(`Forgot ${record.address}. The account still has it; declare it again to manage it again.\n`);
  return EXIT.done;
}

/** One call may cover several addresses: it is settled with the first of them, and the others with it. */
export async function settle(
  context: Context,
  flags: CommonFlags & { readonly as: 'applied' | 'not-applied' },
  texts: readonly string[],
): Promise<number> {
  const addresses = texts.map(checked);
  const records = await withReconciler(context, flags, async (reconciler) => {
    const { intentions } = await reconciler.ledger.read();
    const settled = new Set<string>();
    const found: LedgerRecord[] = [];
    for (const address of addresses) {
      const open = intentions.filter(({ covers }) => covers.includes(address));
      if (open.length > 0 && open.every(({ id }) => settled.has(id))) continue;
      found.push(...(await reconciler.ledger.settle(address, flags.as)));
      for (const { id } of open) settled.add(id);
    }
    return found;
  });
  if (flags.json === true) context.out(recordsJson(records));
  else context.out(`Settled ${addresses.join(', ')} as ${flags.as}. The next plan goes by it.\n`);
  return EXIT.done;
}

export async function rebuild(context: Context, flags: CommonFlags): Promise<number> {
  const { rebuilt, place } = await withReconciler(context, flags, async (reconciler) => ({
    rebuilt: await reconciler.ledger.rebuild(),
    place: await ledgerPlace(context, reconciler),
  }));
  if (flags.json === true) context.out(recordsJson(rebuilt.records));
  else context.out(rebuiltText(rebuilt, place ?? 'the ledger', styleFor(context.world, flags)));
  return EXIT.done;
}

export async function adopt(context: Context, flags: AdoptFlags, text: string): Promise<number> {
  const overwrite = flags.overwrite === true;
  const { record, status } = await withReconciler(context, flags, (reconciler) =>
    reconciler.ledger.adopt(checked(text), { overwrite }),
  );
  if (flags.json === true) context.out(recordsJson([record]));
  else context.out(`${ADOPTED[status](record.address)} Nothing was sent to the account.\n`);
  return EXIT.done;
}

const ADOPTED: Readonly<Record<Adopted['status'], (address: Address) => string>> = {
  recorded: (address) => `Recorded ${address} as declared.`,
  unchanged: (address) => `The ledger has ${address} as declared already: nothing to record.`,
  overwritten: (address) => `Recorded ${address} as declared, in place of another record.`,
};

function showRecords(context: Context, flags: CommonFlags, records: readonly LedgerRecord[]): void {
  const style = styleFor(context.world, flags);
  context.out(
    flags.json === true ? recordsJson(records) : records.map((record) => recordText(record, style)).join('\n'),
  );
}

function checked(text: string): Address {
  if (isAddress(text)) return text;
  throw new UsageError('not-an-address', `${text} is no address.`, {
    hint: 'An address is a kind and an identity: property:contacts/loyaltytier.',
  });
}
