/** What was saved of an account, as text: the counts, and what could not be read. */

import { KIND_WORDS } from '../../kinds/words.ts';
import type { Snapshot } from '../../model/snapshot.ts';
import { terminalLine } from '../escape.ts';
import { findingsText } from './findings.ts';
import { count, wrap } from './layout.ts';
import type { TextStyle } from './style.ts';

/** `path`: where it was saved. */
export function snapshotText(
  { account, kinds, parts, unread = [], resources, findings }: Snapshot,
  path: string,
  style: TextStyle,
): string {
  const { heading, dim, strong } = style.palette;
  const { name, hubId, surface } = account;
  const of = (kind: string): number => resources.filter((one) => one.kind === kind).length;
  const counts = kinds
    .filter(({ kind, shows }) => shows !== 'nothing' || of(kind) > 0)
    .map(({ kind }) => count(of(kind), KIND_WORDS[kind].noun, KIND_WORDS[kind].plural));
  const failed = parts.flatMap((part) =>
    part.unread === undefined ? [] : [`${KIND_WORDS[part.kind].title} of ${part.of}`],
  );
  const missing = [
    ...kinds.flatMap(({ kind, shows, reason }) =>
      shows === 'nothing' ? [`${KIND_WORDS[kind].title}: ${reason ?? 'not read'}`] : [],
    ),
    ...failed,
    ...unread.map(({ address, reason }) => `${address}: ${reason}`),
  ];
  const blocks = [
    [
      heading(`Snapshot of ${terminalLine(name)}`) +
        dim(hubId === null ? '' : ` (account ${hubId}, ${surface} surface)`),
      ...wrap(counts.length === 0 ? 'Nothing was read.' : `${counts.join(', ')}.`, style.width, {
        first: '  ',
        rest: '  ',
      }),
    ],
    missing.length === 0
      ? []
      : [
          strong('Not in it:'),
          ...missing.flatMap((text) => wrap(terminalLine(text), style.width, { first: '  ', rest: '    ' })),
        ],
    findings.length === 0 ? [] : [findingsText(findings, style)],
    [`Saved to ${path}.`],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}
