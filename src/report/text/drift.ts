/** Drift as text: what differs from the last applied state, by whom and when, and what cannot be verified. */

import type { DriftedResource, DriftReport } from '../../model/drift.ts';
import { ago } from '../../model/moment.ts';
import { terminalLine } from '../escape.ts';
import { fieldLines } from './fields.ts';
import { findingsText } from './findings.ts';
import { count, wrap } from './layout.ts';
import { type Invocation, stepsAfterDrift } from './next.ts';
import { foreignLine } from './options.ts';
import { stepLines } from './steps.ts';
import type { TextStyle } from './style.ts';
import { basisText, driftedWords, noDriftWords, openSentence, restOfDrift, sinceWords } from './words.ts';

const DETAIL = '      ';
/** Resources with options of others, listed without --verbose. */
const FOREIGN_SHOWN = 20;

/** `typed`: what led here; without it no next command is named. */
export function driftText(report: DriftReport, style: TextStyle, typed?: Invocation): string {
  const { name, hubId } = report.account;
  const of = (...statuses: readonly DriftedResource['status'][]): readonly DriftedResource[] =>
    report.resources.filter((resource) => statuses.includes(resource.status));
  const blocks = [
    [
      style.palette.heading(`Drift of ${terminalLine(name)}`) +
        style.palette.dim(hubId === null ? '' : ` (account ${hubId})`),
    ],
    ...of('drifted', 'gone').map((resource) => driftedLines(resource, style)),
    unverifiableLines(of('unverifiable'), style),
    style.verbose ? of('in-sync').map((resource) => `  = in sync   ${terminalLine(resource.address)}`) : [],
    foreignLines(
      report.resources.filter(({ foreign }) => foreign !== undefined),
      style,
    ),
    report.findings.length === 0 ? [] : [findingsText(report.findings, style)],
    [summaryText(report, style)],
    typed === undefined ? [] : stepLines(stepsAfterDrift(report, typed), style),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

export function driftedLines(resource: DriftedResource, style: TextStyle): readonly string[] {
  const { changed, removed, strong, dim } = style.palette;
  const head = resource.status === 'gone' ? removed('- gone   ') : changed('~ drifted');
  const who = `changed ${terminalLine(driftedWords(resource))}`;
  const basis = basisText(resource.basis);
  return [
    `  ${head} ${strong(terminalLine(resource.address))}`,
    ...wrap(`${who}; ${sinceText(resource, style.now)}`, style.width, {
      first: DETAIL,
      rest: DETAIL,
    }),
    ...reasonLines(resource, style),
    ...(basis === undefined ? [] : [dim(`${DETAIL}${basis}`)]),
    ...fieldLines(resource.fields, { absentBefore: '(not set)', absentAfter: '(gone)' }, DETAIL, style),
  ];
}

/** `last applied 2 days ago`. */
function sinceText(resource: DriftedResource, now: number): string {
  return `${sinceWords(resource)} ${ago(resource.appliedAt, now)}`;
}

function reasonLines({ reason }: DriftedResource, { width }: TextStyle): readonly string[] {
  return reason === undefined ? [] : wrap(terminalLine(reason), width, { first: DETAIL, rest: DETAIL });
}

/** No drift: what others added is kept, and worth knowing about. */
function foreignLines(resources: readonly DriftedResource[], style: TextStyle): readonly string[] {
  const shown = style.verbose ? resources : resources.slice(0, FOREIGN_SHOWN);
  const hidden = resources.length - shown.length;
  return [
    ...shown.flatMap(({ address, foreign = [] }) => [
      `  = foreign ${style.palette.strong(terminalLine(address))}`,
      DETAIL + foreignLine(foreign, style),
    ]),
    ...(hidden > 0
      ? [style.palette.dim(`  ... ${hidden} more with options added by other users (--verbose lists them)`)]
      : []),
  ];
}

/** Grouped by reason: many resources share one. */
function unverifiableLines(resources: readonly DriftedResource[], style: TextStyle): readonly string[] {
  const byReason = Map.groupBy(resources, (resource) => resource.reason ?? 'no information about it');
  return [...byReason].flatMap(([reason, members]) => [
    ...wrap(`${members.length} not verifiable: ${terminalLine(reason)}`, style.width, { first: '  ? ', rest: '    ' }),
    ...(style.verbose ? members : members.slice(0, 5)).map((member) =>
      style.palette.dim(`${DETAIL}${terminalLine(member.address)}  ${sinceText(member, style.now)}`),
    ),
    ...(members.length > 5 && !style.verbose
      ? [style.palette.dim(`${DETAIL}... ${members.length - 5} more (--verbose lists them)`)]
      : []),
  ]);
}

function summaryText(report: DriftReport, style: TextStyle): string {
  const { drifted, inSync } = report.summary;
  const rest = `.${openSentence(report)}`;
  if (drifted === 0) return noDriftWords(report) + rest;
  const counted = style.palette.strong(`${count(drifted, 'resource')} drifted`);
  return `${counted}, ${inSync} in sync${restOfDrift(report.summary)}${rest}`;
}
