/** A comparison as a report: differences by object, resources that were not compared, and the verdict. */

import { KIND_WORDS } from '../../kinds/words.ts';
import type {
  ComparedResource,
  ComparedSide,
  ComparedStatus,
  Comparison,
  NotCompared,
} from '../../model/comparison.ts';
import { COMPARED_STATUSES } from '../../model/comparison.ts';
import { type Block, type Doc, groupBySection, type Mark, namedFirst, type Row, strong } from './doc.ts';
import { count, listCounts, nameSome } from './layout.ts';
import { listDistinguishing } from './list.ts';
import { commandLine, type Typed } from './typed.ts';
import { NOT_COVERED_TITLE, type Sign } from './words.ts';

const NOT_COMPARED: Mark = { value: 'not-compared', word: 'not compared' };
/** Resources of one cause without --verbose. */
const NAMED = 5;

/** `typed`: the flags of the command, which the next command repeats. Without them it is left out. */
export function comparisonDoc(comparison: Comparison, typed?: Typed): Doc {
  const { complete, left, right, findings, resources, notCompared, notCovered = [] } = comparison;
  const account = right.account.name;
  const words = statusWords(comparison);
  const step = {
    command: commandLine(['plan'], typed ?? { files: [] }, ['--account', account]),
    purpose: `to see what the files would change in ${account}`,
  };
  return {
    title: 'Comparison',
    about: `${sideName(left)} and ${sideName(right)}`,
    facts: [
      { name: 'left', value: placeText(left) },
      { name: 'right', value: placeText(right) },
    ],
    pageFacts: right.takenAt === undefined ? [] : [{ name: 'Read at', value: { at: right.takenAt } }],
    summary: [strong(verdictText(comparison)), ` ${comparisonCounts(comparison)}`],
    ...pageVerdict(comparison),
    notes: listOthers(comparison),
    grade: !complete ? 'stop' : resources.length + notCompared.length > 0 ? 'warn' : 'go',
    findings: (['left', 'right'] as const).map((side) => ({
      place: sideName(comparison[side]),
      items: findings[side],
    })),
    rows: {
      title: 'Differences',
      facets: [
        {
          legend: 'Status',
          choices: [...COMPARED_STATUSES.map((value) => ({ value, word: words[value] })), NOT_COMPARED],
        },
      ],
      blocks: [
        ...groupBySection(resources).map(({ title, items }) => ({
          title,
          rows: items.map((resource) => buildRow(resource, comparison)),
        })),
        ...notCompared.map((cause) => notComparedBlock(cause, comparison)),
      ],
    },
    history: [
      {
        title: NOT_COVERED_TITLE,
        items: notCovered.map(({ what, where }) => ({ text: `${what}: ${where}` })),
      },
    ],
    steps: typed === undefined || resources.length === 0 ? [] : [step],
  };
}

/** Objects named without --verbose. */
const OBJECTS_NAMED = 8;

function listOthers({ otherObjects }: Comparison): readonly string[] {
  if (otherObjects === undefined) return [];
  const { objectTypes, complete } = otherObjects;
  return [
    ...(objectTypes.length === 0
      ? []
      : [`Not compared: ${nameSome(objectTypes, OBJECTS_NAMED)}. --object NAME compares them.`]),
    ...(complete ? [] : ['The list of custom objects could not be read.']),
  ];
}

/** Names the first difference, and the next step. */
function pageVerdict(comparison: Comparison): Pick<Doc, 'verdict'> {
  const { resources, right } = comparison;
  const [first] = resources;
  if (first === undefined) return {};
  const next = `. Next: plan to see what the files would change in ${right.account.name}.`;
  return { verdict: [...namedFirst(first, resources.length), ` is ${statusWords(comparison)[first.status]}`, next] };
}

function placeText(side: ComparedSide): string {
  return `${sideText(side)}, ${side.account.baseUrl}`;
}

function buildRow(resource: ComparedResource, comparison: Comparison): Row {
  const { address, status, fields, reason } = resource;
  const isDifferent = status === 'different';
  return {
    sign: COMPARED_SIGNS[status],
    status: { value: status, word: statusWords(comparison)[status] },
    address,
    about: isDifferent ? '' : aboutText(resource),
    notes: reason === undefined ? [] : [reason],
    values: { fields, words: COMPARED_WORDS, before: sideName(comparison.right), after: sideName(comparison.left) },
    open: isDifferent,
    brief: !isDifferent,
  };
}

/** The fields that tell a resource from the others of its kind. */
function aboutText({ kind, fields }: ComparedResource): string {
  const values = fields.map(({ field, before, after }) => [field, after ?? before ?? null] as const);
  return listDistinguishing({ kind, fields: Object.fromEntries(values) }).join(', ');
}

function notComparedBlock(cause: NotCompared, comparison: Comparison): Block {
  const { addresses, reason } = cause;
  const sign = { symbol: '?', ink: 'warning' } as const;
  return {
    title: `Not compared: ${causeTitle(cause, comparison)}. ${reason}`,
    cause: sign,
    most: NAMED,
    rows: addresses.map((address) => ({ sign, status: NOT_COMPARED, address, notes: [reason] })),
  };
}

/** Signs of a plan that makes the right side like the left. */
export const COMPARED_SIGNS: Readonly<Record<ComparedStatus, Sign>> = {
  'only-left': { symbol: '+', ink: 'added' },
  'only-right': { symbol: '-', ink: 'removed' },
  different: { symbol: '~', ink: 'changed' },
};

const COMPARED_WORDS = { absentBefore: undefined, absentAfter: '(not set)' } as const;

function sideName({ source, account }: ComparedSide): string {
  return source === 'files' ? 'files' : account.name;
}

/** `sandbox (account 1001, dated surface)`. */
function sideText(side: ComparedSide): string {
  const { hubId, name, surface } = side.account;
  const of = side.source === 'files' ? `files of ${name}` : name;
  return `${of} (${hubId === null ? '' : `account ${hubId}, `}${surface} surface)`;
}

function statusWords({ left, right }: Comparison): Readonly<Record<ComparedStatus, string>> {
  return {
    different: 'different',
    'only-left': `only in ${sideName(left)}`,
    'only-right': `only in ${sideName(right)}`,
  };
}

/** `3 different, 2 only in sandbox, 12 the same.` */
export function comparisonCounts(comparison: Comparison): string {
  const { same, different, onlyLeft, onlyRight, notCompared } = comparison.summary;
  const words = statusWords(comparison);
  const counts = listCounts([
    [different, words.different],
    [onlyLeft, words['only-left']],
    [onlyRight, words['only-right']],
    [same, 'the same'],
    [notCompared, 'not compared'],
  ]);
  return counts === '' ? 'Nothing to compare.' : `${counts}.`;
}

function verdictText(comparison: Comparison): string {
  const { resources, complete, notCompared, otherObjects, summary } = comparison;
  const verdict =
    resources.length > 0
      ? 'They differ.'
      : !complete
        ? 'No difference found, but a read failed or was skipped.'
        : notCompared.length > 0 || (otherObjects?.objectTypes.length ?? 0) > 0
          ? 'No difference in the compared resources.'
          : 'No difference.';
  if (summary.leftOut === 0) return verdict;
  const what = count(summary.leftOut, 'definition');
  return `${verdict} ${what} of the service itself on one side only: --include PATTERN reports them.`;
}

/** `12 properties in production`. */
function causeTitle({ kind, fields, addresses, side }: NotCompared, comparison: Comparison): string {
  const { title, noun, plural } = KIND_WORDS[kind];
  const what = addresses.length === 0 ? title : count(addresses.length, noun, plural);
  return `${fields === undefined ? '' : `${fields.join(', ')} of `}${what} in ${sideName(comparison[side])}`;
}
