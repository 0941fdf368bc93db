/** `trueup fleet work`: lets what runs end if it is told to end, and asks a gate with its token. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { StopSignal } from '../../../src/cli/world.ts';
import { aFleet, begun, ENV, until } from './made.ts';

/** A gate that answers as it is told, and what it was sent. */
async function aGate() {
  const asked: { readonly token: string | undefined; readonly body: unknown }[] = [];
  const gate = { status: 503, asked, host: '' };
  const server = createServer(async (request, reply) => {
    const body = await new Response(request as unknown as ReadableStream).json();
    asked.push({ token: request.headers.authorization, body });
    reply.writeHead(gate.status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  gate.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gate;
}

/** Each command opens the database in its folder. */
const PATIENT = { timeout: 180_000 };
const TOKEN = { TRUEUP_FLEET_GATE_TOKEN: 'canary-gate-token' };

test('a worker waits for a gate, and ends by SIGTERM with nothing lost', PATIENT, async () => {
  const gate = await aGate();
  let deliver: (signal: StopSignal) => void = () => undefined;
  const env = { ...ENV, ...TOKEN, TRUEUP_FLEET_GATE_HOST: gate.host };
  const made = await aFleet(env, { signals: (given) => (deliver = given) });
  const { shell, service } = made;
  await begun(made, '--gate', `http://${gate.host}/?key=canary-in-address`);
  const working = shell.run('fleet', 'work');
  // The first answer is recorded when the second question is asked.
  await until(() => gate.asked.length > 1);
  const [{ token, body } = {}] = gate.asked;
  expect([token, body]).toEqual([
    'Bearer canary-gate-token',
    { rollout: expect.any(String), wave: 2, states: { applied: 2 } },
  ]);
  deliver('SIGTERM');
  const { code, stderr, stdout } = await working;
  expect([code, stdout]).toEqual([0, expect.stringContaining('2 accounts run.')]);
  expect(stderr).toContain('To go on:');

  // Nobody works, and the gate has said no.
  const held = await shell.run('fleet', 'status');
  expect(held.stdout.replaceAll('\n', ' ')).toContain(
    `The gate has not opened the next wave. The gate ${gate.host} answered 503. No worker is running to ask it again.`,
  );
  expect(`${held.stdout}${stderr}`).not.toContain('canary');
  gate.status = 200;
  expect((await shell.run('fleet', 'work', '--until-done')).code).toBe(0);
  expect((await shell.json('fleet', 'status')).document).toMatchObject({ phase: 'done', states: { applied: 4 } });
  for (const hubId of [5001, 5002, 5003, 5004])
    expect(JSON.stringify(await service.snapshot(hubId))).toContain('"Loyalty"');
});

test('the token of the gate goes to its host alone', PATIENT, async () => {
  const gate = await aGate();
  const made = await aFleet({ ...ENV, ...TOKEN });
  await begun(made, '--gate', `http://${gate.host}/`);
  const unpinned = await made.shell.run('fleet', 'work', '--until-done');
  expect([unpinned.code, unpinned.stderr]).toEqual([1, expect.stringContaining('TRUEUP_FLEET_GATE_HOST')]);
  expect((await made.shell.run('fleet', 'status')).code).toBe(0);
  expect(gate.asked).toEqual([]);
});
