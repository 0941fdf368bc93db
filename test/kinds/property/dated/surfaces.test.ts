import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { Surface } from '../../../../src/contract/surfaces.ts';
import type { DesiredResource } from '../../../../src/model/desired.ts';
import type { Service } from '../../../../src/service/index.ts';
import { aWorld } from '../../../engine/applying.ts';
import { declare } from '../../../engine/planning.ts';

const open: Service[] = [];
afterEach(async () => {
  for (const service of open.splice(0)) await service.close();
});

const label = fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-z]{1,8})?$/);
const yesNo = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No', displayOrder: 7 },
];
const options = fc
  .uniqueArray(fc.record({ value: fc.stringMatching(/^[A-Za-z][a-z ]{0,6}[a-z]$/), label }), {
    minLength: 1,
    maxLength: 4,
    selector: ({ value }) => value,
  })
  .filter((list) => new Set(list.map((option) => option.label)).size === list.length);
const kept = { requiredKeys: [] };
const details = fc.record({ description: label, displayOrder: fc.nat(9), formField: fc.boolean() }, kept);
const optionDetails = fc.record({ hidden: fc.boolean(), description: label }, kept);
/** Types that both surfaces can create. */
const typed = fc.oneof(
  fc.constantFrom(
    { type: 'string', fieldType: 'text' },
    { type: 'string', fieldType: 'textarea' },
    { type: 'number', fieldType: 'number' },
    { type: 'datetime', fieldType: 'date' },
    { type: 'bool', fieldType: 'radio', options: yesNo },
  ),
  fc.tuple(fc.constantFrom('select', 'radio', 'checkbox'), options, optionDetails).map(([fieldType, list, more]) => ({
    ...{ type: 'enumeration', fieldType },
    options: list.map((option, index) => (index === 0 ? { ...option, ...more } : option)),
  })),
);

const project = fc
  .record({
    objectType: fc.constantFrom('contacts', 'companies', 'deals', 'tickets'),
    group: fc.record({ displayName: label, displayOrder: fc.nat(9) }, { requiredKeys: ['displayName'] }),
    properties: fc.array(fc.tuple(label, typed, details), { maxLength: 4 }),
  })
  .map(({ objectType, group, properties }): readonly DesiredResource[] => [
    declare('property-group', { objectType, name: 'loyalty', ...group }),
    ...properties.map(([text, type, more], index) =>
      declare('property', { objectType, groupName: 'loyalty', name: `p${index}`, label: text, ...type, ...more }),
    ),
  ]);

it.each<readonly [Surface, Surface]>([
  ['documented', 'dated'],
  ['dated', 'documented'],
])('a project that was applied on %s is unchanged on %s, with the ledger as it was', async (from, to) => {
  await fc.assert(
    fc.asyncProperty(project, async (resources) => {
      const first = await aWorld(undefined, from);
      open.push(first.service);
      expect((await first.apply(await first.plan(resources))).summary).toMatchObject({ applied: resources.length });
      const other = await aWorld(first, to);
      const { calls, adopt, findings, summary } = await other.plan(resources);
      expect({ calls, adopt, findings, keep: summary.keep }).toEqual({
        ...{ calls: [], adopt: [], findings: [] },
        keep: resources.length,
      });
    }),
    { numRuns: 25 },
  );
});
