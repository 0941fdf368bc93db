/** Law: what somebody renamed in the files stays in the account, however often the files are applied and whatever is allowed at every address. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Surface } from '../../src/contract/surfaces.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { aWorld, converge, ENV } from './world.ts';

const ALLOWED = ['property-removal', 'group-removal', 'option-removal'] as const;
const RENAMED = 'customer_tier';

interface Written {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
}

const text = ({ name, label, options }: Written) => {
  const listed = options.map((value) => `{ value: ${value}, label: Of ${value} }`).join(', ');
  return `version: 1
objects: { contacts: { groups: { loyalty: { displayName: Loyalty, properties: {
  ${name}: { label: ${label}, type: enumeration, fieldType: select, options: [${listed}] },
  kept: { label: Kept, type: string, fieldType: text } } } } } }\n`;
};

const options = fc.uniqueArray(fc.constantFrom('gold', 'silver', 'bronze', 'iron'), { minLength: 2 });
const before: Written = { name: RENAMED, label: 'Tier', options: ['gold', 'silver'] };
/** Each is alike in one way at least: in the name, the label or the options. */
const renamed = fc.oneof(
  fc.record({ name: fc.constantFrom('customertier', 'custmer_tier'), label: fc.constantFrom('Level'), options }),
  fc.record({ name: fc.constantFrom('level', 'rank'), label: fc.constant('Tier'), options }),
  fc.record({
    name: fc.constantFrom('level', 'rank'),
    label: fc.constantFrom('Level', 'Rank'),
    options: fc.constant(before.options),
  }),
);
/** What is edited in the files after the new one is there: it may look like nothing that was dropped. */
const later = fc.array(fc.record({ label: fc.constantFrom('Standing', 'Class'), options }), { maxLength: 2 });

/** How the first two applies are made: on the documented surface nothing can be deleted, and the dated one goes on with its ledger. */
const BEGINNINGS = ['documented', 'dated', 'dated, allowed'] as const;

test(
  'a blanket consent never deletes what a plan created again by another name',
  async () => {
    await fc.assert(
      fc.asyncProperty(renamed, later, fc.constantFrom(...BEGINNINGS), async (first, edits, beginning) => {
        const world = await aWorld('dated', false);
        const project = (one: Written, surface: Surface = 'dated') =>
          world.reconciler([{ path: 'trueup.yaml', text: text(one) }], { env: { ...ENV, TRUEUP_SURFACE: surface } });
        const names = async () => (await world.snapshot()).properties['contacts']?.map(({ name }) => name) ?? [];
        try {
          const open = (one: Written) => project(one, beginning === 'documented' ? 'documented' : 'dated');
          await converge(open(before), []);
          const states = [first, ...edits.map((edit) => ({ name: first.name, ...edit }))];
          await converge(open(first), beginning === 'dated, allowed' ? ALLOWED : []);
          for (const state of [...states, ...states.slice(-1)]) {
            await converge(project(state), ALLOWED);
            expect(await names()).toEqual(expect.arrayContaining([RENAMED, first.name]));
          }
          const last = project(states.at(-1) ?? first);
          const address = `property:contacts/${RENAMED}` as const;
          await last.apply(await last.plan({ allow: [{ risk: 'property-removal', address }] }));
          expect(await names()).not.toContain(RENAMED);
        } finally {
          await world.close();
        }
      }),
      cases(20),
    );
  },
  PATIENCE_MS,
);

const EVENT_NAMES = ['order_placed', 'pe1001_order_placed'] as const;
const someOf = fc.subarray(['total', 'tax', 'channel']);

test(
  'a blanket consent never deletes of an event what the files declare by any of its names',
  async () => {
    const states = fc.array(fc.tuple(someOf, someOf), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(states, async (all) => {
        const world = await aWorld('dated');
        const before = (await world.snapshot()).eventProperties[EVENT_NAMES[0]] ?? [];
        const properties = (names: readonly string[]) =>
          names.map((name) => `${name}: { label: Of ${name}, type: string }`).join(', ');
        try {
          for (const declared of all) {
            const events = EVENT_NAMES.map(
              (event, at) => `${event}: { properties: { ${properties(declared[at] ?? [])} } }`,
            );
            const written = `version: 1\neventDefinitions: { ${events.join(', ')} }\n`;
            const at = world.reconciler([{ path: 'trueup.yaml', text: written }], {
              env: { ...ENV, TRUEUP_SURFACE: 'dated' },
            });
            await converge(at, ['event-property-removal']);
            const found = (await world.snapshot()).eventProperties[EVENT_NAMES[0]]?.map(({ name }) => name);
            expect(found).toEqual(expect.arrayContaining([...before.map(({ name }) => name), ...declared.flat()]));
          }
        } finally {
          await world.close();
        }
      }),
      cases(20),
    );
  },
  PATIENCE_MS,
);
