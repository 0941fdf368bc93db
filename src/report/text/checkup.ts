/** A checkup as text: a row for each check with its remedy, then the abilities that work and fail. */

import type { Capability, Check, Checkup } from '../../model/checkup.ts';
import { terminalLine } from '../escape.ts';
import { adviceLines } from './hint.ts';
import { padEnd, wrap } from './layout.ts';
import type { Palette, TextStyle } from './style.ts';
import { NOT_COVERED_TITLE } from './words.ts';

const STATUS_WIDTH = 'problem'.length;

export function checkupText({ account, checks, works, fails, notCovered = [] }: Checkup, style: TextStyle): string {
  const { heading } = style.palette;
  const of = account.name === null ? '' : ` for ${terminalLine(account.name)}`;
  const facts = [
    ...(account.hubId === null ? [] : [`account ${account.hubId}`]),
    ...(account.baseUrl === null ? [] : [account.baseUrl]),
  ];
  const where = facts.length === 0 ? '' : style.palette.dim(` (${terminalLine(facts.join(', '))})`);
  const lines = [
    heading(`Checkup${of}`) + where,
    '',
    ...checks.flatMap((check) => checkLines(check, style)),
    ...capabilityLines('Works', works, style),
    ...capabilityLines('Does not work', fails, style),
    ...capabilityLines(
      NOT_COVERED_TITLE,
      notCovered.map(({ what, where }) => ({ what, how: where })),
      style,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function checkLines({ check, status, code, message, hint, fix }: Check, style: TextStyle): readonly string[] {
  const name = Math.max(...['developer-key', 'configuration'].map((word) => word.length));
  const start = `  ${padEnd(status, STATUS_WIDTH)}  ${padEnd(check, name)}  `;
  const rest = ' '.repeat(start.length);
  const told = code === undefined ? message : `${message} [${code}]`;
  const [first = '', ...more] = wrap(terminalLine(told), style.width, { first: start, rest });
  const marked = first.replace(status, INK[status](style.palette)(status));
  const advice = { ...(hint === undefined ? {} : { hint }), ...(fix === undefined ? {} : { fix }) };
  return [marked, ...more, ...adviceLines(advice, style, { first: rest, rest })];
}

const INK: Readonly<Record<Check['status'], (palette: Palette) => (text: string) => string>> = {
  ok: ({ added }) => added,
  warning: ({ warning }) => warning,
  problem: ({ error }) => error,
};

function capabilityLines(title: string, some: readonly Capability[], style: TextStyle): readonly string[] {
  if (some.length === 0) return [];
  const width = Math.max(...some.map(({ what }) => what.length));
  const rows = some.flatMap(({ what, how }) =>
    wrap(terminalLine(how), style.width, { first: `  ${padEnd(what, width)}  `, rest: ' '.repeat(width + 4) }),
  );
  return ['', style.palette.heading(title), ...rows];
}
