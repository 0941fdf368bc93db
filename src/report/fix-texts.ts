/** Hints and fixes in words: a sentence for each fix, with what to type or set. */

import type { Advice, Fix } from '../model/fix.ts';
import { commandText, type TextPart, wordsText } from './command.ts';
import { type Face, treatFix } from './fix-ways.ts';

/** Returns a sentence in parts, so that each form of a report can mark code and commands. */
export function fixParts(fix: Fix, face: Face): readonly TextPart[] {
  const treated = treatFix(fix);
  const { lead, terminal } = treated;
  const way = treated[face] ?? terminal;
  switch (way.by) {
    case 'command': {
      const where = face === 'terminal' ? '' : ` (${way.words[0] === 'ledger' ? LEDGER_THERE : THERE})`;
      return [prose(`${lead}${where}: `), { text: commandText(way.words), as: 'command' }];
    }
    case 'configuration':
      return [prose(`${lead}: `), code(way.text)];
    case 'flags':
      return [prose(`${lead} with `), code(wordsText(way.words)), prose('.')];
    case 'input': {
      const [first = '', ...others] = way.values;
      const more = others.flatMap((value) => [prose(', '), code(value)]);
      return [prose(`${way.lead ?? lead} with the input `), code(`${way.name}: ${first}`), ...more, prose('.')];
    }
    case 'call':
      return [prose(`${lead}: `), code(way.text)];
    case 'option':
      return [prose(`${way.lead ?? lead} with the option `), code(way.text), prose('.')];
  }
}

/** Returns the fixes to show. A long list of consents is cut to the first as an example. */
export function shownFixes(fix: readonly Fix[]): readonly Fix[] {
  const consents = fix.filter(({ action }) => action === 'allow');
  return consents.length > MOST_CONSENTS
    ? fix.filter((action) => action.action !== 'allow' || action === consents[0])
    : fix;
}

const MOST_CONSENTS = 3;

/** Returns the hint and the fixes, a line each, as calls and options of the library. */
export function describeAdvice(advice: Advice): readonly string[] {
  return adviceTexts(advice, 'library');
}

/** The hint and the fixes, a line each, for what shows plain text. */
export function adviceTexts({ hint, fix = [] }: Advice, face: Face): readonly string[] {
  const texts = shownFixes(fix).map((action) => plainText(fixParts(action, face)));
  return hint === undefined ? texts : [hint, ...texts];
}

/** Adds marks, because a full stop could be read as a part of a command. */
function plainText(parts: readonly TextPart[]): string {
  const text = parts.map((part) => part.text).join('');
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

const THERE = 'on the command line';
/** The ledger of the Action may be on a branch, or in a separate folder. */
const LEDGER_THERE = `${THERE} in the folder of the project, with --ledger as in the workflow`;

const prose = (text: string): TextPart => ({ text, as: 'prose' });
const code = (text: string): TextPart => ({ text, as: 'code' });
