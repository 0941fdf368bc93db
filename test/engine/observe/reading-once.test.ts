import { expect, it } from 'vitest';
import type { ReadCall } from '../../../src/contract/calls.ts';
import { readingOnce } from '../../../src/engine/observe/reading-once.ts';
import { refused, scripted } from '../scripted.ts';

const labels = (fromObjectType: string): ReadCall => ({
  endpoint: 'listAssociationLabels',
  params: { fromObjectType, toObjectType: '0-2' },
});

it('gives equal calls one reply, and counts them once', async () => {
  const caller = scripted({ listAssociationLabels: [{ value: 'first' }, { value: 'second' }] });
  const reader = readingOnce(caller);
  const [one, other] = await Promise.all([reader.read(labels('0-1')), reader.read(labels('0-1'))]);
  expect([one.value, other.value, (await reader.read(labels('0-1'))).value]).toEqual(['first', 'first', 'first']);
  expect([caller.said.length, reader.made()]).toEqual([1, 1]);
});

it('makes calls with other parameters, or with a query, of their own', async () => {
  const caller = scripted({
    listAssociationLabels: [{ value: 'first' }, { value: 'second' }],
    readLabelLimits: [{ value: 'all' }, { value: 'some' }],
  });
  const reader = readingOnce(caller);
  const limits: ReadCall = { endpoint: 'readLabelLimits', params: {} };
  const replies = [
    await reader.read(labels('0-1')),
    await reader.read(labels('0-3')),
    await reader.read(limits),
    await reader.read({ ...limits, query: { fromObjectTypeId: '0-1' } }),
    await reader.read({ ...limits, query: {} }),
  ];
  expect(replies.map(({ value }) => value)).toEqual(['first', 'second', 'all', 'some', 'all']);
  expect(reader.made()).toBe(4);
});

it('gives a failure to each read that needs the call', async () => {
  const reader = readingOnce(scripted({ listAssociationLabels: [refused(403, 'Forbidden'), { value: 'late' }] }));
  await expect(reader.read(labels('0-1'))).rejects.toMatchObject({ status: 403 });
  await expect(reader.read(labels('0-1'))).rejects.toMatchObject({ status: 403 });
  expect(reader.made()).toBe(1);
});
