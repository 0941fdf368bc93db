import { describe, expect, test } from 'vitest';
import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import { type ApplyResult, StalePlanError } from '../../src/index.ts';
import type { AccountAdmin } from '../../src/service/index.ts';
import type { PropertyDecl, Schema } from '../laws/schema.ts';
import { NOTHING } from '../laws/schema.ts';
import { aWorld, converge, HUB, type World, watched } from '../laws/world.ts';

const TIER: PropertyDecl = {
  objectType: 'contacts',
  groupName: 'contactinformation',
  name: 'tier',
  label: 'Tier',
  type: 'enumeration',
  fieldType: 'select',
  options: [
    { value: 'gold', label: 'Gold' },
    { value: 'silver', label: 'Silver' },
  ],
};
const START: PropertyDecl = {
  objectType: 'companies',
  groupName: 'companyinformation',
  name: 'contractstart',
  label: 'Contract start',
  type: 'date',
  fieldType: 'date',
};
const BEFORE: Schema = { ...NOTHING, properties: [TIER, START] };
const AFTER: Schema = {
  ...NOTHING,
  properties: [
    { ...TIER, label: 'Loyalty tier', options: [...(TIER.options ?? []), { value: 'bronze', label: 'Bronze' }] },
    { ...START, type: 'datetime' },
  ],
};

/** The moments in which somebody else can move what we are about to write. */
const WINDOWS = {
  'after the plan': { when: 'planned' },
  'just before it is read again': { when: /^GET .*\/properties\// },
  'between that read and the write': { when: /^(PATCH|PUT) .*\/tier$/ },
} as const;
type Window = keyof typeof WINDOWS;

interface Meddling {
  readonly what: string;
  readonly address: string;
  readonly act: (admin: AccountAdmin) => Promise<void>;
}

const OPTION_ADDED: Meddling = {
  what: 'adds an option',
  address: 'property:contacts/tier',
  act: (admin) => admin.addOption('contacts', 'tier', { value: 'foreign', label: 'Foreign' }),
};
const MEDDLINGS: readonly Meddling[] = [
  OPTION_ADDED,
  {
    what: 'renames an option',
    address: 'property:contacts/tier',
    act: (admin) => admin.editOption('contacts', 'tier', 'gold', { label: 'Golden' }),
  },
  {
    what: 'changes the label',
    address: 'property:contacts/tier',
    act: (admin) => admin.editProperty('contacts', 'tier', { label: 'By hand' }),
  },
  {
    what: 'deletes the property',
    address: 'property:contacts/tier',
    act: (admin) => admin.deleteProperty('contacts', 'tier'),
  },
  {
    what: 'archives the property',
    address: 'property:contacts/tier',
    act: (admin) => admin.archiveProperty('contacts', 'tier'),
  },
];

/** The update of the dated surface carries what changes and nothing else. */
const FULL_DEFINITION: Meddling = {
  what: 'describes a property whose full definition is about to be sent',
  address: 'property:companies/contractstart',
  act: (admin) => admin.editProperty('companies', 'contractstart', { description: 'By hand' }),
};

const meddlingsOn = (surface: Surface): readonly Meddling[] =>
  surface === 'documented' ? [...MEDDLINGS, FULL_DEFINITION] : MEDDLINGS;

const LAST: Window = 'between that read and the write';

describe.each(SURFACES)('on the %s surface', (surface) => {
  describe.each(['after the plan', 'just before it is read again'] as const)('when another user, %s,', (window) => {
    test.each(meddlingsOn(surface).map((one) => [one.what, one] as const))(
      '%s: nothing is sent for it, and both values are shown',
      async (_, one) => {
        await raced({ surface, window, one }, async ({ world, result, moved }) => {
          const outcome = result.outcomes.find(({ address }) => address === one.address);
          expect(outcome?.status).toBe('conflict');
          expect(outcome?.fields?.length).toBeGreaterThan(0);
          expect((await world.snapshot()).properties).toEqual(expect.objectContaining(await only(moved, one.address)));
          const other = result.outcomes.filter(({ address }) => address !== one.address);
          expect(other.map(({ status }) => status)).toEqual(['applied']);
        });
      },
    );
  });

  describe('when another user, between the last read and the write,', () => {
    test('deletes or archives the property, the call fails with 404', async () => {
      for (const one of MEDDLINGS.filter(({ what }) => /^(deletes|archives)/.test(what))) {
        await raced({ surface, window: LAST, one }, async ({ result }) => {
          const outcome = result.outcomes.find(({ address }) => address === one.address);
          expect(outcome).toMatchObject({
            status: 'failed',
            message: expect.stringContaining('was refused with 404'),
          });
        });
      }
    });

    test('adds an option, the list that is sent replaces it', async () => {
      await raced({ surface, window: LAST, one: OPTION_ADDED }, async ({ world }) => {
        const tier = (await world.snapshot()).properties['contacts']?.find(({ name }) => name === 'tier');
        expect(tier?.options.map(({ value }) => value)).toEqual(['gold', 'silver', 'bronze']);
      });
    });

    test('changes a field outside the call, the change stays', async () => {
      const one: Meddling = {
        what: 'describes the property',
        address: 'property:contacts/tier',
        act: (admin) => admin.editProperty('contacts', 'tier', { description: 'By hand', formField: true }),
      };
      await raced({ surface, window: LAST, one }, async ({ world, result }) => {
        const { properties } = await world.snapshot();
        const tier = properties['contacts']?.find(({ name }) => name === 'tier');
        expect([tier?.description, tier?.formField, tier?.label]).toEqual(['By hand', true, 'Loyalty tier']);
        expect(result.summary).toMatchObject({ applied: 2 });
      });
    });

    test('changes a field after the call was carried out, the final read tells of it', async () => {
      const world = await aWorld(surface);
      await converge(world.reconciler(BEFORE), []);
      let written = false;
      const transport = watched(world.service.transport, async (_, path) => {
        if (written && /^GET .*\/properties\/.*(contacts|0-1)/.test(path)) {
          written = false;
          await world.service.admin(HUB).editProperty('contacts', 'tier', { label: 'By hand' });
        }
        if (path.startsWith('PATCH')) written = true;
      });
      const { result } = await converge(world.reconciler(AFTER, { transport }), ['type-change']);
      expect(result.outcomes.find(({ address }) => address === 'property:contacts/tier')).toMatchObject({
        status: 'conflict',
        fields: [{ field: 'label', before: 'Loyalty tier', after: 'By hand' }],
      });
      await world.close();
    });
  });

  test('a saved plan is refused after a change, and names the changed resource', async () => {
    for (const one of meddlingsOn(surface)) {
      const world = await planned(surface);
      const reconciler = world.reconciler(AFTER);
      const plan = JSON.parse(JSON.stringify(await reconciler.plan({ allow: [{ risk: 'type-change' }] })));
      await one.act(world.service.admin(HUB));
      const moved = await world.snapshot();
      const refusal = await reconciler.apply(plan, { saved: true }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(StalePlanError);
      expect(refusal).toMatchObject({ code: 'account-changed', message: expect.stringContaining(one.address) });
      expect(await world.snapshot()).toEqual(moved);
      await world.close();
    }
  });

  test('a property created after the plan is not overwritten', async () => {
    const world = await aWorld(surface);
    const reconciler = world.reconciler(BEFORE);
    const plan = await reconciler.plan();
    const foreign = {
      name: 'tier',
      groupName: 'contactinformation',
      label: 'Theirs',
      type: 'string',
      fieldType: 'text',
    };
    await world.service.admin(HUB).addProperty('contacts', foreign);
    const moved = await world.snapshot();
    const { outcomes } = await reconciler.apply(plan);
    expect(outcomes.find(({ address }) => address === 'property:contacts/tier')).toMatchObject({ status: 'failed' });
    const tier = (await world.snapshot()).properties['contacts']?.find(({ name }) => name === 'tier');
    expect(tier).toEqual(moved.properties['contacts']?.find(({ name }) => name === 'tier'));
    await world.close();
  });
});

test('a group that existed unseen is set as declared, with a warning', async () => {
  const world = await aWorld();
  await world.service.admin(HUB).addGroup('contacts', { name: 'loyalty', displayName: 'Theirs' });
  const group = { objectType: 'contacts', name: 'loyalty', displayName: 'Ours' };
  const { result } = await converge(world.reconciler({ ...NOTHING, groups: [group] }), []);
  expect(result.summary).toMatchObject({ applied: 1 });
  expect(result.findings).toEqual([
    {
      code: 'existed-unseen',
      severity: 'warning',
      address: 'property-group:contacts/loyalty',
      message:
        'property-group:contacts/loyalty already existed and cannot be read: displayName may have had other values before.',
    },
  ]);
  await world.close();
});

interface Raced {
  readonly world: World;
  readonly result: ApplyResult;
  /** As somebody left it. */
  readonly moved: Awaited<ReturnType<World['snapshot']>>;
}

interface Race {
  readonly surface: Surface;
  readonly window: Window;
  readonly one: Meddling;
}

async function raced({ surface, window, one }: Race, check: (raced: Raced) => Promise<void>): Promise<void> {
  const world = await planned(surface);
  const { when } = WINDOWS[window];
  let moved: Raced['moved'] | undefined;
  const meddle = async () => {
    await one.act(world.service.admin(HUB));
    moved = await world.snapshot();
  };
  let armed = false;
  const transport = watched(world.service.transport, async (_, path) => {
    if (!armed || moved !== undefined || when === 'planned' || !when.test(path)) return;
    armed = false;
    await meddle();
  });
  const reconciler = world.reconciler(AFTER, { transport });
  const plan = await reconciler.plan({ allow: [{ risk: 'type-change' }] });
  if (when === 'planned') await meddle();
  armed = true;
  const result = await reconciler.apply(plan, { concurrency: 1 });
  if (moved === undefined) throw new Error('Nobody meddled: the window never opened.');
  await check({ world, result, moved });
  await world.close();
}

async function planned(surface: Surface): Promise<World> {
  const world = await aWorld(surface);
  await converge(world.reconciler(BEFORE), []);
  return world;
}

/** The object type that the address belongs to, as it was. */
async function only({ properties }: Raced['moved'], address: string) {
  const [type = ''] = address.slice('property:'.length).split('/');
  return { [type]: properties[type] };
}
