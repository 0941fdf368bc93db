import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openLedger } from '../../src/faces.ts';
import { createReconciler, loadProject } from '../../src/index.ts';
import type { Address } from '../../src/model/address.ts';
import { TOKEN as HOST_TOKEN, REPOSITORY } from '../github/stand-in/server.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aRepository, BRANCH, type RepositoryUnderTest } from './repository.ts';
import type { Ran } from './runner.ts';

const JOB = 660;
/** Second attempt of the same job, as a user starts it in the Git host. */
const AGAIN = { runId: JOB, attempt: 2 };

let repository: RepositoryUnderTest;
beforeEach(async () => {
  repository = await aRepository();
});
afterEach(() => repository.close());

/** Reviews and merges; the runner dies while the call is on its way, and the service makes it all the same. */
async function diesDuring(endpoint: 'createProperty', name: string): Promise<void> {
  await repository.push(1);
  const { service } = repository;
  service.faults.add({ do: 'latency', endpoint, ms: 400 });
  const dies = repository.calledOnce(endpoint, 0);
  const killed = await repository.merge(1, { concurrency: '1' }, { runId: JOB, dies });
  expect(killed.code).not.toBe(0);
  expect(files()).toContain('projects/%2E/sandbox.lock');
  const made = async () => (await service.snapshot(1001)).properties['contacts']?.some((one) => one.name === name);
  while (!(await made())) await new Promise((resolve) => setImmediate(resolve));
}

function files(): readonly string[] {
  return Object.keys(repository.standIn.git.files(BRANCH));
}

function applied(ran: Ran): unknown {
  return JSON.parse(ran.outputs['counts'] ?? '{}');
}

describe('an apply that was cut off', () => {
  test('is completed by a rerun of the job, exactly once and without a new approval', async () => {
    await repository.write({});
    await diesDuring('createProperty', 'loyaltytier');
    const done = await repository.applyAgain(1, {}, AGAIN);
    expect(done).toMatchObject({ code: 0, outputs: { result: 'passed', 'exit-code': '0' } });
    const written = await repository.writes();
    expect(written.toSorted()).toEqual([
      'createEventProperty',
      'createGroup',
      'createProperty',
      'createSubscription',
      'updateAssociationLimits',
    ]);
    expect(repository.comments(1)).toEqual([
      expect.stringMatching(
        /^<!-- .*\n> \*\*Tokens go to .*\n\n> This is the rest of the reviewed plan; an earlier run applied the other changes\./,
      ),
    ]);
    expect(files().filter((file) => /lock|journal/.test(file))).toEqual([]);
    expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { 'has-changes': 'false' } });
    expect(await repository.writes()).toEqual(written);
  });

  test('is completed by another run once the host reports the first as completed', async () => {
    await repository.write({});
    await diesDuring('createProperty', 'loyaltytier');
    const waiting = await repository.applyAgain(1, { 'lock-wait': '0' });
    expect(waiting).toMatchObject({ code: 1, outputs: { result: 'failed' } });
    expect(waiting.log).toContain('(process 660 on the runners of acme/schema)');
    repository.standIn.state.runs.set(`${JOB}/1`, 'completed');
    expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(files().filter((file) => file.endsWith('.lock'))).toEqual([]);
  });

  test('is cleared by a rerun of the job if its plan was complete', async () => {
    await writeFile(join(repository.workspace, 'trueup.yaml'), groupAlone(repository.service.url));
    await diesDuring('createProperty', 'points');
    const left = await repository.applyAgain(1, {}, AGAIN);
    expect(left).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'false' } });
    expect(files().filter((file) => /lock|journal/.test(file))).toEqual([]);
    expect(repository.comments(1)).toEqual([
      expect.stringMatching(/^<!-- .*\n### Outcome\n\nNothing of the reviewed plan was left to apply\./),
    ]);
    expect(await repository.writes()).toEqual(['createGroup', 'createProperty']);
  });

  test('is not drift for the nightly job, during the run and after it', async () => {
    await writeFile(join(repository.workspace, 'trueup.yaml'), groupAlone(repository.service.url));
    await diesDuring('createProperty', 'points');
    const running = await repository.drift({ 'fail-on': 'changes' });
    expect(running).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'false' } });
    expect(running.log).toMatch(
      /is an open call of trueup run .*\n.* property:contacts\/points: the account shows its effect/,
    );
    expect(running.log).toContain('The apply of ann, workflow Test (since ');
    repository.standIn.state.runs.set(`${JOB}/1`, 'completed');
    const over = await repository.drift({ 'fail-on': 'changes' });
    expect(over).toMatchObject({ code: 0, outputs: { result: 'passed' } });
    expect(over.log).toContain('The next apply records it.');
    expect(repository.standIn.state.issues).toEqual([]);
  });

  test('is settled by the apply of any later merge if its plan was complete', async () => {
    await writeFile(join(repository.workspace, 'trueup.yaml'), groupAlone(repository.service.url));
    await diesDuring('createProperty', 'points');
    repository.standIn.state.runs.set(`${JOB}/1`, 'completed');
    const before = await repository.writes();
    const later = await repository.applyAgain(2);
    expect(later).toMatchObject({ code: 0, outputs: { result: 'passed', 'has-changes': 'false' } });
    expect(later.log).toContain('1 open call settled.');
    expect(await repository.writes()).toEqual(before);
    expect(files().filter((file) => /lock|journal/.test(file))).toEqual([]);
  });

  test.each([
    ['the files changed since', () => repository.write({ label: 'Another label' })],
    [
      'somebody changed what was applied',
      () => repository.service.admin(1001).editProperty('contacts', 'loyaltytier', { label: 'By hand' }),
    ],
    [
      'somebody took away what was applied',
      () => repository.service.admin(1001).deleteProperty('contacts', 'loyaltytier'),
    ],
  ])('is not finished when %s', async (_, move) => {
    await repository.write({});
    repository.service.faults.add({ do: 'status', endpoint: 'createEventProperty', status: 400 });
    await repository.push(1);
    expect((await repository.merge(1)).code).toBe(4);
    const before = await repository.writes();
    await move();
    expect(await repository.applyAgain(1)).toMatchObject({ code: 6, outputs: { result: 'failed', 'exit-code': '6' } });
    expect(await repository.writes()).toEqual(before);
    expect(repository.comments(1)).toEqual([expect.stringContaining('> **Not applied: ')]);
  });
});

test('an apply with a failed call names the remedy, and a rerun makes this call', async () => {
  await repository.write({});
  const planned = await repository.push(1);
  repository.service.faults.add({ do: 'status', endpoint: 'createProperty', status: 400 });
  const partly = await repository.merge(1);
  expect(partly).toMatchObject({ code: 4, outputs: { result: 'failed', digest: planned.outputs['digest'] } });
  expect(applied(partly)).toMatchObject({ sandbox: { applied: 3, failed: 1, skipped: 1 } });
  expect(repository.comments(1)).toEqual([
    expect.stringContaining(
      '> **Not everything was applied.** Run this job again: it applies the rest of the reviewed plan and nothing else.',
    ),
  ]);
  expect(repository.comments(1)[0]).toContain(`digest \`${planned.outputs['digest']}\``);
  const before = await repository.writes();
  const rest = await repository.applyAgain(1);
  expect(rest).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(applied(rest)).toMatchObject({ sandbox: { applied: 2, failed: 0 } });
  expect((await repository.writes()).slice(before.length)).toEqual(['createProperty', 'createSubscription']);
});

test('an apply with an uncertain call names the settle command, and continues afterwards', async () => {
  await repository.write({});
  await repository.push(1);
  repository.service.faults.add({ do: 'drop-after', endpoint: 'createSubscription' });
  repository.service.faults.add({ do: 'status', endpoint: 'createEventProperty', status: 400 });
  expect(await repository.merge(1)).toMatchObject({ code: 5, outputs: { result: 'failed' } });
  const [comment = ''] = repository.comments(1);
  expect(comment).toContain('Settle the uncertain changes first, as described below.');
  expect(comment).toMatch(
    /- \*\*uncertain\*\* create .*`trueup ledger settle webhook-subscription:2001\/contact\.propertyChange/,
  );
  const before = await repository.writes();
  // An open call must not be repeated, so the remaining plan differs from the reviewed rest.
  expect((await repository.applyAgain(1)).code).toBe(6);
  await settle('webhook-subscription:2001/contact.propertyChange/loyaltytier');
  expect(await repository.applyAgain(1)).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect((await repository.writes()).slice(before.length)).toEqual(['createEventProperty']);
});

test('a call that needs a person keeps the nightly issue open until it is settled', async () => {
  await repository.write({});
  await repository.push(1);
  repository.service.faults.add({ do: 'drop-after', endpoint: 'createSubscription' });
  expect((await repository.merge(1)).code).toBe(5);
  const { issues } = repository.standIn.state;
  expect(await repository.drift()).toMatchObject({ code: 0, outputs: { result: 'neutral', 'has-changes': 'false' } });
  expect(await repository.drift({ 'fail-on': 'changes' })).toMatchObject({ code: 5, outputs: { result: 'failed' } });
  expect(issues).toMatchObject([{ state: 'open', title: 'Drift in sandbox' }]);
  expect(issues[0]?.body).toContain('No drift seen');
  expect(issues[0]?.body).toContain('trueup ledger settle webhook-subscription:2001/contact.propertyChange');
  await settle('webhook-subscription:2001/contact.propertyChange/loyaltytier');
  expect(await repository.drift()).toMatchObject({ code: 0, outputs: { result: 'passed' } });
  expect(issues).toMatchObject([{ state: 'closed' }]);
});

/** Settles the open call, as a person does after a look into the account. */
async function settle(address: Address): Promise<void> {
  const env = { GITHUB_REPOSITORY: REPOSITORY, GITHUB_API_URL: repository.standIn.url, GITHUB_TOKEN: HOST_TOKEN };
  const ledger = openLedger({ location: `branch:${BRANCH}`, account: 'sandbox', env, newId: randomUUID });
  const config = await loadProject(['trueup.yaml'], { cwd: repository.workspace });
  const reconciler = createReconciler({ config, env: TOKEN, ledger: ledger.store });
  await reconciler.ledger.settle([address], 'applied');
  await reconciler.close();
  await ledger.close();
}

/** A project whose last call can be read back. */
function groupAlone(url: string): string {
  return `${sandboxText(url)}objects:
  contacts:
    groups:
      loyalty:
        displayName: Loyalty programme
        properties:
          points: { label: Points, type: number, fieldType: number }
`;
}
