/** One change of a plan: what happens to which address, why, at what risk, how it is known, and its fields. */

import type { Action, Change } from '../../model/change.ts';
import { terminalLine } from '../escape.ts';
import { type FieldWords, fieldLines } from './fields.ts';
import { padEnd, wrap } from './layout.ts';
import { foreignLine } from './options.ts';
import { overrideText, positionText } from './position.ts';
import type { TextStyle } from './style.ts';
import { ACTION_SIGNS, basisWords, changedWords, inkOf, riskWords } from './words.ts';

const DETAIL = '      ';

export function changeLines(change: Change, style: TextStyle): readonly string[] {
  const { dim, warning, error } = style.palette;
  const sign = ACTION_SIGNS[change.action];
  const head = `${inkOf(style.palette, sign)(`${sign.symbol} ${padEnd(change.action, 7)}`)} ${style.palette.strong(terminalLine(change.address))}`;
  const position = change.provenance === undefined ? '' : `  ${dim(positionText(change.provenance))}`;
  const risk = riskWords(change);
  const basis = basisWords(change, style.now);
  const overrides = overrideText(change.overrides);
  return [
    ...wrap(head + position, style.width, { first: '  ', rest: '            ' }),
    ...detail(reasonText(change), style, (text) => text),
    ...(risk === undefined ? [] : detail(risk, style, change.action === 'blocked' ? error : warning)),
    ...(basis === undefined || change.action === 'blocked' ? [] : detail(basis, style, dim)),
    ...(overrides === undefined ? [] : detail(overrides, style, dim)),
    ...fieldLines(change.fields, fieldWords(change), DETAIL, style),
    ...(change.foreign === undefined || !style.verbose ? [] : [DETAIL + foreignLine(change.foreign, style)]),
  ];
}

/** What is blocked and known not to be there has no values before, which is not the same as values that are not known. */
export function fieldWords({ action, basis, fields }: Change): FieldWords {
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

export function reasonText(change: Change): string {
  const section = change.section === undefined ? '' : ` (interface ${terminalLine(change.section)})`;
  return `${terminalLine(change.reason)}${section}${changedText(change)}`;
}

/** By whom and when. */
export function changedText(change: Change): string {
  const words = changedWords(change);
  return words === undefined ? '' : ` [changed ${terminalLine(words)}]`;
}

/** Inks word by word through wrapping: each line gets its own codes, so that none leaks over a line end. */
function detail(text: string, style: TextStyle, ink: (text: string) => string): readonly string[] {
  return wrap(text, style.width, { first: DETAIL, rest: DETAIL }).map(
    (line) => DETAIL + ink(line.slice(DETAIL.length)),
  );
}
