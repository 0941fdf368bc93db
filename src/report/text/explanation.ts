/** An explanation of one address as text: the decision of a plan, then its basis. */

import type { Explanation, Sighting } from '../../model/explanation.ts';
import { type Fields, isList, type Json } from '../../model/json.ts';
import { moment } from '../../model/moment.ts';
import { compareNatural } from '../../model/natural.ts';
import { terminalLine } from '../escape.ts';
import { changeRow } from './change.ts';
import { fieldLines, VALUES } from './fields.ts';
import { findingsText } from './findings.ts';
import { recordText } from './ledger.ts';
import { members } from './options.ts';
import { overrideText, positionText } from './position.ts';
import { blocksText, rowLines } from './render.ts';
import type { TextStyle } from './style.ts';
import { basisText, changedWords, READ_FAILED } from './words.ts';

export function explanationText(explanation: Explanation, style: TextStyle): string {
  const { address, change, findings, hint } = explanation;
  const { heading, strong } = style.palette;
  const none = [
    explanation.recorded === null
      ? '  Nothing: it is neither declared nor recorded.'
      : '  Nothing: it is recorded, and no file declares it any more.',
    ...(hint === undefined ? [] : [`  ${terminalLine(hint)}`]),
  ];
  const plan = change === null ? none : rowLines(changeRow(change, style), style);
  return blocksText([
    [strong(terminalLine(address)), ...askedLines(explanation, style)],
    [heading('The next plan'), ...plan],
    [heading('Declared'), ...declaredLines(explanation, style)],
    [heading('In the account'), ...liveLines(explanation, style)],
    [heading('In the ledger'), ...recordedLines(explanation, style)],
    ...(findings.length === 0 ? [] : [[heading('Findings'), findingsText(findings, style)]]),
  ]);
}

function askedLines({ asked }: Explanation, style: TextStyle): readonly string[] {
  return asked === undefined ? [] : [`  ${style.palette.dim(`Asked for as ${terminalLine(asked)}.`)}`];
}

function declaredLines({ declared }: Explanation, style: TextStyle): readonly string[] {
  if (declared === null) return ['  No file declares it.'];
  const { provenance, overrides, fields } = declared;
  const places = [positionText(provenance), overrideText(overrides)].flatMap((text) => text ?? []);
  return [...places.map((text) => `  ${style.palette.dim(text)}`), ...valueLines(fields, style)];
}

const OWN = {
  untouched: "the service's own definition",
  customized: "the service's own definition, which a user changed",
} as const;

const ABSENT: Readonly<Record<Exclude<Sighting, 'present'>, string>> = {
  absent: '  It is not in the account.',
  archived: '  It is archived: the plan says what a create of its name does.',
  unknown: '  It is not known whether it is in the account.',
};

function liveLines({ live, sighting }: Explanation, style: TextStyle): readonly string[] {
  const said = sighting === 'present' ? [] : [ABSENT[sighting]];
  if (live === null) return said;
  const known = [
    basisText(live.basis, undefined, sighting === 'unknown' ? READ_FAILED : undefined),
    live.defined === 'default' ? OWN[live.customized === true ? 'customized' : 'untouched'] : undefined,
    live.locked,
    changedText(live),
  ];
  return [
    ...said,
    ...known.flatMap((words) => (words === undefined ? [] : [`  ${style.palette.dim(terminalLine(words))}`])),
    ...valueLines(live.fields, style),
  ];
}

function changedText(live: NonNullable<Explanation['live']>): string | undefined {
  const words = changedWords(live);
  if (live.archived?.at !== undefined) return `archived on ${moment(live.archived.at)}`;
  return words === undefined ? undefined : `last changed ${words}`;
}

function recordedLines({ recorded }: Explanation, style: TextStyle): readonly string[] {
  if (recorded === null) return ['  The ledger has no record of it.'];
  return recordText(recorded, style).trimEnd().split('\n').slice(1);
}

function valueLines(fields: Fields, style: TextStyle): readonly string[] {
  const named = Object.entries(fields).toSorted(([a], [b]) => compareNatural(a, b));
  return fieldLines(
    named.map(([field, after]) => ({ field, after: field === 'retire' ? stages(after) : after })),
    VALUES,
    '  ',
    style,
  );
}

/** A retired option is not in the option list. */
function stages(retire: Json): Json {
  return isList(retire) ? retire.map((entry) => `${members(entry)['stage']} ${members(entry)['value']}`) : retire;
}
