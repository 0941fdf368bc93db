/** Builds the row of a change: action, label, address, reason, risk, basis, fields and consent. */

import { defined } from '../../contract/defined.ts';
import { KIND_WORDS } from '../../kinds/words.ts';
import { type Address, parseAddress } from '../../model/address.ts';
import { type Action, type Change, isLeftToPeople } from '../../model/change.ts';
import type { Fix } from '../../model/fix.ts';
import { optionName } from '../../model/option.ts';
import type { PlannedCall } from '../../model/plan.ts';
import { isCritical } from '../attention.ts';
import { terminalLine } from '../escape.ts';
import { code, dim, type Row, type Span, strong } from './doc.ts';
import type { FieldWords } from './fields.ts';
import { nameSome } from './layout.ts';
import { overrideText, positionText } from './position.ts';
import { ACTION_SIGNS, basisWords, changedWords, riskWords } from './words.ts';

export interface ChangeRowOptions {
  /** Milliseconds since the epoch, for `3 days ago`. */
  readonly now: number;
  /** Shows options of other users in a list that is not touched. */
  readonly verbose?: boolean;
  /** Calls that make the change. */
  readonly calls?: readonly PlannedCall[];
  readonly attention?: boolean;
}

export function changeRow(change: Change, options: ChangeRowOptions): Row {
  const { now, verbose = false, calls = [], attention = false } = options;
  const { action, address, risk, provenance, dependsOn, fields, foreign } = change;
  const isBlocked = action === 'blocked';
  // The reason of a blocked change contains its risk.
  const riskText = isBlocked ? undefined : riskWords(change);
  const basisText = isBlocked ? undefined : basisWords(change, now);
  const overrides = overrideText(change.overrides);
  return {
    sign: ACTION_SIGNS[action],
    status: { value: action, word: action },
    marks: [risk],
    address,
    counted: COUNTED[action],
    short: shortText(change, attention),
    notes: [
      reasonText(change),
      ...(riskText === undefined ? [] : [strong(riskText)]),
      ...[basisText, overrides].flatMap((text) => (text === undefined ? [] : [dim(text)])),
    ],
    values: {
      fields,
      words: fieldWords(change),
      before: BEFORE[action] ?? 'In the account',
      after: AFTER[action] ?? 'After apply',
    },
    advice: { fix: findRemedies(change) },
    ...(verbose && defined({ foreign })),
    pageFacts: [
      ...calls.map(({ method, path, route }) => ({
        name: 'Call',
        value: [code(`${method} ${path}`), ` ${route}`],
      })),
      ...(dependsOn.length === 0 ? [] : [{ name: 'Depends on', value: code(dependsOn.join(', ')) }]),
    ],
    attention,
    open: attention,
    ...defined({
      label: change.label,
      place: provenance === undefined ? undefined : positionText(provenance),
      group: findGroup(change),
    }),
  };
}

const COUNTED: Readonly<Record<Action, string>> = {
  create: 'new',
  update: 'changed',
  remove: 'removed',
  forget: 'forgotten',
  blocked: 'blocked',
  keep: 'unchanged',
};

/** Returns the consent that a blocked change lacks, or the record that a person makes after a change by hand. */
function findRemedies(change: Change): readonly Fix[] {
  const { action, because, risks, address } = change;
  if (action !== 'blocked') return [];
  const addresses = [address];
  if (because === 'consent-required') return risks.map((risk) => ({ action: 'allow', risk, address }));
  if (because === 'held') return [{ action: 'overwrite', addresses }];
  if (because === 'exists-unread') return [{ action: 'adopt', addresses }];
  return isLeftToPeople(change) ? [{ action: 'adopt', addresses, overwrite: true, when: 'changed' }] : [];
}

const BEFORE: Partial<Readonly<Record<Action, string>>> = { forget: 'In the ledger' };
const AFTER: Partial<Readonly<Record<Action, string>>> = { blocked: 'Declared, not applied', keep: 'In the account' };

/** Fields named in one line. */
const SHORT_FIELDS = 6;

/** The fields of a safe update, the risk or the cause of a block in a word, and removed options. A safe change that undoes another gives its reason. */
function shortText(change: Change, attention: boolean): readonly (string | Span)[] {
  const { action, because, risks, risk, fields } = change;
  const undoes = attention && !isCritical(change);
  const why = risks.length > 0 ? risks.join(', ') : action === 'blocked' ? because : risk === 'safe' ? '' : risk;
  const removed = fields.flatMap((field) => field.options ?? []).filter((option) => option.change === 'remove');
  const names = removed.flatMap(({ value }, at) => [at === 0 ? ' (removes ' : ', ', code(optionName(value))]);
  const isPlain = action === 'update' && !undoes && why === '';
  const what = nameSome(isPlain ? fields.map(({ field }) => field) : [], SHORT_FIELDS);
  return [what, undoes ? reasonText(change) : '', why, ...names, ...(names.length === 0 ? [] : [')'])];
}

/** Returns the property group of a group or of a property. */
function findGroup(change: Change): string | undefined {
  const { group } = KIND_WORDS[change.kind];
  if (group === 'none') return undefined;
  if ('part' in group) return groupNamed(change.address);
  const declared = change.dependsOn.map(groupNamed).find((name) => name !== undefined);
  if (declared !== undefined) return declared;
  const field = change.fields.find(({ field: name }) => name === group.field);
  return typeof field?.after === 'string' ? field.after : undefined;
}

/** Returns the name of a group. Returns undefined if the address is not a group's. */
function groupNamed(address: Address): string | undefined {
  const parsed = parseAddress(address);
  const group = parsed === undefined ? 'none' : KIND_WORDS[parsed.kind].group;
  return group !== 'none' && 'part' in group ? parsed?.parts[group.part] : undefined;
}

/** A blocked resource that is known to be absent has no values before. Unknown values are another case. */
function fieldWords({ action, basis, fields }: Change): FieldWords {
  const isAbsent = action === 'blocked' && basis === 'observed' && fields.every(({ before }) => before === undefined);
  return FIELD_WORDS[isAbsent ? 'create' : action];
}

const FIELD_WORDS: Readonly<Record<Action, FieldWords>> = {
  create: { absentBefore: undefined, absentAfter: '(not set)' },
  update: { absentBefore: '(not known)', absentAfter: '(not set)' },
  remove: { absentBefore: '(not known)', absentAfter: '(removed)' },
  forget: { absentBefore: '(not known)', absentAfter: '(no longer recorded)' },
  blocked: { absentBefore: '(not known)', absentAfter: '(removed)' },
  keep: { absentBefore: undefined, absentAfter: '(not set)' },
};

function reasonText(change: Change): string {
  return `${terminalLine(change.reason)}${changedText(change)}`;
}

/** Returns the last user and time. */
function changedText(change: Change): string {
  const words = changedWords(change);
  return words === undefined ? '' : ` [last changed ${terminalLine(words)}]`;
}
