/** A pull as text: files, included resources, and everything left out with its reason. */

import { KIND_WORDS } from '../../kinds/words.ts';
import type { KindName } from '../../model/address.ts';
import { type Json, jsonText } from '../../model/json.ts';
import type { Pull, PulledFile } from '../../model/pull.ts';
import { mention } from '../command.ts';
import { terminalLine } from '../escape.ts';
import { entriesBetween, withEntries } from './entries.ts';
import { type FieldWords, fieldLines } from './fields.ts';
import { findingsText } from './findings.ts';
import { folded, moreLine } from './fold.ts';
import { count, countColumns, nameSome, padEnd, wrap } from './layout.ts';
import { optionLines } from './options.ts';
import { otherObjectLines } from './other-objects.ts';
import { blocksText } from './render.ts';
import type { TextStyle } from './style.ts';
import { NOT_COVERED_TITLE } from './words.ts';

/** Example addresses of kinds. */
const NAMED_AS: Partial<Record<KindName, string>> = {
  'association-limit': 'association-limit:contacts/companies/*',
  'webhook-subscription': 'webhook-subscription:2001/*',
  'event-definition-property': 'event-definition-property:order_placed/*',
};

const namedAs = (example: string): string =>
  `Name the app, event or objects that they belong to, as in ${mention('pull', example)}`;
const BY_HAND = `Declare the unreadable resources by hand and record them: ${mention('ledger', 'adopt', 'ADDRESS')}`;

const NOT_LATER = 'No later pull adds such a field: correct it in the account and declare it by hand.';

const WORDS: FieldWords = { absentBefore: '(not set)', absentAfter: '(not set)' };

/** Addresses named of one group; `--verbose` names all. */
const NAMED = 3;
/** Fields of one cause that are shown; `--verbose` shows all. */
const FIELDS = 20;

export function pullText(pull: Pull, style: TextStyle): string {
  const { name, hubId } = pull.account;
  const { heading, dim } = style.palette;
  const types = pull.objectTypes.length === 0 ? '' : `: ${pull.objectTypes.map(terminalLine).join(', ')}`;
  return blocksText([
    [heading(`Pull from ${terminalLine(name)}`) + dim(hubId === null ? '' : ` (account ${hubId})`) + types],
    fileLines(pull, style),
    changedLines(pull, style),
    otherAccountLines(pull, style),
    conflictLines(pull, style),
    listLines('As the account has them, and new to the ledger', recordedOnly(pull), style),
    listLines('Changed in the files since the last apply', pull.pending, style),
    listLines('No longer in the account; to accept that, delete it from the files', pull.gone, style),
    withoutLines(pull, style),
    leftLines(pull, style),
    unreadLines(pull, style),
    pull.otherObjects === undefined ? [] : otherObjectLines(pull.otherObjects, ['pull'], style),
    pull.findings.length === 0 ? [] : [findingsText(pull.findings, style)],
    notCoveredLines(pull, style),
  ]);
}

/** `2 files written: 12 resources added, 1 changed. 3 conflicts.` `others`: files that were written with them. */
export function pullCounts({ files, taken, conflicts, left, complete }: Pull, written: boolean, others = 0): string {
  const added = taken.filter(({ fields }) => fields.length === 0).length;
  const changed = taken.length - added;
  const done = `${count(files.length + others, 'file')} ${written ? 'written' : 'to write'}: ${count(added, 'resource')} added, ${changed} changed.`;
  const rest = [
    ...(conflicts.length === 0 ? [] : [`${count(conflicts.length, 'conflict')}.`]),
    ...(left.length === 0 ? [] : [`${left.length} not declared.`]),
  ];
  // Parts that were not read may differ.
  const none = complete
    ? conflicts.length === 0
      ? 'Nothing to write: the files are up to date.'
      : 'Nothing to write.'
    : 'Nothing to write. A read failed, so the files may not be up to date.';
  return [files.length === 0 ? none : done, ...rest].join(' ');
}

function fileLines({ files, taken }: Pull, style: TextStyle): readonly string[] {
  const counts = Map.groupBy(taken, ({ file }) => file);
  const width = Math.max(0, ...files.map(({ path }) => countColumns(terminalLine(path))));
  return files.map(({ path, before }: PulledFile) => {
    const own = counts.get(path)?.length ?? 0;
    const sign = before === null ? style.palette.added('+') : style.palette.changed('~');
    return `  ${sign} ${padEnd(terminalLine(path), width)}  ${own === 0 ? '' : count(own, 'resource')}`.trimEnd();
  });
}

function changedLines({ taken }: Pull, style: TextStyle): readonly string[] {
  const changed = taken.filter(({ fields }) => fields.length > 0);
  if (changed.length === 0) return [];
  return [
    style.palette.strong('Taken from the account:'),
    ...changed.flatMap(({ address, fields }) => [
      `  ${terminalLine(address)}`,
      ...fieldLines(fields.map(withEntries), WORDS, '    ', style),
    ]),
  ];
}

/** Warns about values that other accounts share: their next apply would change them. */
function otherAccountLines({ account, otherAccounts = [] }: Pull, style: TextStyle): readonly string[] {
  if (otherAccounts.length === 0) return [];
  const { palette, verbose, width } = style;
  const frame = { first: '  ', rest: '    ' };
  const own = `accounts.${terminalLine(account.name)}.overrides`;
  return [
    palette.strong('These files also declare other accounts. Their next apply changes there:'),
    ...otherAccounts.flatMap(({ name, addresses }) => {
      const names = nameSome(addresses.map(terminalLine), verbose ? addresses.length : NAMED);
      return wrap(`${terminalLine(name)}: ${count(addresses.length, 'resource')}: ${names}`, width, frame);
    }),
    ...wrap(`Declare values for only ${terminalLine(account.name)} below ${own}.`, width, frame).map(palette.dim),
  ];
}

function conflictLines({ conflicts }: Pull, style: TextStyle): readonly string[] {
  if (conflicts.length === 0) return [];
  const { palette } = style;
  return [
    palette.strong('Conflicts (the files keep their values):'),
    ...conflicts.flatMap(({ address, field, declared, live, reason, provenance: { file, line } }) => [
      `  ${palette.warning('!')} ${terminalLine(address)} ${field} ${palette.dim(`(${terminalLine(file)}:${line})`)}`,
      ...differenceLines(declared, live, reason, style),
    ]),
    ...wrap(WAYS_OUT, style.width, { first: '  ', rest: '  ' }).map(palette.dim),
  ];
}

const WAYS_OUT =
  'To take a value of the account, write it into the file. To set the value of the file, run plan and apply.';

/** Two lists of options differ in some: only those are shown, from the files to the account. */
function differenceLines(declared: Json, live: Json, reason: string, style: TextStyle): readonly string[] {
  const options = entriesBetween(declared, live);
  const frame = { first: '      ', rest: '      ' };
  if (options === undefined || options.length === 0)
    return wrap(`${jsonLine(declared)} in the files, ${jsonLine(live)} in the account. ${reason}`, style.width, frame);
  return [
    ...wrap(`${reason} From the files to the account:`, style.width, frame),
    ...optionLines(options, style, { before: declared, after: live }).map((line) => `      ${line}`),
  ];
}

/** A pull that writes no file told the reader earlier. */
function notCoveredLines({ files, notCovered = [] }: Pull, { palette, width }: TextStyle): readonly string[] {
  if (files.length === 0 || notCovered.length === 0) return [];
  const frame = { first: '  ', rest: '    ' };
  return [
    palette.strong(`${NOT_COVERED_TITLE}:`),
    ...notCovered.flatMap(({ what, where }) => wrap(`${what}: ${where}`, width, frame)),
  ];
}

/** Returns resources that were declared as in the account before the pull. The files show the others. */
function recordedOnly({ unrecorded, taken }: Pull): readonly string[] {
  const known = new Set(taken.map(({ address }) => address));
  return unrecorded.filter((address) => !known.has(address));
}

function listLines(title: string, addresses: readonly string[], { palette, verbose }: TextStyle): readonly string[] {
  if (addresses.length === 0) return [];
  const names = nameSome(addresses.map(terminalLine), verbose ? addresses.length : NAMED);
  return [`${palette.strong(`${title}:`)} ${names}`];
}

/** Lists fields that the declarations leave out, by name. */
function withoutLines({ left }: Pull, style: TextStyle): readonly string[] {
  const fields = left.filter(({ field }) => field !== undefined);
  if (fields.length === 0) return [];
  const shown = folded(fields, style, { causeOf: ({ because }) => because, most: () => FIELDS });
  return [
    style.palette.strong('Fields left out because they cannot be written to YAML:'),
    ...shown.flatMap(({ item: { address, field, because, reason }, more }) => [
      `  ${terminalLine(address)} ${field} ${style.palette.dim(`(${because})`)}`,
      ...wrap(terminalLine(reason), style.width, { first: '    ', rest: '    ' }).map(style.palette.dim),
      ...(more > 0 ? [`  ${moreLine(more, style)}`] : []),
    ]),
    ...wrap(NOT_LATER, style.width, { first: '  ', rest: '  ' }).map(style.palette.dim),
  ];
}

/** Grouped by cause; of each the first reason, since they differ in values only. */
function leftLines({ left }: Pull, { palette, verbose, width }: TextStyle): readonly string[] {
  const whole = left.filter(({ field }) => field === undefined);
  if (whole.length === 0) return [];
  const groups = Map.groupBy(whole, ({ because }) => because);
  return [
    palette.strong('Not declared:'),
    ...[...groups].flatMap(([because, some]) => {
      const names = some.map(({ address }) => terminalLine(address));
      const reasons = [...new Set(some.map(({ reason }) => reason))];
      const said = verbose ? reasons : reasons.slice(0, 1);
      return [
        `  ${because} (${some.length}): ${nameSome(names, verbose ? names.length : NAMED)}`,
        ...said
          .flatMap((reason) => wrap(terminalLine(reason), width, { first: '    ', rest: '    ' }))
          .map(palette.dim),
      ];
    }),
  ];
}

function unreadLines({ unread }: Pull, { palette, width }: TextStyle): readonly string[] {
  if (unread.length === 0) return [];
  const example = unread.flatMap(({ kind, byName }) => (byName === true ? (NAMED_AS[kind] ?? []) : []))[0];
  const isClosed = unread.some(({ byName }) => byName !== true);
  const ways = [...(example === undefined ? [] : [namedAs(example)]), ...(isClosed ? [BY_HAND] : [])].join('. ');
  return [
    palette.strong('Not read, or read only partly:'),
    ...unread.flatMap(({ kind, reason }) =>
      wrap(`${KIND_WORDS[kind].title}: ${terminalLine(reason)}`, width, { first: '  ', rest: '    ' }),
    ),
    ...(ways === '' ? [] : wrap(ways, width, { first: '  ', rest: '  ' }).map(palette.dim)),
  ];
}

const LONGEST = 160;

/** A value of a file on one line, cut where it is long. */
function jsonLine(value: Json): string {
  const text = terminalLine(jsonText(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}
