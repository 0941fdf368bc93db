/** Hints and fixes as text: prose is wrapped, and each command is on its own line, unbroken, as it runs here. */

import type { Advice } from '../../model/fix.ts';
import { append } from '../../model/lists.ts';
import { partsOf, type TextPart } from '../command.ts';
import { terminalLine } from '../escape.ts';
import { fixParts, plainText } from '../fix-texts.ts';
import { type Indent, wrap } from './layout.ts';
import type { TextStyle } from './style.ts';
import { completed } from './typed.ts';

/** The hint, then each fix; none without either. */
export function adviceLines({ hint = '', fix = [] }: Advice, style: TextStyle, indent: Indent): readonly string[] {
  const sentences = [partsOf(hint), ...fix.map((one) => joined(fixParts(one, style.face ?? 'terminal')))];
  return sentences
    .filter((parts) => parts.length > 0)
    .flatMap((parts, at) => partLines(parts, style, at === 0 ? indent : { ...indent, first: indent.rest }));
}

/** What is code in a sentence is wrapped with it. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  return parts.some(({ as }) => as === 'command') ? parts : [{ text: plainText(parts), as: 'prose' }];
}

function partLines(parts: readonly TextPart[], style: TextStyle, indent: Indent): readonly string[] {
  const lines: string[] = [];
  for (const { text, as } of parts) {
    const first = lines.length === 0 ? indent.first : indent.rest;
    if (as === 'command') lines.push(first + style.palette.command(completed(text, style.typed ?? { files: [] })));
    else {
      // What closes a sentence behind a command would be taken for a part of it.
      const prose = text.replace(lines.length === 0 ? /^\s+/ : /^[\s.,;]+/, '').trimEnd();
      if (prose !== '') append(lines, wrap(terminalLine(prose), style.width, { ...indent, first }));
    }
  }
  return lines;
}
