import { describe, expect, it } from 'vitest';
import { alteredFindings } from '../../../src/engine/gate/altered.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { aCall, aChange, aPlan } from '../../support/builders.ts';

const at = (name: string): Address => `property:contacts/${name}`;
const changes = [1, 2, 10].map((number) => aChange({ address: at(`p${number}`) }));
const calls = [1, 2, 10].map((number, index) => aCall({ id: `c${index + 1}`, covers: [at(`p${number}`)] }));
const adopt = [{ address: at('kept'), kind: 'property', fields: { label: 'Kept' } }] as const;
const MADE = aPlan({ changes, calls, adopt });

const told = (saved: Partial<Plan>) => alteredFindings({ ...MADE, ...saved }, MADE).map(({ code }) => code);

describe('a saved plan', () => {
  it('is unaltered if its content is equal in any order of keys', () => {
    const reversed = calls.map((call) => Object.fromEntries(Object.entries(call).reverse()) as typeof call);
    expect(told({ calls: reversed })).toEqual([]);
  });

  it.each<[string, Partial<Plan>]>([
    [
      'the place in a file',
      { changes: changes.map((one) => ({ ...one, provenance: { file: 'x', line: 1, column: 1 } })) },
    ],
    [
      'who changed a resource, and when',
      { changes: changes.map((one) => ({ ...one, changedAt: 'now', changedBy: '42' })) },
    ],
    ['how many reads it takes', { summary: { ...MADE.summary, calls: { read: 9, write: 3 } } }],
  ])('is unaltered where only %s moved', (_, saved) => {
    expect(told(saved)).toEqual([]);
  });

  it.each<[string, Partial<Plan>]>([
    ['a change', { changes: changes.map((one) => ({ ...one, reason: 'Nothing.' })) }],
    ['a change that is left out', { changes: changes.slice(1) }],
    ['a resource that is left out', { changes: changes.slice(1), calls: calls.slice(1) }],
    [
      'resources that are not next to each other',
      {
        changes: [...changes, aChange({ address: at('p0') })],
        calls: calls.map((one) => (one.id === 'c3' ? { ...one, body: { name: 'else' } } : one)),
      },
    ],
    ['a change more', { changes: [...changes, aChange({ address: at('p3') })] }],
    ['a body', { calls: calls.map((one) => (one.id === 'c3' ? { ...one, body: { name: 'else' } } : one)) }],
    ['what a call covers', { calls: calls.map((one) => (one.id === 'c1' ? { ...one, covers: [at('p3')] } : one)) }],
    ['whose a record is said to be', { unproven: [at('p1')] }],
    ['what is recorded', { adopt: [{ ...adopt[0], fields: {} }] }],
    ['the order of changes', { changes: changes.toReversed() }],
    ['the order of calls', { calls: calls.toReversed() }],
    ['what a call waits for', { calls: calls.map((one) => (one.id === 'c3' ? { ...one, after: ['c1'] } : one)) }],
    ['a count', { summary: { ...MADE.summary, destructive: 1 } }],
    ['the count of writes', { summary: { ...MADE.summary, calls: { read: 1, write: 4 } } }],
    ['whether all was seen', { complete: false }],
  ])('is altered where it differs in %s', (_, saved) => {
    expect(told(saved)).toEqual(['plan-altered']);
  });
});
