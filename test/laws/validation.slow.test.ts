/** Validation rules converge under random files, cut runs and colleagues. Rules and flags of a colleague stay. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SourceFile } from '../../src/model/project.ts';
import { planAllowing } from '../support/consents.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { cut, cutRun } from './cuts.ts';
import { aWorld, converge, HUB, type World } from './world.ts';

const PROPERTIES = ['one', 'two'] as const;

/** Arguments by rule type. */
type Rules = Readonly<Record<string, readonly string[]>>;
type Declared = Readonly<Record<(typeof PROPERTIES)[number], Rules>>;

const length = fc.integer({ min: 1, max: 4 }).map((number) => [String(number * 10)]);
const rules: fc.Arbitrary<Rules> = fc.record(
  {
    MAX_LENGTH: length,
    MIN_LENGTH: length,
    FORMAT: fc.constantFrom(['UPPER'], ['LOWER']),
    WHITESPACE: fc.constantFrom(['ALL'], ['TRIM']),
    EMAIL: fc.constant([]),
    URL_ALLOWED_DOMAINS: fc.shuffledSubarray(['a.example', 'b.example', 'c.example'], { minLength: 1 }),
  },
  { requiredKeys: [] },
);
const declared: fc.Arbitrary<Declared> = fc.record({ one: rules, two: rules });

/** A rule that a colleague sets, or removes. */
interface Edit {
  readonly property: (typeof PROPERTIES)[number];
  readonly rule: Rules;
  readonly flag: boolean | undefined;
  readonly removes: boolean;
}
const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    property: fc.constantFrom(...PROPERTIES),
    rule: rules,
    flag: fc.constantFrom(true, false, undefined),
    removes: fc.boolean(),
  }),
  { maxLength: 3 },
);

function filesOf(files: Declared, label = 'Label'): readonly SourceFile[] {
  const fields = { label, type: 'string', fieldType: 'text' };
  const validation = (of: Rules) =>
    Object.fromEntries(Object.entries(of).map(([ruleType, given]) => [ruleType, given.length === 0 ? true : given]));
  const properties = Object.fromEntries(
    PROPERTIES.map((name) => [
      name,
      Object.keys(files[name]).length === 0 ? fields : { ...fields, validation: validation(files[name]) },
    ]),
  );
  const text = JSON.stringify({
    version: 1,
    accounts: {
      default: { hubId: HUB, baseUrl: 'http://127.0.0.1', auth: { accessToken: `\${env.TRUEUP_ACCESS_TOKEN}` } },
    },
    objects: { contacts: { groups: { loyalty: { displayName: 'Loyalty', properties } } } },
  });
  return [{ path: 'trueup.yaml', text }];
}

/** Arguments in one order, and the flag, by property and rule type. */
type Held = ReadonlyMap<string, { readonly given: string; readonly flag: boolean | undefined }>;

async function heldIn(world: World): Promise<Held> {
  const { properties } = await world.snapshot();
  return new Map(
    Object.values(properties).flatMap((all) =>
      all.flatMap(({ name, validation }) =>
        validation.map(({ ruleType, ruleArguments, shouldApplyNormalization: flag }) => [
          `${name} ${ruleType}`,
          { given: ruleArguments.toSorted().join(' '), flag },
        ]),
      ),
    ),
  );
}

const wanted = (files: Declared, name: (typeof PROPERTIES)[number]) =>
  Object.entries(files[name]).map(([ruleType, given]) => [`${name} ${ruleType}`, given.toSorted().join(' ')] as const);

function expectDeclared(held: Held, files: Declared, name: (typeof PROPERTIES)[number]): void {
  for (const [rule, given] of wanted(files, name)) expect([rule, held.get(rule)?.given]).toEqual([rule, given]);
}

/** Rules that the files do not declare, and every flag, are as the colleague left them. */
function expectKept(held: Held, left: Held, files: Declared): void {
  const ours = new Set<string>(PROPERTIES.flatMap((name) => wanted(files, name).map(([rule]) => rule)));
  for (const [rule, { given, flag }] of left) {
    const now = held.get(rule);
    expect([rule, now?.flag]).toEqual([rule, flag]);
    if (!ours.has(rule)) expect([rule, now?.given]).toEqual([rule, given]);
  }
  for (const rule of held.keys()) expect(left.has(rule) || ours.has(rule)).toBe(true);
}

async function edit(world: World, all: readonly Edit[]): Promise<void> {
  const admin = world.service.admin(HUB);
  for (const { property, rule, flag, removes } of all)
    for (const [ruleType, ruleArguments] of Object.entries(rule)) {
      const isThere = (await heldIn(world)).has(`${property} ${ruleType}`);
      if (removes && isThere) await admin.removeRule('contacts', property, ruleType);
      else
        await admin.setRule('contacts', property, {
          ...{ ruleType, ruleArguments },
          ...(flag === undefined ? {} : { shouldApplyNormalization: flag }),
        });
    }
}

async function inAWorld(act: (world: World) => Promise<void>): Promise<void> {
  const world = await aWorld('dated');
  try {
    await act(world);
  } finally {
    await world.close();
  }
}

async function expectDone(world: World, files: readonly SourceFile[]): Promise<void> {
  const reconciler = world.reconciler(files);
  expect((await planAllowing(reconciler, [])).calls).toEqual([]);
  expect((await reconciler.drift()).summary.drifted).toBe(0);
}

test(
  'applies a second version of the files and keeps rules of a colleague',
  () =>
    fc.assert(
      fc.asyncProperty(declared, edits, declared, (first, colleague, second) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), []);
          await edit(world, colleague);
          const left = await heldIn(world);
          const { result } = await converge(world.reconciler(filesOf(second, 'Other')), []);
          expect(result.summary).toMatchObject({ failed: 0, conflict: 0, uncertain: 0 });
          const held = await heldIn(world);
          for (const name of PROPERTIES) expectDeclared(held, second, name);
          expectKept(held, left, second);
          await expectDone(world, filesOf(second, 'Other'));
        }),
      ),
      cases(60),
    ),
  PATIENCE_MS,
);

test(
  'later runs finish a run that is cut anywhere',
  () =>
    fc.assert(
      fc.asyncProperty(declared, edits, declared, cut, fc.nat(3), (first, colleague, second, way, more) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), []);
          await edit(world, colleague);
          const left = await heldIn(world);
          const files = filesOf(second, 'Other');
          const { result } = await cutRun(world, files, { cut: way, allow: [], concurrency: more + 1 });
          const cutAt = await heldIn(world);
          expectKept(cutAt, left, second);
          for (const { address, status } of result?.outcomes ?? []) {
            const name = PROPERTIES.find((one) => address === `property:contacts/${one}`);
            if (status === 'applied' && name !== undefined) expectDeclared(cutAt, second, name);
          }
          for (let round = 0; round < 3; round += 1) await converge(world.reconciler(files), []);
          const held = await heldIn(world);
          for (const name of PROPERTIES) expectDeclared(held, second, name);
          expectKept(held, left, second);
          await expectDone(world, files);
        }),
      ),
      cases(120),
    ),
  PATIENCE_MS,
);

test(
  'a colleague between two writes of a run loses nothing',
  () =>
    fc.assert(
      fc.asyncProperty(declared, declared, edits, fc.integer({ min: 1, max: 12 }), (first, second, colleague, at) =>
        inAWorld(async (world) => {
          await converge(world.reconciler(filesOf(first)), []);
          const files = filesOf(second, 'Other');
          const { transport } = world.service;
          let sequence = 0;
          let left: Held | undefined;
          // The edit comes after a reply and before the next request, so that a read of the run can show it.
          const reconciler = world.reconciler(files, {
            transport: {
              async send(request, options) {
                const reply = await transport.send(request, options);
                if (request.method !== 'GET') sequence += 1;
                if (sequence === at && left === undefined) {
                  await edit(world, colleague);
                  left = await heldIn(world);
                }
                return reply;
              },
              close: () => transport.close(),
            },
          });
          const plan = await planAllowing(reconciler, []);
          await reconciler.apply(plan, { skipBlocked: true, concurrency: 1 });
          if (left === undefined) return;
          const held = await heldIn(world);
          const calls = plan.calls.flatMap(({ params, endpoint }) =>
            endpoint === 'setValidationRule' ? [`${params['propertyName']} ${params['ruleType']}`] : [],
          );
          for (const [rule, { given, flag }] of left) {
            const was = held.get(rule);
            expect([rule, was?.flag]).toEqual([rule, flag]);
            if (!calls.includes(rule)) expect([rule, was?.given]).toEqual([rule, given]);
          }
          for (let round = 0; round < 3; round += 1) await converge(world.reconciler(files), []);
          for (const name of PROPERTIES) expectDeclared(await heldIn(world), second, name);
          await expectDone(world, files);
        }),
      ),
      cases(60),
    ),
  PATIENCE_MS,
);
