import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALLOWED } from '../../../../src/contract/allowed-values.ts';
import { check } from '../../../../src/kinds/property/documented/check.ts';
import { property as on } from '../../../../src/kinds/property/index.ts';
import type { PropertySpec } from '../../../../src/kinds/property/spec.ts';
import { NO_NAMES } from '../../../../src/model/account-names.ts';
import type { Fields } from '../../../../src/model/json.ts';
import type { CallDraft, DesiredChange } from '../../../../src/model/kind.ts';
import { expectSound } from '../../conformance.ts';
import { creating, ownedBy } from '../../desired-changes.ts';

const property = on('documented', NO_NAMES);

const every = (member: 'type' | 'fieldType') =>
  fc.constantFrom(...new Set(Object.values(ALLOWED).flatMap((table) => table[member])));
const optional = { requiredKeys: ['value', 'label'] as ('value' | 'label')[] };
const option = fc.record(
  {
    value: fc.constantFrom('true', 'false', 'gold', 'silver'),
    label: fc.constantFrom('Yes', 'No', 'Gold', ' ', ''),
    displayOrder: fc.integer({ min: -1, max: 9 }),
    hidden: fc.boolean(),
  },
  optional,
);
const declared: fc.Arbitrary<PropertySpec> = fc.record(
  {
    objectType: fc.constantFrom('contacts', 'companies', 'deals', 'tickets', '2-3451'),
    groupName: fc.constantFrom('loyalty', 'shipping'),
    name: fc.stringMatching(/^[a-z][a-z0-9_]{0,5}$/),
    label: fc.constantFrom('Tier', ' Tier', ''),
    type: every('type'),
    fieldType: every('fieldType'),
    description: fc.constantFrom('', 'about'),
    options: fc.array(option, { maxLength: 3 }),
    displayOrder: fc.integer({ min: -1, max: 9 }),
    formField: fc.boolean(),
  },
  { requiredKeys: ['objectType', 'groupName', 'name', 'label', 'type', 'fieldType'] },
);

/** Returns the fields in the account after the call. Members of the body replace earlier members. */
function after(held: Fields, call: CallDraft): Fields {
  const { name: _identity, ...members } = Object(call.body);
  return { ...held, ...members };
}

/** Runs the calls in sequence. Each must result in its expected fields. */
function expectTrue(calls: readonly CallDraft[], before: Fields): Fields {
  return calls.reduce((held, call, index) => {
    expectSound(property, call, index);
    const next = after(held, call);
    expect(next).toMatchObject(call.expects[call.covers[0] ?? 'property:'] ?? {});
    return next;
  }, before);
}

function isRefused(spec: PropertySpec): boolean {
  return check(spec).some(({ code }) => code === 'property-type-not-allowed' || code === 'property-name-form');
}

describe('any property', () => {
  it('valid in the check has a create route to the declared state', () => {
    fc.assert(
      fc.property(declared, (spec) => {
        fc.pre(!isRefused(spec) && check(spec).every(({ severity }) => severity !== 'error'));
        const { calls, blocked } = property.writer.write([creating(property, spec)]);
        expect(blocked).toEqual([]);
        expect(expectTrue(calls, {})).toEqual(ownedBy(property, spec));
      }),
      { numRuns: 500, maxSkipsPerRun: 100 },
    );
  });

  it('impossible to create has a warning and is blocked', () => {
    fc.assert(
      fc.property(declared, (spec) => {
        const { blocked } = property.writer.write([creating(property, spec)]);
        expect(blocked.length > 0).toBe(isRefused(spec));
      }),
    );
  });

  it('ends as declared after an update, and keeps undeclared fields', () => {
    fc.assert(
      fc.property(declared, declared, (spec, other) => {
        const before: Fields = {
          description: '',
          options: [],
          formField: false,
          displayOrder: -1,
          ...ownedBy(property, other),
        };
        const wanted = ownedBy(property, spec);
        const changed = Object.keys(wanted).filter((f) => JSON.stringify(wanted[f]) !== JSON.stringify(before[f]));
        fc.pre(changed.length > 0);
        const change: DesiredChange<PropertySpec> = {
          ...{ address: property.address(spec), action: 'update', spec, after: wanted, before, changed },
        };
        const { calls, blocked } = property.writer.write([change]);
        if (blocked.length > 0) {
          expect(calls).toEqual([]);
          return;
        }
        const end = expectTrue(calls, before);
        const cleared = calls.some(({ route }) => route.includes('It clears the options')) ? { options: [] } : {};
        expect(end).toEqual({ ...before, ...wanted, ...cleared });
      }),
      { numRuns: 300 },
    );
  });
});
