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

describe('of what somebody changed since a call, the ledger keeps', () => {
  it.each<[string, Scene, Fields | undefined]>([
    ['nothing where nothing is there', { before: { label: 'A' }, sent: { label: 'B' } }, undefined],
    [
      'nothing where the call was to remove it',
      { before: { label: 'A' }, sent: null, live: { label: 'C' } },
      undefined,
    ],
    [
      'all that a create sent',
      { before: null, sent: { label: 'B', note: 'b' }, live: { label: 'C' } },
      { label: 'B', note: 'b' },
    ],
    [
      'all that an update sent, where another field shows that it took effect',
      {
        before: { label: 'A', note: 'a' },
        sent: { label: 'B', note: 'b' },
        live: { label: 'A', note: 'b' },
        was: { label: 'A' },
      },
      { label: 'B', note: 'b' },
    ],
    [
      'what was recorded of a field that is as before, and what was sent of another',
      {
        before: { label: 'A', note: 'a' },
        sent: { label: 'B', note: 'b' },
        live: { label: 'A', note: 'c' },
        was: { label: 'A', note: 'a' },
      },
      { label: 'A', note: 'b' },
    ],
    [
      'no field that was neither recorded nor shown to be changed',
      { before: { label: 'A', note: 'a' }, sent: { label: 'B', note: 'b' }, live: { label: 'A', note: 'c' } },
      { note: 'b' },
    ],
    [
      'what it has where only what the call does not set was changed',
      { before: { label: 'A' }, sent: { label: 'B' }, live: { label: 'A', note: 'x' }, was: { label: 'A' } },
      undefined,
    ],
    [
      'nothing of what the call does not change as a sign that it took effect',
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
      'each option that was changed as it was sent, and each other one as it was recorded',
      {
        before: list(option('a'), option('b')),
        sent: list(option('a', 'A'), option('b', 'B'), option('new')),
        live: list(option('a'), option('b', 'theirs'), option('other')),
        was: list(option('a'), option('b')),
      },
      list(option('a'), option('b', 'B')),
    ],
    [
      'an option that was taken away while the files declare it, and none that they drop',
      {
        before: list(option('a'), option('b'), option('c')),
        sent: list(option('a', 'A')),
        live: list(option('c')),
        was: list(option('a'), option('b'), option('c')),
      },
      list(option('a', 'A'), option('c')),
    ],
    [
      'all options that were sent where one shows that they arrived, wherever it stands',
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

  it('nothing where somebody made it anew: the record keeps the id of the other one', () => {
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
