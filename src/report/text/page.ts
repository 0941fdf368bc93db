/** A page of the documentation in a terminal: headings, code and links without their marks. */

import { terminalLine } from '../escape.ts';
import { wrap } from './layout.ts';
import type { TextStyle } from './style.ts';

export function pageText(markdown: string, style: TextStyle): string {
  let isCode = false;
  const blocks = joined(markdown.replace(/<!--[\s\S]*?-->\n?/g, '')).flatMap((line): readonly string[] => {
    if (line.startsWith('```')) {
      isCode = !isCode;
      return [];
    }
    if (isCode || line.startsWith('    ')) return [style.palette.dim(terminalLine(isCode ? `    ${line}` : line))];
    const heading = /^#+ (.*)$/.exec(line);
    if (heading !== null) return [style.palette.heading(terminalLine(plain(heading[1] ?? '')))];
    const indent = /^(\s*(?:- )?)/.exec(line)?.[1] ?? '';
    return wrap(terminalLine(plain(line.slice(indent.length))), style.width, {
      first: indent,
      rest: ' '.repeat(indent.length),
    });
  });
  return `${blocks.join('\n').trimEnd()}\n`;
}

/** Lines of one paragraph or item as one line: the terminal breaks them. */
function joined(markdown: string): readonly string[] {
  const lines: string[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    const before = lines.at(-1) ?? '';
    const starts = line === '' || /^(?:#|- |\||```| {4})/.test(line);
    const goesOn = !isCode && !starts && before !== '' && !/^(?:#|\||```| {4})/.test(before);
    if (goesOn) lines[lines.length - 1] = `${before} ${line.trim()}`;
    else lines.push(line);
    if (line.startsWith('```')) isCode = !isCode;
  }
  return lines;
}

function plain(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*\*([^*]*)\*\*/g, '$1');
}
