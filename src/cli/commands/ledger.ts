/** `trueup ledger`: shows and corrects the record of what was applied. It never changes the account. */

import { UsageError } from '../../errors.ts';
import type { Adopted, Forgotten } from '../../index.ts';
import { type Address, isAddress } from '../../model/address.ts';
import type { LedgerRecord } from '../../model/ledger.ts';
import { mention } from '../../report/command.ts';
import { ledgerJson, recordsJson, runsJson } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { ledgerText, recordText } from '../../report/text/ledger.ts';
import { repairedText } from '../../report/text/repaired.ts';
import { runsText } from '../../report/text/runs.ts';
import { commandLine, type Typed } from '../../report/text/typed.ts';
import { buildStyle, type Context, listTypedFlags } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import type { AdoptFlags, SelectFlags } from '../group-flags.ts';
import { ledgerLocation, shownPath } from '../open.ts';
import { selectAddresses } from '../selection.ts';
import { withLedger } from '../with-ledger.ts';

export async function list(context: Context, flags: CommonFlags): Promise<number> {
  const { ledger, holder } = await withLedger(context, flags, async ({ ledger: actions }) => ({
    ledger: await actions.read(),
    holder: await actions.holder(),
  }));
  context.out(
    flags.json === true ? ledgerJson(ledger, holder) : ledgerText(ledger, buildStyle(context.world, flags), holder),
  );
  return EXIT.done;
}

/** What each run overwrote is in the history file; this lists what was changed. */
export async function runs(context: Context, flags: CommonFlags): Promise<number> {
  const history = await withLedger(context, flags, (reconciler) => reconciler.ledger.runs());
  if (flags.json === true) context.out(runsJson(history));
  else context.out(runsText(history, buildStyle(context.world, flags)));
  return EXIT.done;
}

export async function show(context: Context, flags: CommonFlags, text: string): Promise<number> {
  const address = checked(text);
  const ledger = await withLedger(context, flags, (reconciler) => reconciler.ledger.read());
  const record = ledger.records[address];
  if (record === undefined) {
    throw new UsageError('not-recorded', `The ledger has no record of ${address}.`, {
      hint: `List its records: ${mention('ledger', 'list')}`,
    });
  }
  showRecords(context, flags, [record]);
  return EXIT.done;
}

export async function forget(context: Context, flags: SelectFlags, texts: readonly string[]): Promise<number> {
  const forgotten = await withLedger(context, flags, async ({ ledger }) => {
    const of = Object.keys((await ledger.read()).records) as Address[];
    const addresses = await selectAddresses(context, flags, texts, { ...FORGETTING, ...readApproval(flags), of });
    return typeof addresses === 'string' ? addresses : ledger.forget(addresses);
  });
  if (typeof forgotten === 'string') return unchanged(context, forgotten);
  if (flags.json === true) context.out(recordsJson(forgotten.map(({ record }) => record)));
  else for (const entry of forgotten) context.out(`${forgottenText(entry, listTypedFlags(context.world, flags))}\n`);
  return EXIT.done;
}

function forgottenText({ record: { address }, next, app }: Forgotten, typed: Typed): string {
  switch (next) {
    case 'left-alone':
      return `Forgot ${address}. The account was not changed. Declare it again to manage it again.${app === undefined ? '' : ` ${sharedText(app)}`}`;
    case 'read':
      return `Forgot ${address}. The files declare it, so the next plan compares the declaration with the account.`;
    case 'set':
      return `Forgot ${address}. The files declare it and its values in the account cannot be read, so the next plan sets it as declared. If the account already has it as declared, record it instead:\n  ${commandLine(['ledger', 'adopt', address], typed)}`;
    case 'created':
      return `Forgot ${address}. The files declare it and it cannot be read, so the next plan creates it again. If the account has it, record it instead:\n  ${commandLine(['ledger', 'adopt', address], typed)}`;
  }
}

function sharedText(app: string): string {
  return `Accounts that still declare it for app ${app} lose the record too. If their next plan cannot read it in the account, the plan creates it again.`;
}

/** One call may cover several addresses: each of them settles the whole call. */
export async function settle(
  context: Context,
  flags: CommonFlags & { readonly as: 'applied' | 'not-applied' },
  texts: readonly string[],
): Promise<number> {
  const addresses = texts.map(checked);
  const records = await withLedger(context, flags, (reconciler) => reconciler.ledger.settle(addresses, flags.as));
  if (flags.json === true) context.out(recordsJson(records));
  else context.out(`Settled ${addresses.join(', ')} as ${flags.as}. The next plan uses this.\n`);
  return EXIT.done;
}

export async function repair(context: Context, flags: CommonFlags): Promise<number> {
  const { repaired, location } = await withLedger(context, flags, async (reconciler) => ({
    repaired: await reconciler.ledger.repair(),
    location: await ledgerLocation(context, reconciler),
  }));
  if (flags.json === true) context.out(recordsJson(repaired.records));
  else {
    const files = repaired.files.map((path) => shownPath(context.world.cwd, path));
    context.out(repairedText({ ...repaired, files }, location ?? 'the ledger', buildStyle(context.world, flags)));
  }
  return EXIT.done;
}

export async function adopt(context: Context, flags: AdoptFlags, texts: readonly string[]): Promise<number> {
  const overwrite = flags.overwrite === true;
  const all = await withLedger(context, flags, async ({ ledger }) => {
    const of = ledger.declared();
    const addresses = await selectAddresses(context, flags, texts, { ...ADOPTING, ...readApproval(flags), of });
    return typeof addresses === 'string' ? addresses : ledger.adopt(addresses, { overwrite });
  });
  if (typeof all === 'string') return unchanged(context, all);
  if (flags.json === true) context.out(recordsJson(all.map(({ record }) => record)));
  else
    for (const { record, status } of all)
      context.out(`${ADOPTED[status](record.address)} Nothing was sent to the account.\n`);
  return EXIT.done;
}

const FORGETTING = { where: 'the ledger', verb: 'Forget' };
const ADOPTING = { where: 'the files', verb: 'Record' };

function readApproval({ autoApprove }: SelectFlags): { readonly autoApprove: boolean } {
  return { autoApprove: autoApprove === true };
}

function unchanged(context: Context, answer: 'no' | 'interrupted'): number {
  context.note('Nothing was changed.');
  return answer === 'no' ? EXIT.refused : EXIT.interrupted;
}

const ADOPTED: Readonly<Record<Adopted['status'], (address: Address) => string>> = {
  recorded: (address) => `Recorded ${address} as declared.`,
  unchanged: (address) => `The ledger already has ${address} as declared: nothing to record.`,
  overwritten: (address) => `Recorded ${address} as declared, in place of another record.`,
};

function showRecords(context: Context, flags: CommonFlags, records: readonly LedgerRecord[]): void {
  const style = buildStyle(context.world, flags);
  context.out(
    flags.json === true ? recordsJson(records) : records.map((record) => recordText(record, style)).join('\n'),
  );
}

function checked(text: string): Address {
  if (isAddress(text)) return text;
  throw new UsageError('not-an-address', `${text} is not an address.`, {
    hint: 'An address is a kind and an identity: property:contacts/loyaltytier.',
  });
}
