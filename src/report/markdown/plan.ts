/** Plans as Markdown for a review: counts, changes that a reviewer must see, then folded lists. */

import type { Change } from '../../model/change.ts';
import type { Plan } from '../../model/plan.ts';
import { isCritical, overwritesDrift, refusalOf } from '../attention.ts';
import { lackingFlags } from '../consents.ts';
import { markdownBlock, markdownCode, markdownText } from '../escape.ts';
import type { Face } from '../fix-ways.ts';
import { hostMarkdown } from '../host-notice.ts';
import { revertText, titleOf } from '../origin.ts';
import { callLines } from '../text/calls.ts';
import { changeRow } from '../text/change.ts';
import { countsText, isEmpty } from '../text/counts.ts';
import { count } from '../text/layout.ts';
import { palette, type TextStyle } from '../text/style.ts';
import { NOT_READ } from '../text/unread.ts';
import { ACTION_ORDER, sectionOf } from '../text/words.ts';
import { findingParts } from './findings.ts';
import { details, rowPart } from './render.ts';

export interface MarkdownOptions {
  readonly verbose: boolean;
  readonly now: number;
  /** Reader of the advice (default: terminal). */
  readonly face?: Face;
  /** Markdown above the title. */
  readonly notice?: string;
}

/** Amount of detail of each part. */
export interface Detail {
  /** Blocked or destructive: always named. */
  readonly critical: 'whole' | 'lines';
  readonly creates: 'whole' | 'lines' | 'counts';
  readonly others: 'whole' | 'lines' | 'counts';
  /** The list of calls, and findings but errors, which are always written out. */
  readonly rest: 'whole' | 'counts';
}

export const WHOLE: Detail = { critical: 'whole', creates: 'whole', others: 'whole', rest: 'whole' };

/** More object types, apps, events and pairs than this, of which only counts are shown, are counted in one line. */
const COUNTED_SECTIONS = 40;

/** Columns of code blocks, so that they fit next to a code review. */
const BLOCK_WIDTH = 90;

export function planMarkdown(plan: Plan, options: MarkdownOptions, detail: Detail = WHOLE): string {
  const { face = 'terminal' } = options;
  const style: TextStyle = { palette: palette(false), width: BLOCK_WIDTH, ...options };
  const parts = [
    ...planTop(plan, options),
    ...planHead(plan, face),
    ...findingParts(plan.findings, detail.rest, face),
    ...changeParts(plan, detail, style),
    ...callParts(plan, detail, style),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the changes that a reviewer must see, followed by the folded others. */
export function changeParts(plan: Plan, detail: Detail, style: TextStyle): readonly string[] {
  const changes = plan.changes.filter((change) => change.action !== 'keep' || style.verbose);
  return [
    ...criticalParts(changes.filter(isCritical), detail, style),
    ...sectionParts(
      changes.filter((change) => !isCritical(change)),
      detail,
      style,
    ),
  ];
}

/** Another service is named first. No limit cuts it. */
export function planTop(plan: Plan, { face = 'terminal', notice = '' }: MarkdownOptions): readonly string[] {
  return [hostMarkdown(plan, face), notice, planTitle(plan)].filter((part) => part !== '');
}

function planTitle(plan: Plan): string {
  return `### ${markdownText(titleOf(plan))}${plan.account.hubId === null ? '' : ` (account ${plan.account.hubId})`}`;
}

/** Counts, and the warnings that nothing may push away. */
export function planHead(plan: Plan, face: Face): readonly string[] {
  const { read, write } = plan.summary.calls;
  const overwritten = plan.changes.filter(overwritesDrift).length;
  const revert = isEmpty(plan) ? undefined : revertText(plan);
  return [
    isEmpty(plan)
      ? `Nothing to do: ${plan.summary.keep} unchanged.`
      : `**${countsText(plan)}**. ${count(read, 'read')} made, ${count(write, 'write')} to make.`,
    ...(plan.summary.destructive > 0
      ? [`> **${plan.summary.destructive} destructive**: values or options are lost.`]
      : []),
    ...refusalParts(plan, face),
    ...(overwritten > 0 ? [`> **${overwritten} overwritten**: changed in the account since the last apply.`] : []),
    ...(revert === undefined ? [] : [revert]),
    ...(plan.complete ? [] : [`> ${NOT_READ}`]),
  ];
}

/** Returns the obstacles to apply, and the consents that remove them. */
function refusalParts(plan: Plan, face: Face): readonly string[] {
  const refusal = refusalOf(plan);
  if (refusal === undefined) return [];
  const lacking = lackingFlags(plan);
  const given =
    face === 'terminal'
      ? `plan again with ${lacking.map((consent) => markdownCode(`--allow ${consent}`)).join(' ')}`
      : `set the input ${markdownCode('allow')} (${lacking.map(markdownCode).join(', ')}) of plan and apply, and plan again`;
  const way = lacking.length === 0 ? '' : ` To allow it, ${given}, or set policy.allow.`;
  return [`> **Apply will refuse this plan**: ${refusal}.${way}`];
}

function criticalParts(changes: readonly Change[], detail: Detail, style: TextStyle): readonly string[] {
  if (changes.length === 0) return [];
  const title = `**Look at ${changes.length === 1 ? 'this one' : `these ${changes.length}`} first**`;
  return detail.critical === 'whole'
    ? [title, ...ordered(changes).map((change) => rowPart([changeRow(change, style)]))]
    : [
        title,
        ordered(changes)
          .map((change) => linePart(change, style))
          .join('\n'),
      ];
}

function linePart(change: Change, style: TextStyle): string {
  return rowPart([changeRow(change, style)], { rows: 'lines', counts: false });
}

function sectionParts(changes: readonly Change[], detail: Detail, style: TextStyle): readonly string[] {
  const parts = sections(changes);
  const counted = parts.filter(([, members]) => members.every((change) => shownOf(change, detail) === 'counts'));
  const apart = new Set(counted.length > COUNTED_SECTIONS ? counted : []);
  const rest = actionCounts([...apart].flatMap(([, members]) => members));
  return [
    ...parts.filter((part) => !apart.has(part)).map(([title, members]) => sectionPart(title, members, detail, style)),
    ...(apart.size === 0 ? [] : [`And ${rest}, of ${apart.size} objects, not listed here.`]),
  ];
}

function shownOf({ action }: Change, { creates, others }: Detail): Detail['others'] {
  return action === 'create' ? creates : others;
}

function sectionPart(title: string, changes: readonly Change[], detail: Detail, style: TextStyle): string {
  const by = Map.groupBy(changes, (change) => shownOf(change, detail));
  const counted = actionCounts(by.get('counts') ?? []);
  const body = [
    ...(by.get('whole') ?? []).map((change) => rowPart([changeRow(change, style)])),
    ...joined((by.get('lines') ?? []).map((change) => linePart(change, style))),
  ];
  if (body.length === 0) return `- ${markdownText(title)}: ${counted}`;
  const folded = counted === '' ? [] : [`And ${counted}, not listed here.`];
  return details(`${title} (${changes.length})`, [...body, ...folded].join('\n\n'));
}

/** `9600 x create, 12 x update`. */
function actionCounts(changes: readonly Change[]): string {
  return [...Map.groupBy(changes, ({ action }) => action)]
    .map(([action, members]) => `${members.length} x ${action}`)
    .join(', ');
}

function callParts(plan: Plan, detail: Detail, style: TextStyle): readonly string[] {
  if (plan.calls.length === 0 || detail.rest === 'counts') return [];
  return [details('Calls made by apply', markdownBlock(callLines(plan.calls, style).join('\n')))];
}

function sections(changes: readonly Change[]): readonly (readonly [string, readonly Change[]])[] {
  return [...Map.groupBy(changes, (change) => sectionOf(change.address).title)].map(
    ([title, members]) => [title, ordered(members)] as const,
  );
}

function ordered(changes: readonly Change[]): readonly Change[] {
  const byAction = Map.groupBy(changes, ({ action }) => action);
  return ACTION_ORDER.flatMap((action) => byAction.get(action) ?? []);
}

function joined(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join('\n')];
}
