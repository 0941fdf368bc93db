/** The words and symbols for actions, risks and bases, one table each. */

import { KIND_WORDS } from '../../kinds/words.ts';
import { parseAddress } from '../../model/address.ts';
import type { Basis } from '../../model/basis.ts';
import type { Action, Change } from '../../model/change.ts';
import { ago, moment } from '../../model/moment.ts';
import type { OutcomeStatus } from '../../model/outcome.ts';
import type { RiskName } from '../../model/risk.ts';
import type { Ink, Palette } from './style.ts';

/** Name of the log, for texts that do not fit elsewhere. */
export const LOG = 'the log of the run';

/** Heading of the settings that no call changes. */
export const NOT_COVERED_TITLE = 'Not covered, set by hand in HubSpot';

export interface Sign {
  readonly symbol: string;
  readonly ink: keyof Palette;
}

export const ACTION_SIGNS: Readonly<Record<Action, Sign>> = {
  create: { symbol: '+', ink: 'added' },
  update: { symbol: '~', ink: 'changed' },
  remove: { symbol: '-', ink: 'removed' },
  forget: { symbol: '.', ink: 'dim' },
  blocked: { symbol: '!', ink: 'error' },
  keep: { symbol: '=', ink: 'dim' },
};

/** Order within a section of the plan. */
export const ACTION_ORDER: readonly Action[] = ['create', 'update', 'remove', 'forget', 'blocked', 'keep'];

export const STATUS_SIGNS: Readonly<Record<OutcomeStatus, Sign>> = {
  applied: { symbol: '+', ink: 'added' },
  accepted: { symbol: '+', ink: 'added' },
  skipped: { symbol: '.', ink: 'dim' },
  failed: { symbol: '!', ink: 'error' },
  conflict: { symbol: '!', ink: 'warning' },
  uncertain: { symbol: '?', ink: 'error' },
};

const RISK_WORDS: Readonly<Record<RiskName, string>> = {
  'option-removal': 'options are removed: records that use them lose a valid value',
  'limit-purge': 'a limit is removed: records may then be associated without it',
  'type-change': 'the data type changes: values that do not fit it are lost',
  'property-removal': 'a property is archived: records no longer show its values',
  'group-removal': 'a group is removed',
  'subscription-removal': 'a subscription is removed: the app is no longer notified',
  'event-property-removal': 'a property of an event is removed',
  'pipeline-removal': 'a pipeline is deleted for good, with its stages',
  'stage-removal': 'a stage is deleted for good',
  'association-label-removal': 'a label is deleted for good, with its links between records',
  'property-restore': 'an archived property comes back with its old values',
  'max-changes': 'more resources change at once than the policy allows',
};

export function selectInk(palette: Palette, sign: Sign): Ink {
  return palette[sign.ink];
}

/** Describes the risk of a change. Returns undefined if it is safe. */
export function riskWords(change: Change): string | undefined {
  if (change.risk === 'safe') return undefined;
  const names = change.risks.map((risk) => RISK_WORDS[risk]);
  const word = change.risk === 'irreversible' ? 'irreversible (no call undoes it)' : 'destructive';
  return names.length === 0 ? word : `${word}: ${names.join('; ')}`;
}

const NO_READ = 'the interface has no read for it';
export const READ_FAILED = 'the read for it failed';

/** Describes the source of the values before. Returns undefined if they were read. */
export function basisWords(change: Change, now: number): string | undefined {
  const recorded =
    change.recordedAt === undefined ? 'recorded in the ledger' : `recorded ${ago(change.recordedAt, now)}`;
  // The reason of a kept resource explains why it was not read.
  if (change.action === 'keep' && change.basis === 'recorded') return recorded;
  return basisText(change.basis, recorded, change.because === 'unseen' ? READ_FAILED : NO_READ);
}

/** Describes the source for a basis. */
export function basisText(basis: Basis, recorded = 'recorded in the ledger', why = NO_READ): string | undefined {
  switch (basis) {
    case 'observed':
      return undefined;
    case 'recorded':
      return `${recorded}: ${why}`;
    case 'echoed':
      return `${recorded} from the reply to our own write: ${why}`;
    case 'inferred':
      return 'inferred from other values';
    case 'unknown':
      return `not known: ${why}`;
  }
}

/** Returns the section of an address in a report. */
export function findSection(address: string): { readonly title: string; readonly rank: number } {
  const parsed = parseAddress(address);
  if (parsed === undefined) return { title: 'Others', rank: 9 };
  const { rank, title } = KIND_WORDS[parsed.kind].section;
  return { title: title(parsed.parts), rank };
}

/** Names the last user and time, if the definition tells them. Returns undefined otherwise. Not escaped. */
export function changedWords({ changedBy, changedAt }: Pick<Change, 'changedBy' | 'changedAt'>): string | undefined {
  const parts = [
    ...(changedBy === undefined ? [] : [`by user ${changedBy}`]),
    ...(changedAt === undefined ? [] : [`on ${moment(changedAt)}`]),
  ];
  return parts.length === 0 ? undefined : parts.join(' ');
}
