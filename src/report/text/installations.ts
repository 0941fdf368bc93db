/** The accounts of a fleet as text: how many are in each state, and what is known of each. */

import { INSTALLATION_STATES } from '../../model/installation.ts';
import { ago } from '../../model/moment.ts';
import { terminalLine } from '../escape.ts';
import { columnsOf, count, padEnd } from './layout.ts';
import type { TextStyle } from './style.ts';

/** As the database of a fleet has it. */
export interface InstallationRow {
  readonly hubId: number;
  readonly appId: string;
  readonly state: 'active' | 'paused' | 'revoked' | 'uninstalled';
  readonly labels: Readonly<Record<string, string>>;
  readonly changedAt: string;
}

export interface InstallationsStyle extends TextStyle {
  /** Counts alone. */
  readonly brief?: boolean;
}

type Counts = Readonly<Record<(typeof INSTALLATION_STATES)[number], number>>;

/** Rows that are shown without --verbose. */
const SHOWN = 50;

export function installationCounts(rows: readonly InstallationRow[]): Counts {
  const of = (state: InstallationRow['state']): number => rows.filter((row) => row.state === state).length;
  return { active: of('active'), paused: of('paused'), revoked: of('revoked'), uninstalled: of('uninstalled') };
}

export function installationsText(rows: readonly InstallationRow[], style: InstallationsStyle): string {
  const counts = installationCounts(rows);
  const told = INSTALLATION_STATES.filter((state) => counts[state] > 0).map((state) => `${counts[state]} ${state}`);
  const total = `${count(rows.length, 'account')}${told.length === 0 ? '' : `: ${told.join(', ')}`}.`;
  if (style.brief === true || rows.length === 0) return `${total}\n`;
  const shown = style.verbose ? rows : rows.slice(0, SHOWN);
  const left = rows.length - shown.length;
  return [
    ...table(shown, style),
    ...(left === 0 ? [] : [style.palette.dim(`  ... ${count(left, 'more account')} (--verbose lists them)`)]),
    '',
    total,
    '',
  ].join('\n');
}

function table(rows: readonly InstallationRow[], { palette, now }: TextStyle): readonly string[] {
  const cells = rows.map(({ hubId, appId, state, labels, changedAt }) => ({
    cells: [String(hubId), `app ${terminalLine(appId)}`, state, labelsText(labels)],
    ink: state === 'active' ? (text: string) => text : palette.warning,
    at: ago(changedAt, now),
  }));
  const widths = [0, 1, 2, 3].map((at) => Math.max(0, ...cells.map((row) => columnsOf(row.cells[at] ?? ''))));
  return cells.map(({ cells: row, ink, at }) => {
    const padded = row.map((text, index) =>
      index === 2 ? ink(padEnd(text, widths[index] ?? 0)) : padEnd(text, widths[index] ?? 0),
    );
    return `  ${padded.join('  ')}  ${palette.dim(at)}`;
  });
}

/** `ring=canary, plan=pro`. */
function labelsText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => terminalLine(`${name}=${value}`))
    .join(', ');
}
