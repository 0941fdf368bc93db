/** A comparison as text: counts, differences by object, and resources that were not compared. */

import type { ComparedResource, Comparison } from '../../model/comparison.ts';
import { compareNatural } from '../../model/natural.ts';
import { terminalLine } from '../escape.ts';
import {
  COMPARED_SIGNS,
  COMPARED_WORDS,
  causeTitle,
  comparisonCounts,
  sideName,
  sideText,
  statusWords,
  verdictText,
} from './compared.ts';
import { fieldLines } from './fields.ts';
import { findingsText } from './findings.ts';
import { nameSome, wrap } from './layout.ts';
import { aboutOf } from './list.ts';
import { stepLines } from './steps.ts';
import type { TextStyle } from './style.ts';
import { commandLine, type Typed } from './typed.ts';
import { inkOf, sectionOf } from './words.ts';

const DETAIL = '      ';
const FLUSH = { first: '', rest: '' };
/** Resources of one cause, without --verbose. */
const NAMED = 5;

export function comparisonText(comparison: Comparison, typed: Typed, style: TextStyle): string {
  const { left, right, findings, resources } = comparison;
  const account = right.account.name;
  const step = {
    command: commandLine(['plan'], typed, ['--account', account]),
    purpose: `to see what the files would change in ${account}`,
  };
  const blocks = [
    [
      style.palette.heading('Comparison'),
      `  + ${terminalLine(sideText(left))}`,
      `  - ${terminalLine(sideText(right))}`,
      ...wrap(terminalLine(comparisonCounts(comparison)), style.width, FLUSH).map(style.palette.strong),
    ],
    ...sectionsIn(resources).map(({ title, some }) => [
      style.palette.heading(terminalLine(title)),
      ...some.flatMap((resource) => resourceLines(resource, statusWords(comparison), style)),
    ]),
    notComparedLines(comparison, style),
    ...(['left', 'right'] as const).map((side) => {
      const text = findingsText(findings[side], style);
      return text === '' ? [] : [style.palette.strong(`Found in ${terminalLine(sideName(comparison[side]))}:`), text];
    }),
    wrap(verdictText(comparison), style.width, FLUSH),
    resources.length === 0 ? [] : stepLines([step], style),
  ];
  const shown = blocks.filter((block) => block.length > 0);
  return `${shown.map((block) => block.join('\n')).join('\n\n')}\n`;
}

interface ComparedSection {
  readonly title: string;
  readonly some: readonly ComparedResource[];
}

export function sectionsIn(resources: readonly ComparedResource[]): readonly ComparedSection[] {
  const byTitle = Map.groupBy(resources, ({ address }) => sectionOf(address).title);
  return [...byTitle]
    .map(([title, some]) => ({ title, rank: sectionOf(some[0]?.address ?? '').rank, some }))
    .sort((left, right) => left.rank - right.rank || compareNatural(left.title, right.title));
}

function resourceLines(
  resource: ComparedResource,
  words: ReturnType<typeof statusWords>,
  style: TextStyle,
): readonly string[] {
  const { address, status, fields, reason } = resource;
  const sign = COMPARED_SIGNS[status];
  const { strong, dim } = style.palette;
  const isDifferent = status === 'different';
  const where = isDifferent ? '' : `  ${dim(terminalLine(words[status]))}`;
  const details = isDifferent ? (reason ?? '') : aboutText(resource);
  return [
    `  ${inkOf(style.palette, sign)(sign.symbol)} ${strong(terminalLine(address))}${where}`,
    ...(details === '' ? [] : wrap(terminalLine(details), style.width, { first: DETAIL, rest: DETAIL })),
    ...(isDifferent || style.verbose ? fieldLines(fields, COMPARED_WORDS, DETAIL, style) : []),
  ];
}

/** The fields that tell a resource from the others of its kind. */
export function aboutText({ kind, fields }: ComparedResource): string {
  const values = fields.map(({ field, before, after }) => [field, after ?? before ?? null] as const);
  return aboutOf({ kind, fields: Object.fromEntries(values) }).join(', ');
}

function notComparedLines(comparison: Comparison, style: TextStyle): readonly string[] {
  const { notCompared } = comparison;
  if (notCompared.length === 0) return [];
  return [
    style.palette.strong('Not compared, so neither the same nor missing:'),
    ...notCompared.flatMap((cause) => {
      const { addresses, reason } = cause;
      const names = nameSome(addresses.map(terminalLine), style.verbose ? addresses.length : NAMED);
      const title = terminalLine(`${causeTitle(cause, comparison)}: ${reason}`);
      return [
        ...wrap(title, style.width, { first: '  ? ', rest: '    ' }),
        ...(names === '' ? [] : wrap(names, style.width, { first: DETAIL, rest: DETAIL }).map(style.palette.dim)),
      ];
    }),
  ];
}
