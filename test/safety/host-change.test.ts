import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { planDigest } from '../../src/index.ts';
import { parseHost } from '../../src/model/host.ts';
import { exitOfError } from '../../src/report/exit.ts';
import { startService } from '../../src/service/index.ts';
import { ALL_KINDS } from '../laws/samples.ts';
import { aWorld, ENV, type World, watched } from '../laws/world.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

const MOVED = 'https://crm.example.com';
const CONSENT = { risk: 'host-change', address: MOVED } as const;

describe('the host of a base URL', () => {
  it.each([
    ['http://127.0.0.1:4010', 'http://localhost'],
    ['https://localhost', 'http://localhost'],
    ['http://[::1]:9', 'http://localhost'],
    ['https://api.hubapi.com', 'https://api.hubapi.com'],
    ['https://api-eu1.hubapi.com/', 'https://api.hubapi.com'],
    ['https://api-eu1.hubapi.com:8443', 'https://api-eu1.hubapi.com:8443'],
    ['http://api-eu1.hubapi.com', 'http://api-eu1.hubapi.com'],
    ['https://api-eu1.hubapi.com.example.com', 'https://api-eu1.hubapi.com.example.com'],
    ['https://apieu1.hubapi.com', 'https://apieu1.hubapi.com'],
    ['https://127.0.0.1.example.com', 'https://127.0.0.1.example.com'],
    ['https://CRM.example.com:443/', 'https://crm.example.com'],
    ['https://crm.example.com/api/', 'https://crm.example.com/api'],
    ['no address', 'no address'],
  ])('%s is %s', (baseUrl, host) => expect(parseHost(baseUrl)).toBe(host));
});

describe('a base URL that leads to another host than the ledger', () => {
  let world: World;
  const paths: string[] = [];
  beforeEach(async () => {
    world = await aWorld();
    const first = world.reconciler(ALL_KINDS);
    await first.apply(await first.plan());
    paths.length = 0;
  });
  afterEach(() => world.close());

  const moved = (baseUrl = MOVED) =>
    world.reconciler(ALL_KINDS, {
      env: { ...ENV, TRUEUP_BASE_URL: baseUrl },
      allowedHosts: ['localhost', 'crm.example.com'],
      transport: watched(world.service.transport, (_request, path) => void paths.push(path)),
    });
  const pinned = async () => (await moved().ledger.read()).account.host;

  it('is refused before any token is sent by every command that uses the ledger', async () => {
    const refused = {
      code: 'refused',
      findings: [
        {
          code: 'host-changed',
          severity: 'error',
          message: `The ledger of default was written for http://localhost, but the base URL points to ${MOVED}: resources that cannot be read there would count as unchanged.`,
          fix: [{ action: 'use-ledger' }, { action: 'allow', ...CONSENT }],
        },
      ],
    };
    const other = { ...CONSENT, address: 'https://other.example.com' };
    for (const act of [
      () => moved().plan(),
      () => moved().plan({ allow: [other] }),
      () => moved().revert(),
      () => moved().drift(),
      () => moved().list(),
    ]) {
      const error: unknown = await act().catch((reason: unknown) => reason);
      expect(error).toMatchObject(refused);
      expect(exitOfError(error)).toBe(3);
    }
    expect(paths).toEqual([]);
    expect(await pinned()).toBe('http://localhost');
  });

  it('is refused by every command that records the state of the other host', async () => {
    const before = await moved().ledger.read();
    const [address] = Object.values(before.records).map((record) => record.address);
    if (address === undefined) throw new Error('The ledger has no record.');
    for (const act of [
      () => moved().ledger.adopt([address]),
      () => moved().ledger.adopt([address], { overwrite: true }),
      () => moved().ledger.settle([address], 'applied'),
      () => moved().ledger.forget([address]),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'refused', findings: [{ code: 'host-changed' }] });
    }
    expect(paths).toEqual([]);
    expect(await moved().ledger.read()).toEqual(before);
    expect(await moved().ledger.holder()).toBeUndefined();
    await world.reconciler(ALL_KINDS).ledger.forget([address]);
  });

  it('is pinned by an apply with consent, even for an empty plan', async () => {
    const plan = await moved().plan({ allow: [CONSENT] });
    expect([plan.calls, plan.hostChange]).toEqual([[], { from: 'http://localhost', to: MOVED }]);
    expect(plan.findings).toContainEqual(
      expect.objectContaining({
        code: 'host-changed',
        severity: 'warning',
        message: `The ledger was written for http://localhost: apply pins ${MOVED} in it.`,
      }),
    );
    await moved().apply(plan);
    expect(await pinned()).toBe(MOVED);
    const next = await moved().plan();
    expect([next.calls, next.hostChange]).toEqual([[], undefined]);
    await expect(world.reconciler(ALL_KINDS).plan()).rejects.toMatchObject({ code: 'refused' });
  });

  it('is accepted only from a saved plan with this consent', async () => {
    const plan = await moved().plan({ allow: [CONSENT] });
    const { hostChange: _, ...without } = plan;
    await expect(moved().apply({ ...without, allowed: [] }, { saved: true })).rejects.toMatchObject({
      code: 'refused',
      findings: [{ code: 'host-changed' }],
    });
    await expect(moved().apply({ ...plan, allowed: [] })).rejects.toMatchObject({
      findings: [{ code: 'host-changed' }],
    });
    await expect(moved().apply(without, { saved: true })).rejects.toMatchObject({
      findings: [{ code: 'plan-altered' }],
    });
    await moved().apply(plan, { reviewed: planDigest(plan) });
    expect(await pinned()).toBe(MOVED);
  });

  it('accepts another port of this machine, and a ledger without a host', async () => {
    expect((await moved('http://[::1]:4711').plan()).calls).toEqual([]);
    // Removes the host from the ledger of the account and of its app.
    for (const file of (await world.disk.list()).filter((name) => name.endsWith('.ledger.json'))) {
      const text = (await world.disk.read(file)) ?? '';
      const old = text.replace(/ {4}"host": "http:\/\/localhost",\n/, '');
      expect(old).not.toBe(text);
      await world.disk.replace(file, old);
    }
    const plan = await moved().plan();
    expect([plan.calls, plan.hostChange]).toEqual([[], undefined]);
    await moved().apply(plan);
    expect(await pinned()).toBe(MOVED);
  });
});

describe('the command line', () => {
  it('refuses a moved host until a flag consents to it', async () => {
    const service = await startService();
    const shell = await aShell({ env: TOKEN });
    const file = join('.trueup', 'sandbox.ledger.json');
    await shell.write('trueup.yaml', projectText(service.url));
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
    const text = await readFile(join(shell.cwd, file), 'utf8');
    await shell.write(file, text.replace('http://localhost', 'https://api.hubapi.com'));
    for (const words of [['plan'], ['apply', '--auto-approve'], ['drift']]) {
      const { code, stderr } = await shell.run(...words);
      expect([code, stderr.includes('[host-changed]')], stderr).toEqual([3, true]);
    }
    await shell.write('trueup.yaml', `${projectText(service.url)}policy: { allow: [host-change] }\n`);
    expect((await shell.run('validate')).stdout).toContain('A host change cannot be allowed in the files.');
    await shell.write('trueup.yaml', projectText(service.url));
    const unnamed = await shell.run('plan', '--allow', 'host-change');
    expect([unnamed.code, unnamed.stderr]).toEqual([1, expect.stringContaining('host-change=https://')]);

    const consent = ['--allow', `host-change=${service.url}`];
    const planned = await shell.run('plan', ...consent);
    expect([planned.code, planned.stdout]).toEqual([
      0,
      expect.stringContaining('Apply pins http://localhost in the ledger.'),
    ]);
    expect((await shell.run('apply', '--auto-approve', ...consent)).code).toBe(0);
    expect(await shell.run('plan', '--quiet')).toMatchObject({ code: 0, stdout: 'Nothing to do.\n' });
    await service.close();
  });
});
