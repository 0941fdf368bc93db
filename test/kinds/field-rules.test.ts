import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldRules } from '../../src/kinds/field-rules.ts';

const hints = { name: { compare: 'exact' }, label: { compare: 'text' }, type: { compare: 'exact' } } as const;

it('a field is mutable if an update body has it and the identity does not', () => {
  const bodies = [
    () => z.strictObject({ label: z.string() }),
    () => z.strictObject({ name: z.string(), order: z.int() }),
  ];
  expect(fieldRules(hints, { bodies, identity: ['name'] })).toEqual({
    name: { compare: 'exact', mutable: false },
    label: { compare: 'text', mutable: true },
    type: { compare: 'exact', mutable: false },
  });
});

it('every field is immutable if no update exists', () => {
  const rules = Object.values(fieldRules(hints, { bodies: [], identity: [] }));
  expect(rules.map(({ mutable }) => mutable)).toEqual([false, false, false]);
});
