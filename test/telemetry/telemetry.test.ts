import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Exchange } from '../../src/client/index.ts';
import type { RunEvent, Telemetry } from '../../src/index.ts';
import { openTelemetry } from '../../src/telemetry/index.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { aWorld, converge, type World } from '../laws/world.ts';
import { type Recorder, startRecorder } from './recorder.ts';

let world: World;
let recorder: Recorder;
let telemetry: Telemetry;
beforeEach(async () => {
  world = await aWorld();
  recorder = startRecorder();
  telemetry = openTelemetry();
});
afterEach(async () => {
  recorder.stop();
  await world.close();
});

test('an operation is a span with its counts, and each attempt is a child span', async () => {
  const exchanges: Exchange[] = [];
  const reconciler = world.reconciler(ALL_KINDS, { telemetry, onExchange: (one) => exchanges.push(one) });
  const { plan, result } = await converge(reconciler, []);
  const operations = recorder.spans.filter(({ parent }) => parent === undefined);
  expect(operations.map(({ name }) => name)).toEqual(['trueup.plan', 'trueup.apply']);
  const about = { 'trueup.account': 'default', 'trueup.surface': 'documented' };
  expect(operations[0]?.attributes).toMatchObject({ ...about, 'trueup.complete': plan.complete });
  expect(operations[1]?.attributes).toMatchObject({ ...about, 'trueup.summary.applied': result.summary.applied });
  const calls = recorder.spans.filter(({ parent }) => parent !== undefined);
  expect(calls.map(({ name, attributes, times }) => ({ name, attributes, times }))).toEqual(
    exchanges.map(({ method, endpoint, call, attempt, status, startedAt, endedAt }) => ({
      name: `${method} ${endpoint}`,
      attributes: {
        'http.request.method': method,
        'trueup.endpoint': endpoint,
        'trueup.call': call,
        'trueup.attempt': attempt,
        'http.response.status_code': status,
      },
      times: [startedAt, endedAt],
    })),
  );
  expect(new Set(exchanges.map(({ call }) => call)).size).toBe(exchanges.length);
  expect(calls.filter(({ parent }) => parent === 'trueup.apply').length).toBeGreaterThan(result.calls.write - 1);
});

const broken = new TypeError('No exporter.');
const silent = { exchange: () => undefined, waiting: () => undefined };
test.each<[string, Telemetry['operation']]>([
  [
    'throws before the work',
    () => {
      throw broken;
    },
  ],
  [
    'throws after it',
    async (_, work) => {
      await work();
      throw broken;
    },
  ],
  [
    'asks for it twice, waits for neither, and throws',
    async (_, work) => {
      void [work(), work()];
      throw broken;
    },
  ],
])('an operation of telemetry that %s changes no result, and is told once', async (_, operation) => {
  const told: string[] = [];
  const reconciler = world.reconciler(ALL_KINDS, {
    telemetry: { ...silent, operation },
    onEvent: (event) => event.type === 'warning' && told.push(event.message),
  });
  const { result } = await converge(reconciler, []);
  expect(result.summary).toMatchObject({ applied: result.outcomes.length, failed: 0 });
  expect((await reconciler.plan()).summary).toMatchObject({ create: 0, update: 0 });
  expect(told.filter((message) => message.includes('telemetry'))).toEqual([
    'The telemetry failed (TypeError: No exporter.), so spans and metrics may be missing. No result is changed by that.',
  ]);
});

const never = new Promise<never>(() => undefined);
test.each<[string, Telemetry['operation']]>([
  ['never begins the work', () => never],
  ['never ends behind it', (_, work) => work().then(() => never)],
  [
    'never ends, and leaves the work that fails alone',
    (_, work) => {
      void work();
      return never;
    },
  ],
])('an operation of telemetry that %s holds nothing up', async (_, operation) => {
  const reconciler = world.reconciler(ALL_KINDS, { telemetry: { ...silent, operation } });
  const { result } = await converge(reconciler, []);
  expect(result.summary).toMatchObject({ applied: result.outcomes.length, failed: 0 });
  world.service.faults.add({ do: 'status', status: 401 });
  await expect(reconciler.plan()).rejects.toMatchObject({ name: 'AuthError' });
});

test('an error of an operation is not a failure of the telemetry', async () => {
  const told: string[] = [];
  const onEvent = (event: RunEvent) => event.type === 'warning' && told.push(event.message);
  world.service.faults.add({ do: 'status', status: 401 });
  await expect(world.reconciler(ALL_KINDS, { telemetry, onEvent }).plan()).rejects.toMatchObject({ name: 'AuthError' });
  expect(told).toEqual([]);
});

test('calls, waits and outcomes are measured', async () => {
  world.service.faults.add({ do: 'status', endpoint: 'createGroup', status: 423, times: 1 });
  world.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400, times: 1 });
  const { result } = await converge(world.reconciler(ALL_KINDS, { telemetry }), [], { concurrency: 1 });
  const of = (name: string) => recorder.measurements.filter((one) => one.name === name);
  const spans = recorder.spans.filter(({ parent }) => parent !== undefined);
  expect(of('trueup.call.duration')).toHaveLength(spans.length);
  expect(of('trueup.wait.duration')).toMatchObject([{ value: 2, attributes: { 'trueup.reason': 'locked' } }]);
  expect(of('trueup.outcomes').map(({ attributes }) => attributes['trueup.status'])).toEqual(
    result.outcomes.map(({ status }) => status),
  );
  expect(of('trueup.outcomes').map(({ attributes }) => attributes)).toContainEqual(
    expect.objectContaining({ 'trueup.status': 'failed', 'trueup.failure.kind': 'refused' }),
  );
  const tries = spans.filter(({ attributes }) => attributes['trueup.endpoint'] === 'createGroup');
  const [first, second] = tries.map(({ attributes }) => [attributes['trueup.call'], attributes['trueup.attempt']]);
  expect(second).toEqual([first?.[0], 2]);
});

test('an operation that fails says so by its code and its kind', async () => {
  world.service.faults.add({ do: 'drop-before', endpoint: 'listProperties', times: 'always' });
  await expect(world.reconciler(ALL_KINDS, { telemetry }).plan()).rejects.toThrow();
  const plan = recorder.spans.find(({ name }) => name === 'trueup.plan');
  expect(plan).toMatchObject({ failed: true, attributes: { 'trueup.failure.kind': 'transport' } });
  const lost = recorder.spans.filter(({ attributes }) => attributes['trueup.endpoint'] === 'listProperties');
  expect(lost.every(({ failed, attributes }) => failed && attributes['http.response.status_code'] === undefined)).toBe(
    true,
  );
});

test('telemetry excludes paths, tokens and texts of the account', async () => {
  await converge(world.reconciler(ALL_KINDS, { telemetry }), []);
  const text = JSON.stringify([recorder.spans, recorder.measurements]);
  for (const secret of ['trueup-dev-token', '/properties', 'contract', 'Contract']) expect(text).not.toContain(secret);
});

test('telemetry that throws ends nothing', async () => {
  const broken = () => {
    throw new Error('no exporter');
  };
  const told: Exchange[] = [];
  const reconciler = world.reconciler(ALL_KINDS, {
    telemetry: { operation: (_, work) => work(), exchange: broken, waiting: broken },
    onExchange: (one) => told.push(one),
  });
  const { result } = await converge(reconciler, []);
  expect([result.summary.failed, told.length > 0]).toEqual([0, true]);
});

test('nothing but its own files imports the package of OpenTelemetry', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const importing = files.filter((path) =>
    /from '(@opentelemetry|.*\/telemetry\/)/.test(readFileSync(`src/${path}`, 'utf8')),
  );
  expect(importing.every((path) => path.startsWith('telemetry/'))).toBe(true);
  expect(importing.length).toBeGreaterThan(1);
});
