/** A hint as text: prose is wrapped, and each command stands on a line of its own, unbroken, as it runs here. */

import { partsOf } from '../../model/command.ts';
import { append } from '../../model/lists.ts';
import { terminalLine } from '../escape.ts';
import { type Indent, wrap } from './layout.ts';
import type { TextStyle } from './style.ts';
import { completed } from './typed.ts';

export function hintLines(hint: string, style: TextStyle, indent: Indent): readonly string[] {
  const lines: string[] = [];
  for (const { text, isCommand } of partsOf(hint)) {
    const first = lines.length === 0 ? indent.first : indent.rest;
    if (isCommand) lines.push(first + style.palette.command(completed(text, style.typed ?? { files: [] })));
    else {
      // What closes a sentence behind a command would be taken for a part of it.
      const prose = text.replace(lines.length === 0 ? /^\s+/ : /^[\s.,;]+/, '').trimEnd();
      if (prose !== '') append(lines, wrap(terminalLine(prose), style.width, { ...indent, first }));
    }
  }
  return lines;
}
