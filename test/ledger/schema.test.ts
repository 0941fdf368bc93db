import { describe, expect, it } from 'vitest';
import { parseLedger, writeLedger } from '../../src/ledger/format.ts';
import { parseHistory } from '../../src/ledger/history.ts';
import { parseJournal } from '../../src/ledger/journal.ts';
import { anAppliedCall, anIntention, aRecord, forget, record, SIZE, settle, TIER } from './entries.ts';

const REVIEWED = { plan: 'p', call: 'c', changes: ['a'] };
const CONFLICT = {
  endpoint: 'patchProperty',
  params: { object_type: 'contacts' },
  query: { a: 'b' },
  body: {},
} as const;
const RECORD = aRecord(TIER, { id: '7' });
const INTENTION = anIntention('i1', {
  onConflict: CONFLICT,
  reviewed: REVIEWED,
  records: { [TIER]: RECORD, [SIZE]: null },
});
const LEDGER = {
  format: 'trueup.ledger/1',
  lineage: 'l',
  serial: 0,
  account: { name: 'sandbox', hubId: 1001, host: 'http://localhost' },
  records: { [TIER]: RECORD },
  intentions: [INTENTION],
} as const;

type Path = readonly (string | number)[];

/** Returns the document with another value at a path. Undefined removes the value. */
function withValue(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value)) return value.map((one, at) => (at === key ? withValue(one, rest, put) : one));
  const members = Object.entries(value ?? {}).filter(([name]) => name !== key || rest.length > 0 || put !== undefined);
  const changed = members.map(([name, one]) => [name, name === key ? withValue(one, rest, put) : one]);
  if (rest.length === 0 && put !== undefined && !changed.some(([name]) => name === key)) changed.push([key, put]);
  return Object.fromEntries(changed);
}

const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'read';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

describe('a ledger file', () => {
  const read = (document: unknown) => parseLedger(JSON.stringify(document), 'file');

  it('is read as it was written, with everything that it can hold', () => {
    expect(parseLedger(writeLedger({ ledger: LEDGER, folded: 'j' }), 'file')).toEqual({ ledger: LEDGER, folded: 'j' });
    const bare = withValue(withValue(LEDGER, ['account', 'host'], undefined), ['account', 'hubId'], null);
    expect(read(bare).ledger.account).toEqual({ name: 'sandbox', hubId: null });
  });

  it.each<[Path, unknown]>([
    [['lineage'], ''],
    [['lineage'], undefined],
    [['serial'], -1],
    [['serial'], undefined],
    [['serial'], 1.5],
    [['folded'], 1],
    [['more'], 1],
    [['account', 'host'], ''],
    [['account', 'hubId'], 1.5],
    [['account', 'more'], 1],
    [['records', TIER, 'address'], SIZE],
    [['records', TIER, 'address'], 'no address'],
    [['records', TIER, 'kind'], 'property-group'],
    [['records', TIER, 'fields'], []],
    [['records', TIER, 'fields'], null],
    [['records', TIER, 'fields'], 'text'],
    [['records', TIER, 'id'], 7],
    [['records', TIER, 'basis'], 'unknown'],
    [['records', TIER, 'at'], ''],
    [['records', TIER, 'at'], 'yesterday'],
    [['intentions', 0, 'at'], '2026-01-02T00:00:00.000Z\u001b[31m'],
    [['records', TIER, 'more'], 1],
    [['records', 'no address'], RECORD],
    [['intentions', 0, 'id'], ''],
    [['intentions', 0, 'at'], ''],
    [['intentions', 0, 'recovery'], 'none'],
    [['intentions', 0, 'covers'], ['no address']],
    [['intentions', 0, 'before', TIER], []],
    [['intentions', 0, 'call', 'endpoint'], 'nothing'],
    [['intentions', 0, 'call', 'more'], 1],
    [['intentions', 0, 'onConflict', 'params'], { a: 1 }],
    [['intentions', 0, 'reviewed', 'changes'], [1]],
    [['intentions', 0, 'reviewed', 'more'], 1],
    [['intentions', 0, 'more'], 1],
  ])('is refused with another value at %j: %j', (path, value) => {
    expect(codeOf(() => read(withValue(LEDGER, path, value)))).toBe('ledger-malformed');
  });

  it('names the document itself where that is wrong', () => {
    expect(() => read({ ...LEDGER, more: 1 })).toThrow('file is malformed: the document: ');
    expect(() => read({ ...LEDGER, serial: -1, lineage: '' })).toThrow(/lineage: .*; serial: [^;]*\.$/);
    const wrong = (count: number) => ({ ...LEDGER, intentions: Array.from({ length: count }, () => 1) });
    expect(() => read(wrong(20))).toThrow(/; intentions\.19: [^;]*\.$/);
    expect(() => read(wrong(21))).toThrow(/; intentions\.19: [^;]*; and 1 more\.$/);
  });

  it.each(['null', '42', '"text"', '[]'])('is no ledger when it is the JSON %s', (text) => {
    expect(codeOf(() => parseLedger(text, 'file'))).toBe('ledger-malformed');
    expect(() => parseLedger(text, 'file')).toThrow('file is JSON, but not a ledger.');
  });

  it.each([
    1,
    null,
    ['trueup.ledger/1'],
    'trueup.ledger/0',
    'trueup.ledger/01',
    'trueup.ledger/1x',
    'a trueup.ledger/1',
  ])('is no ledger with the format %j', (format) => {
    expect(() => read({ ...LEDGER, format })).toThrow('file is not a ledger');
  });
});

describe('a line of a journal', () => {
  const HEADER = { format: 'trueup.journal/1', id: 'j', lineage: 'l', serial: 0 };
  const textOf = (...lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const ENTRIES = [
    { type: 'intend', intention: INTENTION },
    settle('i1', 'applied', { [TIER]: null }),
    settle('i2', 'not-applied'),
    record(TIER),
    forget(TIER),
  ];

  it('is read as it was written', () => {
    const text = textOf(HEADER, ...ENTRIES);
    expect(parseJournal(`${text}{"torn`, 'file')).toEqual({
      header: HEADER,
      entries: ENTRIES,
      text,
      bytes: Buffer.byteLength(text),
    });
    expect(parseJournal('{"torn', 'file')).toBeUndefined();
  });

  it.each<[unknown, Path, unknown]>([
    [HEADER, ['id'], ''],
    [HEADER, ['lineage'], ''],
    [HEADER, ['serial'], -1],
    [HEADER, ['format'], 'trueup.journal/2'],
    [HEADER, ['more'], 1],
    [ENTRIES[1], ['id'], ''],
    [ENTRIES[1], ['as'], 'uncertain'],
    [ENTRIES[1], ['at'], ''],
    [ENTRIES[1], ['more'], 1],
    [ENTRIES[3], ['more'], 1],
    [ENTRIES[4], ['at'], ''],
    [ENTRIES[4], ['address'], 'no address'],
    [ENTRIES[4], ['type'], 'other'],
  ])('%j is refused with another value at %j: %j', (line, path, value) => {
    const bent = withValue(line, path, value);
    const lines = line === HEADER ? [bent] : [HEADER, bent];
    const at = `file, line ${lines.length},`;
    expect(() => parseJournal(textOf(...lines), 'file')).toThrow(`${at} is malformed: `);
  });

  it('is named by its number when it is no JSON', () => {
    expect(() => parseJournal('{"torn\n', 'file')).toThrow('file is damaged at line 1.');
    expect(() => parseJournal(`${textOf(HEADER, record(TIER))}{"torn\n`, 'file')).toThrow('file is damaged at line 3.');
  });
});

describe('a line of a history', () => {
  const LINE = { format: 'trueup.history/1', lineage: 'l', serial: 1, ...anAppliedCall('i1', { reviewed: REVIEWED }) };
  const read = (line: unknown) => parseHistory(`${JSON.stringify(line)}\n`, 'file');

  it('is read as it was written', () => {
    const { format: _, lineage, serial, ...call } = LINE;
    expect(read(LINE)).toStrictEqual([{ lineage, serial, call }]);
  });

  it.each<[Path, unknown]>([
    [['lineage'], ''],
    [['serial'], -1],
    [['serial'], undefined],
    [['id'], ''],
    [['at'], ''],
    [['endpoint'], 'nothing'],
    [['covers'], ['no address']],
    [['writes'], [1]],
    [['records'], { [TIER]: [] }],
    [['more'], 1],
  ])('is refused with another value at %j: %j', (path, value) => {
    expect(() => read(withValue(LINE, path, value))).toThrow('file, line 1, is malformed: ');
  });
});
