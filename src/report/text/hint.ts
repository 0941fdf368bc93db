/** Hints and fixes as text: prose is wrapped, and each command is on its own line, unbroken, as it runs here. */

import type { Advice } from '../../model/fix.ts';
import { append } from '../../model/lists.ts';
import { splitHint, type TextPart } from '../command.ts';
import { terminalLine } from '../escape.ts';
import { fixParts, shownFixes } from '../fix-texts.ts';
import { type Indent, splitWords, wrap, wrapWords } from './layout.ts';
import type { TextStyle } from './style.ts';
import { completed } from './typed.ts';

/** Returns the hint and each fix, or nothing. */
export function adviceLines({ hint = '', fix = [] }: Advice, style: TextStyle, indent: Indent): readonly string[] {
  const sentences = [splitHint(hint), ...shownFixes(fix).map((action) => fixParts(action, style.face ?? 'terminal'))];
  return sentences
    .filter((parts) => parts.length > 0)
    .flatMap((parts, at) => sentenceLines(parts, style, at === 0 ? indent : { ...indent, first: indent.rest }));
}

function sentenceLines(parts: readonly TextPart[], style: TextStyle, indent: Indent): readonly string[] {
  return parts.some(({ as }) => as === 'code') ? codeLines(parts, style, indent) : partLines(parts, style, indent);
}

/** Writes code within its sentence, each on one line, without a full stop behind it. */
function codeLines(parts: readonly TextPart[], style: TextStyle, indent: Indent): readonly string[] {
  const [last] = parts.slice(-1);
  const shown = last?.text === '.' ? parts.slice(0, -1) : parts;
  const words = splitWords(shown.map(({ text, as }) => ({ text: terminalLine(text), whole: as === 'code' })));
  return wrapWords(words, style.width, indent);
}

function partLines(parts: readonly TextPart[], style: TextStyle, indent: Indent): readonly string[] {
  const lines: string[] = [];
  for (const { text, as } of parts) {
    const first = lines.length === 0 ? indent.first : indent.rest;
    if (as === 'command') lines.push(first + style.palette.command(completed(text, style.typed ?? { files: [] })));
    else {
      // Punctuation behind a command could be read as a part of it.
      const prose = text.replace(lines.length === 0 ? /^\s+/ : /^[\s.,;]+/, '').trimEnd();
      if (prose !== '') append(lines, wrap(terminalLine(prose), style.width, { ...indent, first }));
    }
  }
  return lines;
}
