/** Labels and their limits converge under random changes, cut runs and colleagues, and no label of a colleague is lost. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCHEMA_LAG_MS } from '../../src/contract/association-labels.ts';
import type { SourceFile } from '../../src/model/project.ts';
import { planAllowing } from '../support/consents.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { cut, cutRun } from './cuts.ts';
import { aWorld, converge, HUB, type World } from './world.ts';

/** A label never changes its pair, or whether it has one text or two. */
const SHAPES = {
  one: { from: 'contacts', to: 'companies', texts: 1 },
  two: { from: 'contacts', to: 'companies', texts: 2 },
  other: { from: 'deals', to: 'contacts', texts: 2 },
  self: { from: 'contacts', to: 'contacts', texts: 2 },
  twin: { from: 'contacts', to: 'contacts', texts: 1 },
} as const;
type Name = keyof typeof SHAPES;
const NAMES = Object.keys(SHAPES) as readonly Name[];

interface Declared {
  readonly name: Name;
  /** Texts differ between versions. */
  readonly version: number;
  /** Maximum for the given direction, and for the other direction. */
  readonly limits: readonly [number | undefined, number | undefined];
}

/** `z` keeps the order of the alphabet, so that `self` declares its texts in order. Of one object type, only one text changes. */
const textsOf = ({ name, version }: Pick<Declared, 'name' | 'version'>): readonly [string, string] => {
  const text = `${name} a${version}`;
  const { from, to, texts } = SHAPES[name];
  return [text, texts === 1 ? text : `${name} z${from === to ? '' : version}`];
};

const maximum = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
const project: fc.Arbitrary<readonly Declared[]> = fc.subarray([...NAMES]).chain((names) =>
  fc.tuple(
    ...names.map((name) =>
      fc
        .record({ version: fc.nat(2), limits: fc.tuple(maximum, maximum) })
        .map(({ version, limits: [first, second] }): Declared => {
          const isSymmetric = SHAPES[name].from === SHAPES[name].to && SHAPES[name].texts === 1;
          return { name, version, limits: [first, isSymmetric ? undefined : second] };
        }),
    ),
  ),
);

interface Limit {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly maxToObjectIds: number;
}

function limitsOf(declared: readonly Declared[]): readonly Limit[] {
  return declared.flatMap((own) => {
    const { from, to } = SHAPES[own.name];
    const [text, back] = textsOf(own);
    const [first, second] = own.limits;
    return [
      ...(first === undefined ? [] : [{ from, to, label: text, maxToObjectIds: first }]),
      ...(second === undefined ? [] : [{ from: to, to: from, label: back, maxToObjectIds: second }]),
    ];
  });
}

function filesOf(declared: readonly Declared[]): readonly SourceFile[] {
  const accounts = {
    default: { hubId: HUB, baseUrl: 'http://127.0.0.1', auth: { accessToken: `\${env.TRUEUP_ACCESS_TOKEN}` } },
  };
  const inPairs = <T extends { readonly from: string; readonly to: string }>(all: readonly T[]) => [
    ...Map.groupBy(all, ({ from, to }) => `${from} ${to}`).values(),
  ];
  const associationLabels = inPairs(declared.map((own) => ({ ...own, ...SHAPES[own.name] }))).map((labels) => ({
    ...pairOf(labels),
    labels: labels.map((own) => {
      const [label, inverseLabel] = textsOf(own);
      return { name: own.name, label, ...(inverseLabel === label ? {} : { inverseLabel }) };
    }),
  }));
  const associationLimits = inPairs(limitsOf(declared)).map((limits) => ({
    ...pairOf(limits),
    limits: limits.map(({ label, maxToObjectIds }) => ({ label, maxToObjectIds })),
  }));
  return [
    { path: 'trueup.yaml', text: JSON.stringify({ version: 1, accounts, associationLabels, associationLimits }) },
  ];
}

function pairOf([first]: readonly { readonly from: string; readonly to: string }[]) {
  return { from: first?.from ?? '', to: first?.to ?? '' };
}

/** Directions as `from > to name: text`, and limits as `from > to text: maximum`. */
async function heldIn(world: World) {
  const { associationLabels, limits } = await world.snapshot();
  const labels = associationLabels.filter(({ label }) => label !== null);
  return {
    labels: labels.map(({ from, to, name, label }) => `${from} > ${to} ${name}: ${label}`).sort(),
    limits: limits
      .map(({ from, to, typeId, maxToObjectIds }) => {
        const own = labels.find((one) => one.typeId === typeId && one.from === from && one.to === to);
        return `${from} > ${to} ${own?.label ?? `deleted ${typeId}`}: ${maxToObjectIds}`;
      })
      .sort(),
  };
}

function wantedBy(declared: readonly Declared[]) {
  return {
    labels: [
      ...new Set(
        declared.flatMap((own) => {
          const { from, to } = SHAPES[own.name];
          const [label, inverseLabel] = textsOf(own);
          return [`${from} > ${to} ${own.name}: ${label}`, `${to} > ${from} ${own.name}: ${inverseLabel}`];
        }),
      ),
    ],
    limits: limitsOf(declared).map(
      ({ from, to, label, maxToObjectIds }) => `${from} > ${to} ${label}: ${maxToObjectIds}`,
    ),
  };
}

type Edit =
  | { readonly act: 'relabel' | 'delete' | 'remake'; readonly name: Name }
  | { readonly act: 'add'; readonly nr: number }
  | { readonly act: 'wait' };

const anEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ act: fc.constantFrom('relabel' as const, 'delete'), name: fc.constantFrom(...NAMES) }),
  fc.record({ act: fc.constant('add' as const), nr: fc.nat(2) }),
  fc.constant({ act: 'wait' } as const),
);
const edits = fc.array(anEdit, { maxLength: 4 });
/** A label that was made again cannot be changed until the account shows its name. */
const lateEdits = fc.array(
  fc.oneof(anEdit, fc.record({ act: fc.constant('remake' as const), name: fc.constantFrom(...NAMES) })),
  { maxLength: 4 },
);

/** Ignores edits of labels that the account lacks. Returns the labels that the colleague added. */
async function edit(world: World, all: readonly Edit[]): Promise<readonly string[]> {
  const admin = world.service.admin(HUB);
  const added: string[] = [];
  for (const one of all) {
    const { associationLabels } = await world.snapshot();
    const has = (name: string) => associationLabels.some((row) => row.name === name && row.label !== null);
    switch (one.act) {
      case 'wait':
        await world.clock.sleep(SCHEMA_LAG_MS);
        break;
      case 'add': {
        const name = `theirs_${one.nr}`;
        if (has(name)) break;
        await admin.addLabel({ from: 'contacts', to: 'companies', name, label: `Theirs ${one.nr}` });
        added.push(`contacts > companies ${name}: Theirs ${one.nr}`, `companies > contacts ${name}: Theirs ${one.nr}`);
        break;
      }
      case 'delete':
        if (has(one.name)) await admin.deleteLabel(one.name);
        break;
      case 'remake': {
        if (!has(one.name)) break;
        const { from, to, texts } = SHAPES[one.name];
        const [row] = associationLabels.filter(({ name }) => name === one.name);
        await admin.deleteLabel(one.name);
        const back = texts === 1 ? {} : { inverseLabel: from === to ? `${one.name} z` : `${one.name} z remade` };
        await admin.addLabel({ from, to, name: one.name, label: row?.label ?? '', ...back });
        break;
      }
      case 'relabel': {
        const { from, to, texts } = SHAPES[one.name];
        const back = texts === 1 ? {} : { inverseLabel: from === to ? `${one.name} z` : `${one.name} z edited` };
        if (has(one.name)) await admin.editLabel(one.name, { label: `${one.name} a edited`, ...back });
        break;
      }
    }
  }
  return added;
}

const REMOVALS = ['association-label-removal', 'limit-purge', 'max-changes'] as const;

async function inAWorld(act: (world: World) => Promise<void>): Promise<void> {
  const world = await aWorld('dated');
  try {
    await act(world);
  } finally {
    await world.close();
  }
}

/** Settles purges of limits whose label got another text in the same run. Their addresses name no label any more, so a person settles them. */
async function settleRenamed(world: World, declared: readonly Declared[]): Promise<void> {
  const { ledger } = world.reconciler(filesOf(declared));
  const { intentions } = await ledger.read();
  for (const { covers, expects } of intentions) {
    expect(covers.every((address) => address.startsWith('association-limit:') && expects[address] === null)).toBe(true);
    await ledger.settle(covers, 'applied');
  }
}

async function expectDone(world: World, declared: readonly Declared[], foreign: readonly string[]): Promise<void> {
  const held = await heldIn(world);
  const wanted = wantedBy(declared);
  expect(held.labels).toEqual(expect.arrayContaining([...wanted.labels, ...foreign]));
  expect(held.limits).toEqual(expect.arrayContaining(wanted.limits));
  const { calls, complete } = await planAllowing(world.reconciler(filesOf(declared)), []);
  expect([calls, complete]).toEqual([[], true]);
  expect((await world.reconciler(filesOf(declared)).drift()).summary.drifted).toBe(0);
  expect((await world.reconciler(filesOf(declared)).ledger.read()).intentions).toEqual([]);
}

test(
  'a second version of the files is applied, and labels of colleagues stay',
  () =>
    fc.assert(
      fc.asyncProperty(project, project, edits, (first, second, between) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), REMOVALS);
          await expectDone(world, first, []);
          const foreign = await edit(world, between);
          const { result } = await converge(world.reconciler(filesOf(second)), REMOVALS);
          expect(result.summary).toMatchObject({ failed: 0, conflict: 0, uncertain: 0 });
          // Of one object type, a limit on a changed text waits until the account shows the text.
          const isWaiting = result.outcomes.filter(({ status }) => status === 'skipped');
          expect(isWaiting.every(({ address }) => address.startsWith('association-limit:contacts/contacts/'))).toBe(
            true,
          );
          if (isWaiting.length > 0) await converge(world.reconciler(filesOf(second)), REMOVALS);
          await expectDone(world, second, foreign);
          await world.clock.sleep(SCHEMA_LAG_MS);
          await expectDone(world, second, foreign);
          const held = await heldIn(world);
          expect(held).toEqual({
            labels: [...wantedBy(second).labels, ...foreign].sort(),
            limits: wantedBy(second).limits.toSorted(),
          });
        }),
      ),
      cases(40),
    ),
  PATIENCE_MS,
);

test(
  'labels and limits stay without consent',
  () =>
    fc.assert(
      fc.asyncProperty(project, project, edits, (first, second, between) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), ['max-changes']);
          await edit(world, between);
          const named = async () => new Set((await world.snapshot()).associationLabels.map(({ name }) => name));
          const limited = async () =>
            (await world.snapshot()).limits.map(({ from, to, typeId }) => `${from} ${to} ${typeId}`);
          const before = [await named(), await limited()] as const;
          await converge(world.reconciler(filesOf(second)), ['max-changes']);
          expect([...(await named())]).toEqual(expect.arrayContaining([...before[0]]));
          expect(await limited()).toEqual(expect.arrayContaining([...before[1]]));
        }),
      ),
      cases(30),
    ),
  PATIENCE_MS,
);

test(
  'an interrupted run claims only resources of the account, and later runs complete it',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.record({ first: project, second: project }),
        lateEdits,
        cut,
        fc.integer({ min: 1, max: 4 }),
        ({ first, second }, between, way, concurrency) =>
          inAWorld(async (world) => {
            await converge(world.reconciler(filesOf(first)), REMOVALS);
            const foreign = await edit(world, between);
            const { result, plan } = await cutRun(world, filesOf(second), { cut: way, allow: REMOVALS, concurrency });
            const held = await heldIn(world);
            expect(held.labels).toEqual(expect.arrayContaining([...foreign]));
            for (const { address, status } of result?.outcomes ?? []) {
              const action = plan?.changes.find((change) => change.address === address)?.action;
              const own = second.find(
                ({ name }) => address.startsWith('association-label:') && address.endsWith(`/${name}`),
              );
              if (status !== 'applied' || own === undefined || action === 'forget') continue;
              expect(held.labels).toEqual(expect.arrayContaining(wantedBy([own]).labels));
            }
            for (let round = 0; round < 2; round += 1) await converge(world.reconciler(filesOf(second)), REMOVALS);
            await world.clock.sleep(SCHEMA_LAG_MS);
            // A limit on the new text of a label that was made again waits for the text.
            for (let round = 0; round < 2; round += 1) await converge(world.reconciler(filesOf(second)), REMOVALS);
            await settleRenamed(world, second);
            await expectDone(world, second, foreign);
          }),
      ),
      cases(120),
    ),
  PATIENCE_MS,
);
