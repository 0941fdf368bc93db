/** A comparison as a report: differences by object, resources that were not compared, and the verdict. */

import type { ComparedResource, ComparedSide, Comparison, NotCompared } from '../../model/comparison.ts';
import { COMPARED_STATUSES } from '../../model/comparison.ts';
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
import { type Block, type Doc, groupBySection, type Mark, type Row, strong } from './doc.ts';
import { aboutOf } from './list.ts';
import { commandLine, type Typed } from './typed.ts';

const NOT_COMPARED: Mark = { value: 'not-compared', word: 'not compared' };
/** Resources of one cause without --verbose. */
const NAMED = 5;

/** `typed`: the flags of the command, which the next command repeats. Without them it is left out. */
export function comparisonDoc(comparison: Comparison, typed?: Typed): Doc {
  const { complete, left, right, findings, resources, notCompared } = comparison;
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
    steps: typed === undefined || resources.length === 0 ? [] : [step],
  };
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
  return aboutOf({ kind, fields: Object.fromEntries(values) }).join(', ');
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
