import { expect, test } from 'vitest';
import { createClient } from '../src/client/index.ts';
import { createReconciler, fileStore, memoryStore, parseProject } from '../src/index.ts';

/** As JavaScript can call it. */
function called(work: (...given: readonly never[]) => unknown, ...given: readonly unknown[]): unknown {
  try {
    return Reflect.apply(work, undefined, [...given]);
  } catch (error) {
    return error;
  }
}

test('a function of the library that is called without what it needs names all of it', () => {
  const lacking = (message: string, hint: string) =>
    expect.objectContaining({ name: 'UsageError', code: 'options-missing', message, hint });
  const store =
    'name (of the account), clock (such as systemClock of trueup/client), newId (such as randomUUID of node:crypto)';
  expect(called(memoryStore)).toEqual(lacking('memoryStore is called without name, clock, newId.', `Pass ${store}.`));
  expect(called(fileStore, { dir: '.trueup', name: 'a' })).toEqual(
    lacking(
      'fileStore is called without clock, newId.',
      'Pass clock (such as systemClock of trueup/client), newId (such as randomUUID of node:crypto).',
    ),
  );
  expect(called(createClient, { baseUrl: 'http://127.0.0.1:4010', token: 't' })).toEqual(
    lacking(
      'createClient is called without transport, clock.',
      'Pass transport (such as undiciTransport()), clock (such as systemClock).',
    ),
  );
  expect(called(createReconciler, {})).toEqual(
    lacking('createReconciler is called without config.', 'Pass config (what loadProject gives).'),
  );
});

test('a configuration that does not stand says where its findings are', async () => {
  const config = parseProject([{ path: 'trueup.yaml', text: 'version: 1\nobjcts: {}\n' }]);
  await expect(createReconciler({ config }).plan()).rejects.toMatchObject({
    code: 'config-invalid',
    hint: 'The member findings of this error holds each of them, with its place and what to do.',
    findings: expect.arrayContaining([expect.objectContaining({ code: 'unknown-key' })]),
  });
});
