/** The symbols next to the words of a page: colour is never the only signal. */

import { ACTIONS, type OptionChange, RISKS, type Risk } from '../../model/change.ts';
import { COMPARED_STATUSES } from '../../model/comparison.ts';
import { DRIFT_STATUSES } from '../../model/drift.ts';
import type { Severity } from '../../model/finding.ts';
import { OUTCOME_STATUSES } from '../../model/outcome.ts';
import type { TargetState } from '../../model/rollout.ts';
import { COMPARED_SIGNS } from '../text/comparison.ts';
import { DRIFT_SIGNS } from '../text/drift.ts';
import { ACTION_SIGNS, STATUS_SIGNS } from '../text/words.ts';

const RISK_SYMBOLS: Readonly<Record<Risk, string>> = { safe: '✓', destructive: '▲', irreversible: '■' };

const SEVERITY_SYMBOLS: Readonly<Record<Severity, string>> = { error: '✖', warning: '▲', info: 'i' };

export const OPTION_WORDS: Readonly<
  Record<OptionChange['change'], { readonly symbol: string; readonly word: string }>
> = {
  add: { symbol: '+', word: 'added' },
  remove: { symbol: '-', word: 'removed' },
  update: { symbol: '~', word: 'changed' },
  hide: { symbol: '~', word: 'hidden, still valid on records' },
  move: { symbol: '~', word: 'moved' },
  foreign: { symbol: '=', word: 'kept, not declared' },
};

/** Symbols of accounts that outcomes do not have. */
const STATE_SYMBOLS: Readonly<Partial<Record<TargetState, string>>> = {
  planning: '○',
  waiting: '○',
  approved: '○',
  running: '▶',
  deferred: '◔',
  unchanged: '=',
  moved: '~',
  unverified: '?',
};

/** Symbol by class name. The style sheet puts it before the word, so that screen readers skip it. */
export const SYMBOLS: readonly (readonly [string, string])[] = [
  ...ACTIONS.map((action) => [action, ACTION_SIGNS[action].symbol] as const),
  ...OUTCOME_STATUSES.map((status) => [status, STATUS_SIGNS[status].symbol] as const),
  ...DRIFT_STATUSES.map((status) => [status, DRIFT_SIGNS[status].symbol] as const),
  ...COMPARED_STATUSES.map((status) => [status, COMPARED_SIGNS[status].symbol] as const),
  ...Object.entries(STATE_SYMBOLS),
  ['not-compared', '?'],
  ['left-out', '!'],
  ...RISKS.map((risk) => [risk, RISK_SYMBOLS[risk]] as const),
  ...Object.entries(SEVERITY_SYMBOLS),
];
