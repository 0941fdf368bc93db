/** One change as Markdown, in full or on one line; all foreign text escaped. */

import type { Change, FieldChange } from '../../model/change.ts';
import { optionName } from '../../model/option.ts';
import { createsAgain, isCritical, overwritesDrift } from '../attention.ts';
import { markdownBlock, markdownCode, markdownHtml, markdownText } from '../escape.ts';
import { fieldWords, reasonText } from '../text/change.ts';
import { fieldLines } from '../text/fields.ts';
import { foreignLine } from '../text/options.ts';
import { overrideText } from '../text/position.ts';
import type { TextStyle } from '../text/style.ts';
import { ACTION_SIGNS, basisWords, riskWords } from '../text/words.ts';

/** Head, notes and the block of fields. */
export function changePart(change: Change, style: TextStyle): string {
  const notes = [
    markdownText(reasonText(change)),
    ...[riskWords(change)].flatMap((text) => (text === undefined ? [] : [`**${markdownText(text)}**`])),
    ...[basisWords(change, style.now), overrideText(change.overrides)].flatMap((text) =>
      text === undefined ? [] : [`_${markdownText(text)}_`],
    ),
  ];
  const fields = fieldsBlock(change, style);
  return [`${head(change)}: ${notes.join('; ')}`, ...(fields === undefined ? [] : [fields])].join('\n\n');
}

/** A list item: what, why it is blocked or at risk in a word, what is removed. A safe one that undoes what somebody did gives its reason. */
export function changeLine(change: Change): string {
  const { action, because, risks, risk, fields } = change;
  const undoes = overwritesDrift(change) || createsAgain(change);
  const reason = undoes && !isCritical(change) ? `: ${markdownText(reasonText(change))}` : '';
  const why = risks.length > 0 ? risks.join(', ') : action === 'blocked' ? because : risk === 'safe' ? '' : risk;
  return `- ${head(change)}${reason}${why === '' ? '' : ` ${why}`}${removals(fields)}`;
}

/** Something folded away under a title; the title is no Markdown, because it stands inside an HTML block. */
export function details(title: string, body: string): string {
  return `<details><summary>${markdownHtml(title)}</summary>\n\n${body}\n\n</details>`;
}

function fieldsBlock(change: Change, style: TextStyle): string | undefined {
  const { fields, foreign = [] } = change;
  const lines = [
    ...fieldLines(fields, fieldWords(change), '', style),
    ...(foreign.length > 0 && style.verbose ? [foreignLine(foreign, style)] : []),
  ];
  return lines.length === 0 ? undefined : markdownBlock(lines.join('\n'));
}

function head(change: Change): string {
  return `**${markdownText(ACTION_SIGNS[change.action].symbol)} ${change.action}** ${markdownCode(change.address)}`;
}

function removals(fields: readonly FieldChange[]): string {
  const options = fields.flatMap((field) => field.options ?? []).filter((option) => option.change === 'remove');
  return options.length === 0
    ? ''
    : ` (removes ${options.map(({ value }) => markdownCode(optionName(value))).join(', ')})`;
}
