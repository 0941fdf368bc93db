/** A comparison as Markdown for a pull request: the counts, what differs by object, and what was not compared; within a limit. */

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
import { markdownBlock, markdownCode, markdownText } from '../escape.ts';
import { causeTitle } from '../text/comparison.ts';
import { fieldLines } from '../text/fields.ts';
import { aboutOf } from '../text/list.ts';
import { palette, type TextStyle } from '../text/style.ts';
import { LOG, sectionOf } from '../text/words.ts';
import { details } from './change.ts';
import { findingParts } from './findings.ts';
import { type Fitted, fits } from './limit.ts';

const STYLE: TextStyle = { palette: palette(false), width: 90, verbose: false, now: 0 };

/** How much is said of each resource that differs. */
type Shown = 'fields' | 'names';

/** `limit` in bytes. Every resource that differs is named as long as that fits. */
export function comparisonMarkdown(comparison: Comparison, limit: number): Fitted {
  for (const shown of ['fields', 'names'] as const) {
    const text = comparisonText(comparison, shown);
    if (fits(text, limit)) return { text, whole: true };
  }
  const note = `> The list of differences does not fit here. In full: ${LOG}.`;
  return { text: `${[...head(comparison), note].join('\n\n')}\n`, whole: false };
}

function comparisonText(comparison: Comparison, shown: Shown): string {
  const { resources, notCompared, findings } = comparison;
  const byTitle = [...Map.groupBy(resources, ({ address }) => sectionOf(address).title)]
    .map(([title, some]) => ({ title, rank: sectionOf(some[0]?.address ?? '').rank, some }))
    .sort((one, other) => one.rank - other.rank || compareNatural(one.title, other.title));
  const parts = [
    ...head(comparison),
    ...byTitle.flatMap(({ title, some }) => [
      `#### ${markdownText(title)}`,
      some.map((one) => resourcePart(one, comparison, shown)).join(shown === 'fields' ? '\n\n' : '\n'),
    ]),
    ...notCompared.map((one) => notComparedPart(one, comparison, shown)),
    ...findingParts([...findings.left, ...findings.right], shown === 'fields' ? 'whole' : 'counts', 'terminal'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function head(comparison: Comparison): readonly string[] {
  const { left, right } = comparison;
  const leftOut = leftOutText(comparison);
  return [
    `### Comparison of ${markdownText(left.name)} and ${markdownText(right.name)}`,
    `- left: ${markdownText(sideText(left))}\n- right: ${markdownText(sideText(right))}`,
    `**${markdownText(verdictText(comparison))}** ${markdownText(comparisonCounts(comparison))}.${leftOut === undefined ? '' : ` ${markdownText(leftOut)}`}`,
  ];
}

function resourcePart(resource: ComparedResource, comparison: Comparison, shown: Shown): string {
  const { address, rightAddress, kind, status, fields } = resource;
  const names = sideNames(comparison);
  const where = {
    different: 'different',
    'only-left': `only in ${names.left}`,
    'only-right': `only in ${names.right}`,
  };
  const other = rightAddress === undefined ? '' : `, there ${markdownCode(rightAddress)}`;
  const line = `- **${markdownText(where[status])}** ${markdownCode(address)}${other}`;
  if (shown === 'names') return line;
  if (status !== 'different') {
    const about = aboutOf({ kind, fields: fieldsOf(resource) }).join(', ');
    return about === '' ? line : `${line}: ${markdownText(about)}`;
  }
  const lines = fieldLines(fieldChanges(fields), { absentBefore: NOT_SET, absentAfter: NOT_SET }, '', STYLE);
  return `${line}\n\n${markdownBlock(lines.join('\n'))}`;
}

function notComparedPart(one: NotCompared, { left, right }: Comparison, shown: Shown): string {
  const name = { left: left.name, right: right.name, both: 'both' }[one.side];
  const title = `Not compared: ${causeTitle(one, name)}. ${one.reason}`;
  if (shown === 'names' || one.addresses.length === 0) return `- ${markdownText(title)}`;
  return details(title, one.addresses.map((address) => `- ${markdownCode(address)}`).join('\n'));
}
