/** A comparison as text: the counts first, then what differs by object, and what was not compared. */

import { KIND_WORDS } from '../../kinds/words.ts';
import type { ComparedResource, Comparison, NotCompared } from '../../model/comparison.ts';
import { compareNatural } from '../../model/natural.ts';
import {
  comparisonCounts,
  fieldChanges,
  fieldsOf,
  leftOutText,
  NOT_SET,
  sideNames,
  sideText,
  verdictText,
} from '../compared.ts';
import { terminalLine } from '../escape.ts';
import { fieldLines } from './fields.ts';
import { findingsText } from './findings.ts';
import { count, nameSome, wrap } from './layout.ts';
import { aboutOf } from './list.ts';
import type { Step } from './next.ts';
import { stepLines } from './steps.ts';
import type { TextStyle } from './style.ts';
import { sectionOf } from './words.ts';

const DETAIL = '      ';
/** Resources of one cause, without --verbose. */
const NAMED = 5;

export function comparisonText(comparison: Comparison, steps: readonly Step[], style: TextStyle): string {
  const { findings } = comparison;
  const blocks = [
    headLines(comparison, style),
    ...sectionBlocks(comparison, style),
    notComparedLines(comparison, style),
    ...(['left', 'right'] as const).map((side) => {
      const text = findingsText(findings[side], style);
      return text === '' ? [] : [style.palette.strong(`Found in ${terminalLine(comparison[side].name)}:`), text];
    }),
    verdictLines(comparison, style),
    stepLines(steps, style),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** `- sandbox (...)`, `+ production (...)`: the signs that stand before what only one side has. */
function headLines(comparison: Comparison, style: TextStyle): readonly string[] {
  const { heading, removed, added, strong } = style.palette;
  const counts = comparisonCounts(comparison);
  const first = counts.charAt(0).toUpperCase() + counts.slice(1);
  return [
    heading('Comparison'),
    ...wrap(terminalLine(sideText(comparison.left)), style.width, { first: `  ${removed('-')} `, rest: '      ' }),
    ...wrap(terminalLine(sideText(comparison.right)), style.width, { first: `  ${added('+')} `, rest: '      ' }),
    ...wrap(terminalLine(`${first}.`), style.width, { first: '', rest: '  ' }).map(strong),
  ];
}

function verdictLines(comparison: Comparison, style: TextStyle): readonly string[] {
  const leftOut = leftOutText(comparison);
  const said = [verdictText(comparison), ...(leftOut === undefined ? [] : [leftOut])].join(' ');
  return wrap(said, style.width, { first: '', rest: '' });
}

function sectionBlocks(comparison: Comparison, style: TextStyle): readonly (readonly string[])[] {
  const byTitle = Map.groupBy(comparison.resources, ({ address }) => sectionOf(address).title);
  const names = sideNames(comparison);
  return [...byTitle]
    .map(([title, some]) => ({ title, rank: sectionOf(some[0]?.address ?? '').rank, some }))
    .sort((one, other) => one.rank - other.rank || compareNatural(one.title, other.title))
    .map(({ title, some }) => [
      style.palette.heading(terminalLine(title)),
      ...some.flatMap((resource) => resourceLines(resource, names, style)),
    ]);
}

function resourceLines(
  resource: ComparedResource,
  names: ReturnType<typeof sideNames>,
  style: TextStyle,
): readonly string[] {
  const { address, rightAddress, kind, status, fields } = resource;
  const { changed, removed, added, strong, dim } = style.palette;
  const title = strong(terminalLine(address));
  const moved = rightAddress === undefined ? [] : [dim(`${DETAIL}there ${terminalLine(rightAddress)}`)];
  if (status === 'different') {
    const lines = fieldLines(fieldChanges(fields), { absentBefore: NOT_SET, absentAfter: NOT_SET }, DETAIL, style);
    return [`  ${changed('~')} ${title}`, ...moved, ...lines];
  }
  const [ink, sign, name] = status === 'only-left' ? [removed, '-', names.left] : [added, '+', names.right];
  const own = fieldsOf(resource);
  const about = aboutOf({ kind, fields: own }).join(', ');
  return [
    `  ${ink(sign)} ${title}  ${dim(`only in ${terminalLine(name)}`)}`,
    ...(about === '' ? [] : wrap(about, style.width, { first: DETAIL, rest: DETAIL })),
    ...(style.verbose
      ? fieldLines(
          Object.entries(own).map(([field, after]) => ({ field, after })),
          { absentBefore: undefined, absentAfter: '' },
          DETAIL,
          style,
        )
      : []),
  ];
}

function notComparedLines({ notCompared, left, right }: Comparison, style: TextStyle): readonly string[] {
  if (notCompared.length === 0) return [];
  const name = { left: left.name, right: right.name, both: 'both' };
  return [
    style.palette.strong('Not compared, so neither the same nor missing:'),
    ...notCompared.flatMap((one) => oneCause(one, name[one.side], style)),
  ];
}

function oneCause(one: NotCompared, name: string, style: TextStyle): readonly string[] {
  const { addresses, reason } = one;
  const names = nameSome(addresses.map(terminalLine), style.verbose ? addresses.length : NAMED);
  return [
    ...wrap(terminalLine(`${causeTitle(one, name)}: ${reason}`), style.width, { first: '  ? ', rest: '    ' }),
    ...(addresses.length === 0 ? [] : wrap(names, style.width, { first: DETAIL, rest: DETAIL }).map(style.palette.dim)),
  ];
}

/** `12 properties of contacts in production`. */
export function causeTitle({ kind, of, fields, addresses }: NotCompared, name: string): string {
  const words = KIND_WORDS[kind];
  const what = addresses.length === 0 ? words.title : count(addresses.length, words.noun, words.plural);
  const which = fields === undefined ? what : `${fields.join(', ')} of ${what}`;
  return `${which}${of === undefined ? '' : ` of ${of}`} in ${name}`;
}

/** As `--quiet` prints it. */
export function comparisonBrief(comparison: Comparison): string {
  return `${terminalLine(comparisonCounts(comparison))}.\n`;
}
