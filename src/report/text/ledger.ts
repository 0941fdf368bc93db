/** The ledger as text: a table of records, one record in full, and the intentions that are not settled. */

import type { Fix } from '../../model/fix.ts';
import type { Intention, Ledger, LedgerHolder, LedgerRecord } from '../../model/ledger.ts';
import { ago, moment } from '../../model/moment.ts';
import { compareNatural } from '../../model/natural.ts';
import { findSettler } from '../../model/open-call.ts';
import { terminalLine } from '../escape.ts';
import { fieldLines, VALUES } from './fields.ts';
import { adviceLines } from './hint.ts';
import { alignCells, count } from './layout.ts';
import { blocksText } from './render.ts';
import type { TextStyle } from './style.ts';

/** `holder`: who writes it now. */
export function ledgerText(ledger: Ledger, style: TextStyle, holder?: LedgerHolder): string {
  const records = Object.values(ledger.records).toSorted((a, b) => compareNatural(a.address, b.address));
  const { name, hubId } = ledger.account;
  const apps = Object.entries(ledger.apps ?? {}).map(([app, { serial }]) => `app ${app} (serial ${serial})`);
  return blocksText([
    [
      style.palette.heading(`Ledger of ${terminalLine(name)}`) +
        style.palette.dim(`${hubId === null ? '' : ` (account ${hubId})`}, serial ${ledger.serial}`),
      ...(apps.length === 0 ? [] : [style.palette.dim(terminalLine(`with the ledger of ${apps.join(', ')}`))]),
    ],
    recordTable(records, style),
    intentionLines(ledger.intentions, style, holder),
    [`${count(records.length, 'record')}, ${count(ledger.intentions.length, 'unsettled intention')}.`],
  ]);
}

export function recordText(record: LedgerRecord, style: TextStyle): string {
  const { strong, dim } = style.palette;
  const lines = [
    strong(terminalLine(record.address)),
    dim(
      `  ${record.found === 'recorded' ? 'recorded, not created by trueup,' : 'applied'} ${moment(record.at)} (${ago(record.at, style.now)}), run ${terminalLine(record.run)}, ${record.basis}`,
    ),
    ...(record.file === undefined ? [] : [dim(`  declared in ${terminalLine(record.file)}`)]),
    ...(record.id === undefined ? [] : [dim(`  id ${terminalLine(record.id)}`)]),
    ...fieldLines(
      Object.entries(record.fields).map(([field, after]) => ({ field, after })),
      VALUES,
      '  ',
      style,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function recordTable(records: readonly LedgerRecord[], { palette, now }: TextStyle): readonly string[] {
  return alignCells(
    records.map((record) => {
      const id = record.id === undefined ? '' : `  id ${terminalLine(record.id)}`;
      const found = record.found === undefined ? '' : '  not created by trueup';
      return [terminalLine(record.address), record.basis, palette.dim(ago(record.at, now) + id + found)];
    }),
  );
}

const RECOVERY: Readonly<Record<Intention['recovery'], string>> = {
  'read-back': 'read back by the next apply',
  repeat: 'safely repeated by the next apply',
  ask: 'to be settled by a person',
};

function describeSettling(intention: Intention, holder: LedgerHolder | undefined): string {
  if (findSettler(intention, holder) !== 'run') return RECOVERY[intention.recovery];
  return terminalLine(`in progress in the ${holder?.purpose ?? 'work'} of ${holder?.owner ?? 'another process'}`);
}

function settleLines({ covers }: Intention, style: TextStyle): readonly string[] {
  const fix = SETTLED.map((as): Fix => ({ action: 'settle', addresses: covers, as }));
  return adviceLines({ hint: 'Check in the account whether it took effect.', fix }, style, {
    first: '      ',
    rest: '      ',
  });
}

const SETTLED = ['applied', 'not-applied'] as const;

function intentionLines(
  intentions: readonly Intention[],
  style: TextStyle,
  holder: LedgerHolder | undefined,
): readonly string[] {
  return intentions.flatMap((intention) => [
    `  ${style.palette.error('? unsettled')} ${terminalLine(`${intention.method} ${intention.path}`)}  ${style.palette.dim(`${ago(intention.at, style.now)}, ${describeSettling(intention, holder)}`)}`,
    ...intention.covers.map((address) => `      ${terminalLine(address)}`),
    ...(findSettler(intention, holder) === 'person' ? settleLines(intention, style) : []),
  ]);
}
