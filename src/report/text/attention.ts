/** The lines above the counts: which changes need attention, one line each with the reason and the position. */

import type { Change } from '../../model/change.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import { optionName } from '../../model/option.ts';
import type { Plan } from '../../model/plan.ts';
import { ATTENTION, type Attention, attentionIn, missingIn, overwritesDrift } from '../attention.ts';
import { terminalLine } from '../escape.ts';
import { changedText, reasonText } from './change.ts';
import { folded, moreLine } from './fold.ts';
import { padEnd, wrap } from './layout.ts';
import { positionText } from './position.ts';
import type { TextStyle } from './style.ts';
import { ACTION_SIGNS, inkOf, riskWords } from './words.ts';

/** Of one cause, without --verbose. */
const SHOWN = 20;

export function attentionLines(plan: Plan, style: TextStyle): readonly string[] {
  const found = attentionIn(plan);
  // If there are only errors, they are directly above.
  if (found.size === 0) return [];
  return [
    style.palette.heading('Needs attention'),
    ...ATTENTION.flatMap((attention) =>
      linesOf(found.get(attention) ?? [], { attention, missing: missingIn(plan) }, style),
    ),
    ...errorLines(
      plan.findings.filter(({ severity }) => severity === 'error'),
      style,
    ),
  ];
}

/** Errors are shown above in full, so only their number is given. */
function errorLines(errors: readonly Finding[], style: TextStyle): readonly string[] {
  const head = style.palette.error(`! ${padEnd('error', 11)}`);
  return folded(errors, style, { causeOf: ({ code }) => code, most: () => SHOWN }).flatMap(({ item, more }) => {
    const { code, message, provenance } = item;
    return [
      ...attentionLine(head, { name: code, provenance, why: terminalLine(message) }, style),
      ...(more > 0 ? [`    ${moreLine(more, style)}`] : []),
    ];
  });
}

interface Cause {
  readonly attention: Attention;
  /** By address. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
}

function linesOf(changes: readonly Change[], cause: Cause, style: TextStyle): readonly string[] {
  // Each lacks something else.
  const causeOf = (change: Change): string => (cause.attention === 'missing' ? '' : whyOf(change, cause));
  return folded(changes, style, { causeOf, most: () => SHOWN }).flatMap(({ item, more }) => [
    ...changeLines(item, cause, style),
    ...(more > 0 ? [`    ${moreLine(more, style)}`] : []),
  ]);
}

function changeLines(change: Change, cause: Cause, style: TextStyle): readonly string[] {
  const sign = ACTION_SIGNS[change.action];
  const head = inkOf(style.palette, sign)(`${sign.symbol} ${padEnd(cause.attention, 11)}`);
  const { address, provenance } = change;
  return attentionLine(head, { name: address, provenance, why: whyOf(change, cause) }, style);
}

interface AttentionLine {
  readonly name: string;
  readonly provenance: Provenance | undefined;
  readonly why: string;
}

function attentionLine(head: string, { name, provenance, why }: AttentionLine, style: TextStyle): readonly string[] {
  const position = provenance === undefined ? '' : `  ${positionText(provenance)}`;
  const text = `${style.palette.strong(terminalLine(name))}${style.palette.dim(position)}  ${why}`;
  return wrap(text, style.width, { first: `  ${head} `, rest: ' '.repeat(16) });
}

function whyOf(change: Change, { attention, missing }: Cause): string {
  switch (attention) {
    case 'blocked':
    case 'overwrites':
    case 'again':
      return reasonText(change);
    case 'destructive':
      return `${riskWords(change)?.replace(/^destructive: /, '')}${removedText(change)}${overwrittenText(change)}`;
    case 'missing':
      return (missing.get(change.address) ?? []).map((message) => saidOfIt(message, change)).join(' ');
    case 'held':
      return 'It was changed in the account, and the change is kept.';
  }
}

/** The address of the change is already in front. */
function saidOfIt(message: string, { address }: Change): string {
  return terminalLine(message.startsWith(`${address} `) ? `It${message.slice(address.length)}` : message);
}

/** Tells that a removal also deletes changes of another user. */
function overwrittenText(change: Change): string {
  return change.action === 'remove' && overwritesDrift(change) ? `. ${reasonText(change)}` : changedText(change);
}

function removedText({ fields }: Change): string {
  const options = fields.flatMap((field) => field.options ?? []).filter((option) => option.change === 'remove');
  return options.length === 0 ? '' : ` (${options.map(({ value }) => terminalLine(optionName(value))).join(', ')})`;
}
