import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldRules } from '../../src/kinds/field-rules.ts';

const hints = { name: { compare: 'exact' }, label: { compare: 'text' }, type: { compare: 'exact' } } as const;

it('a field is mutable when a routed update body has it and it is no part of the identity', () => {
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

it('no field is mutable where no update is routed', () => {
  const rules = Object.values(fieldRules(hints, { bodies: [], identity: [] }));
  expect(rules.map(({ mutable }) => mutable)).toEqual([false, false, false]);
});
