import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../src/client/index.ts';
import {
  createReconciler,
  fileStore,
  loadProject,
  memoryStore,
  type Plan,
  parseProject,
  type Reconciler,
  TrueupError,
} from '../src/index.ts';
import { aWorld, type World } from './laws/world.ts';

/** Calls a function as JavaScript can call it. */
function called(work: (...given: readonly never[]) => unknown, ...given: readonly unknown[]): unknown {
  try {
    return Reflect.apply(work, undefined, [...given]);
  } catch (error) {
    return error;
  }
}

test('a library function names every missing option', () => {
  const lacking = (message: string, hint: string) =>
    expect.objectContaining({ name: 'UsageError', code: 'options-missing', message, hint });
  const store =
    'name (of the account), clock (such as systemClock of trueup/client), newId (such as randomUUID of node:crypto)';
  expect(called(memoryStore)).toEqual(lacking('memoryStore was called without name, clock, newId.', `Pass ${store}.`));
  expect(called(fileStore, { dir: '.trueup', name: 'a' })).toEqual(
    lacking(
      'fileStore was called without clock, newId.',
      'Pass clock (such as systemClock of trueup/client), newId (such as randomUUID of node:crypto).',
    ),
  );
  expect(called(createClient, { baseUrl: 'http://127.0.0.1:4010', token: 't' })).toEqual(
    lacking(
      'createClient was called without transport, clock.',
      'Pass transport (such as undiciTransport()), clock (such as systemClock).',
    ),
  );
  expect(called(createReconciler, {})).toEqual(
    lacking('createReconciler was called without config.', 'Pass config (the result of loadProject).'),
  );
});

test('a configuration error lists the first errors and the place of all findings', async () => {
  const keys = ['objcts', 'webhoks', 'polcy', 'acounts'].map((key) => `${key}: {}\n`).join('');
  const config = parseProject([{ path: 'trueup.yaml', text: `version: 1\n${keys}` }]);
  await expect(createReconciler({ config }).plan()).rejects.toMatchObject({
    code: 'config-invalid',
    message: expect.stringMatching(
      /^The configuration has 4 errors: trueup\.yaml:2:1: .*objcts.*; trueup\.yaml:3:1: .*webhoks.*; trueup\.yaml:4:1: .*polcy.*; and 1 more\.$/,
    ),
    hint: 'The findings property of this error lists each error with its position and its remedy.',
    findings: expect.arrayContaining([expect.objectContaining({ code: 'unknown-key' })]),
  });
});

test('a file that does not exist rejects the load of a project', async () => {
  await expect(loadProject(['trueup.yaml', 'missing.yaml'], { cwd: import.meta.dirname })).rejects.toMatchObject({
    code: 'config-invalid',
    message: expect.stringMatching(
      /^The configuration has 2 errors: .*trueup\.yaml.* does not exist; .*missing\.yaml.* does not exist\.$/,
    ),
  });
});

test('a program that passes no variables is told so', async () => {
  const hint = expect.stringContaining('createReconciler was called without env, so it reads no variable');
  const config = parseProject([{ path: 'trueup.yaml', text: 'version: 1\n' }]);
  await expect(createReconciler({ config }).plan()).rejects.toMatchObject({ code: 'no-credentials', hint });
  await expect(createReconciler({ config, env: {} }).plan()).rejects.toMatchObject({
    hint: expect.stringMatching(/^Set TRUEUP_ACCESS_TOKEN/),
  });
  const named = parseProject([
    { path: 'trueup.yaml', text: `version: 1\naccounts: { a: { auth: { accessToken: '\${env.TOKEN}' } } }\n` },
  ]);
  expect(createReconciler({ config: named }).findings).toContainEqual(
    expect.objectContaining({ code: 'credential-unset', hint }),
  );
});

describe('an argument that is something else than the types ask for', () => {
  const text = JSON.stringify({
    version: 1,
    webhooks: [{ appId: 2001, subscriptions: [{ eventType: 'contact.creation', active: true }] }],
  });
  const files = [{ path: 'trueup.yaml', text }];
  let world: World;
  let reconciler: Reconciler;
  let plan: Plan;

  beforeAll(async () => {
    world = await aWorld();
    reconciler = world.reconciler(files);
    plan = await reconciler.plan();
  });

  afterAll(() => world.close());

  /** Returns the error of a call from JavaScript, thrown at once or later. */
  async function thrown(work: (...given: never) => unknown, ...given: readonly unknown[]): Promise<unknown> {
    try {
      return await Reflect.apply(work, undefined, given);
    } catch (error) {
      return error;
    }
  }

  const invalid = (called: string, names: string, hint: string) =>
    expect.objectContaining({
      name: 'UsageError',
      code: 'argument-invalid',
      message: `Invalid arguments to ${called}: ${names}.`,
      hint,
    });

  test('is named with the expected type', async () => {
    const addresses = 'Pass addresses (a list of addresses).';
    expect(await thrown(reconciler.ledger.adopt, 'text')).toEqual(invalid('ledger.adopt', 'addresses', addresses));
    expect(await thrown(reconciler.ledger.forget, undefined)).toEqual(invalid('ledger.forget', 'addresses', addresses));
    expect(await thrown(reconciler.ledger.settle, 'text', 'done')).toEqual(
      invalid('ledger.settle', 'addresses, as', 'Pass addresses (a list of addresses), as (applied or not-applied).'),
    );
    expect(await thrown(reconciler.apply, undefined)).toEqual(
      invalid('apply', 'plan', 'Pass plan (the result of plan or revert).'),
    );
    expect(await thrown(reconciler.apply, { ...plan, calls: null, findings: 1 })).toEqual(
      invalid('apply', 'calls, findings', 'Pass calls (a list of calls), findings (a list of findings).'),
    );
    expect(await thrown(reconciler.plan, { concurrency: 0, targets: 'x' })).toEqual(
      invalid(
        'plan',
        'targets, concurrency',
        'Pass targets (a list of addresses, or nothing), concurrency (a whole number from 1, such as 8, or nothing).',
      ),
    );
    const config = parseProject(files);
    expect(await thrown(createReconciler, { config, signal: null })).toEqual(
      invalid('createReconciler', 'signal', 'Pass signal (an AbortSignal, or nothing).'),
    );
    expect(await thrown(createReconciler, { config, clock: { ...world.clock, now: () => Number.NaN } })).toEqual(
      invalid('createReconciler', 'clock.now()', 'Pass clock.now() (milliseconds since the epoch).'),
    );
    expect(await thrown(parseProject)).toEqual(
      invalid('parseProject', 'files', 'Pass files (a list of { path, text }).'),
    );
    expect(await thrown(loadProject, 'trueup.yaml')).toEqual(
      invalid('loadProject', 'paths', 'Pass paths (a list of paths).'),
    );
  });

  const STRANGE: readonly unknown[] = [null, 0, '', 'x', [], {}, () => 1, Symbol('s'), 10n, Number.NaN, [null], [1]];
  const name = (value: unknown) =>
    typeof value === 'object' || typeof value === 'number' ? JSON.stringify(value) : typeof value;

  test.each(STRANGE.map((value) => [name(value), value]))(
    'never ends in an error of JavaScript: %s',
    async (_, value) => {
      const members = ['account', 'env', 'ledger', 'fetchToken', 'credentials', 'redaction', 'onEvent', 'maxWaitMs'];
      const config = parseProject(files);
      const results = await Promise.all([
        ...[...members, 'signal', 'clock', 'newId', 'transport'].map((member) =>
          thrown(async () => world.reconciler(files, { [member]: value }).plan()),
        ),
        thrown(createReconciler, value),
        thrown(createReconciler, { config: value }),
        thrown(createReconciler, { config, account: value }),
        thrown(parseProject, value),
        thrown(parseProject, [{ path: value, text: value }]),
        thrown(loadProject, value),
        thrown(reconciler.plan, value),
        ...['targets', 'allow', 'overwrite', 'concurrency'].map((one) => thrown(reconciler.plan, { [one]: value })),
        ...['run', 'targets', 'allow', 'overwrite'].map((one) => thrown(reconciler.revert, { [one]: value })),
        thrown(reconciler.apply, value),
        ...Object.keys(plan).map((one) => thrown(reconciler.apply, { ...plan, [one]: value }, { confirm: value })),
        ...['concurrency', 'skipBlocked', 'confirm', 'saved', 'reviewed'].map((one) =>
          // A plan of another account is refused even if its options pass.
          thrown(reconciler.apply, { ...plan, account: { ...plan.account, hubId: 7 } }, { [one]: value }),
        ),
        thrown(reconciler.list, value),
        thrown(reconciler.list, { objects: value }),
        thrown(reconciler.list, { kind: value }),
        thrown(reconciler.recover, value),
        thrown(reconciler.ledger.forget, value),
        thrown(reconciler.ledger.settle, value, 'applied'),
        thrown(reconciler.ledger.settle, ['property:contacts/tier'], value),
        thrown(reconciler.ledger.adopt, value),
      ]);
      expect(results.filter((result) => result instanceof Error && !(result instanceof TrueupError))).toEqual([]);
    },
  );
});
