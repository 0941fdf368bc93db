/** A comparison as Markdown for a pull request. */

import type { ComparedResource, Comparison } from '../../model/comparison.ts';
import { markdownBlock, markdownCode, markdownText } from '../escape.ts';
import { COMPARED_WORDS, causeTitle, comparisonCounts, sideText, statusWords, verdictText } from '../text/compared.ts';
import { aboutText, sectionsIn } from '../text/comparison.ts';
import { fieldLines } from '../text/fields.ts';
import { palette, type TextStyle } from '../text/style.ts';
import { details } from './change.ts';
import { findingParts } from './findings.ts';

const STYLE: TextStyle = { palette: palette(false), width: 90, verbose: false, now: 0 };

export function comparisonMarkdown(comparison: Comparison): string {
  const { left, right, resources, notCompared, findings } = comparison;
  const counts = `**${markdownText(verdictText(comparison))}** ${markdownText(comparisonCounts(comparison))}`;
  const parts = [
    '### Comparison',
    `- left: ${markdownText(sideText(left))}\n- right: ${markdownText(sideText(right))}`,
    counts,
    ...sectionsIn(resources).flatMap(({ title, some }) => [
      `#### ${markdownText(title)}`,
      ...some.map((resource) => resourcePart(resource, comparison)),
    ]),
    ...notCompared.map((cause) => {
      const title = `Not compared: ${causeTitle(cause, comparison)}. ${cause.reason}`;
      if (cause.addresses.length === 0) return `- ${markdownText(title)}`;
      return details(title, cause.addresses.map((address) => `- ${markdownCode(address)}`).join('\n'));
    }),
    ...findingParts([...findings.left, ...findings.right], 'whole', 'terminal'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function resourcePart(resource: ComparedResource, comparison: Comparison): string {
  const { address, status, fields, reason } = resource;
  const words = status === 'different' ? (reason ?? '') : aboutText(resource);
  const text = words === '' ? '' : `: ${markdownText(words)}`;
  const line = `- **${markdownText(statusWords(comparison)[status])}** ${markdownCode(address)}${text}`;
  if (status !== 'different') return line;
  return `${line}\n\n${markdownBlock(fieldLines(fields, COMPARED_WORDS, '', STYLE).join('\n'))}`;
}
