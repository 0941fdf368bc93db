import { describe, expect, it } from 'vitest';
import { decideOvertaken } from '../../../src/engine/observe/overtaken.ts';
import type { Fields } from '../../../src/model/json.ts';
import { anIntention, aRecord, TIER } from '../../ledger/entries.ts';
import { aKind } from '../a-kind.ts';
import { seen } from '../planning.ts';

interface Scene {
  readonly before: Fields | null;
  readonly sent: Fields | null;
  readonly live?: Fields;
  readonly was?: Fields;
}

function left({ before, sent, live, was }: Scene) {
  const intention = anIntention('i1', {
    before: { [TIER]: before },
    expects: { [TIER]: sent },
    records: { [TIER]: sent && aRecord(TIER, { fields: sent }) },
  });
  return decideOvertaken({ kindOf: () => aKind() }, intention, TIER, {
    found: new Map(live === undefined ? [] : [[TIER, seen(TIER, live)]]),
    known: was && aRecord(TIER, { fields: was }),
  });
}

const option = (value: string, label = value): Fields => ({ value, label });
const list = (...options: readonly Fields[]): Fields => ({ options });

describe('if a resource changed since a call, the ledger keeps', () => {
  it.each<[string, Scene, Fields | undefined]>([
    ['nothing if the resource is gone', { before: { label: 'A' }, sent: { label: 'B' } }, undefined],
    ['nothing if the call was a removal', { before: { label: 'A' }, sent: null, live: { label: 'C' } }, undefined],
    [
      'every field that a create sent',
      { before: null, sent: { label: 'B', note: 'b' }, live: { label: 'C' } },
      { label: 'B', note: 'b' },
    ],
    [
      'every field that an update sent if another field shows its effect',
      {
        before: { label: 'A', note: 'a' },
        sent: { label: 'B', note: 'b' },
        live: { label: 'A', note: 'b' },
        was: { label: 'A' },
      },
      { label: 'B', note: 'b' },
    ],
    [
      'the recorded value of an unchanged field, and the sent value of another field',
      {
        before: { label: 'A', note: 'a' },
        sent: { label: 'B', note: 'b' },
        live: { label: 'A', note: 'c' },
        was: { label: 'A', note: 'a' },
      },
      { label: 'A', note: 'b' },
    ],
    [
      'no unchanged field that was not recorded',
      { before: { label: 'A', note: 'a' }, sent: { label: 'B', note: 'b' }, live: { label: 'A', note: 'c' } },
      { note: 'b' },
    ],
    [
      'its record if only other fields than those of the call changed',
      { before: { label: 'A' }, sent: { label: 'B' }, live: { label: 'A', note: 'x' }, was: { label: 'A' } },
      undefined,
    ],
    [
      'unchanged fields, which are no sign of an effect',
      {
        before: { label: 'A', note: 'a' },
        sent: { label: 'B', note: 'b', type: 't', ...list(option('a')) },
        live: { label: 'C', note: 'a', type: 't', ...list(option('a')) },
        was: { label: 'A', note: 'a', type: 't', ...list(option('a')) },
      },
      { label: 'B', note: 'a', type: 't', ...list(option('a')) },
    ],
    [
      'the recorded options of a list that the call does not send',
      {
        before: { label: 'A' },
        sent: { label: 'B', ...list(option('a')) },
        live: { label: 'C', ...list() },
        was: { label: 'A', ...list(option('a')) },
      },
      { label: 'B', ...list(option('a')) },
    ],
    [
      'each changed option as sent, and each other option as recorded',
      {
        before: list(option('a'), option('b')),
        sent: list(option('a', 'A'), option('b', 'B'), option('new')),
        live: list(option('a'), option('b', 'theirs'), option('other')),
        was: list(option('a'), option('b')),
      },
      list(option('a'), option('b', 'B')),
    ],
    [
      'a removed option that the files declare, but no dropped option that is gone',
      {
        before: list(option('a'), option('b'), option('c')),
        sent: list(option('a', 'A')),
        live: list(option('c')),
        was: list(option('a'), option('b'), option('c')),
      },
      list(option('a', 'A'), option('c')),
    ],
    [
      'every sent option if one of them shows the effect, in any order',
      {
        before: list(option('a')),
        sent: list(option('a', 'A'), option('b')),
        live: list({ ...option('b'), displayOrder: 7 }, option('a', 'theirs')),
        was: list(option('a')),
      },
      list(option('a', 'A'), option('b')),
    ],
  ])('%s', (_, scene, fields) => {
    expect(left(scene)?.record.fields).toEqual(fields);
  });

  it('the record with the old id if the resource was created again', () => {
    const records = { [TIER]: aRecord(TIER, { fields: { label: 'B' }, id: '1' }) };
    const intention = anIntention('i1', {
      before: { [TIER]: { label: 'A' } },
      expects: { [TIER]: { label: 'B' } },
      records,
    });
    const found = new Map([[TIER, { ...seen(TIER, { label: 'C' }), id: '2' }]]);
    expect(decideOvertaken({ kindOf: () => aKind() }, intention, TIER, { found, known: undefined })).toBeUndefined();
  });
});
