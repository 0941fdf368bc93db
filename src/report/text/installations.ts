/** The accounts of a fleet as text: the number in each state, and the facts about each. */

import { INSTALLATION_STATES } from '../../model/installation.ts';
import { ago } from '../../model/moment.ts';
import { terminalLine } from '../escape.ts';
import { alignCells, count } from './layout.ts';
import type { TextStyle } from './style.ts';

/** An account in the database of a fleet. */
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
  return alignCells(
    rows.map(({ hubId, appId, state, labels, changedAt }) => [
      String(hubId),
      `app ${terminalLine(appId)}`,
      state === 'active' ? state : palette.warning(state),
      labelsText(labels),
      palette.dim(ago(changedAt, now)),
    ]),
  );
}

/** `ring=canary, plan=pro`. */
function labelsText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => terminalLine(`${name}=${value}`))
    .join(', ');
}
