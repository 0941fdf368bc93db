import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createService } from '../../src/service/index.ts';
import { send } from './harness.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'trueup-service-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const contacts = { object_type: 'contacts' };
const property = (name: string) => ({
  name,
  label: name,
  groupName: 'contactinformation',
  type: 'string',
  fieldType: 'text',
});

/** Program that runs a service and prints its address. */
const PROGRAM = `
import { startService } from ${JSON.stringify(new URL('../../src/service/index.ts', import.meta.url).href)};
const { url } = await startService({ dataDir: process.argv[1], rateLimit: false });
console.log(url);
`;

async function runService(dataDir: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url: String(url) };
}

describe('a service with a data folder', () => {
  it('finds everything again that it answered, tokens included, after an orderly end', async () => {
    const dataDir = join(root, 'orderly');
    const first = await createService({ dataDir, rateLimit: false });
    await first.addAccount({ hubId: 7007 });
    const { accessToken } = await first.issueToken({ hubId: 7007, appId: 2001 });
    await send(first, 'createProperty', { params: contacts, body: property('tier'), token: accessToken });
    const before = [await first.snapshot(1001), await first.snapshot(7007)];
    await first.close();
    const second = await createService({ dataDir, rateLimit: false });
    expect([await second.snapshot(1001), await second.snapshot(7007)]).toEqual(before);
    const again = await send(second, 'createProperty', {
      params: contacts,
      body: property('tier'),
      token: accessToken,
    });
    expect(again.status).toBe(409);
    await second.close();
  });

  it('leaves the development account as it was changed', async () => {
    const dataDir = join(root, 'development');
    const first = await createService({ dataDir });
    await send(first, 'deleteRefreshToken', { params: { token: 'trueup-dev-refresh' } });
    await first.admin(1001).deleteProperty('contacts', 'phone');
    const before = await first.snapshot(1001);
    await first.close();
    const second = await createService({ dataDir });
    expect(await second.snapshot(1001)).toEqual(before);
    expect((await send(second, 'deleteRefreshToken', { params: { token: 'trueup-dev-refresh' } })).status).toBe(404);
    await second.close();
  });

  it('holds tokens, codes and secrets as hashes only', async () => {
    const dataDir = join(root, 'hashes');
    const service = await createService({ dataDir });
    const issued = await service.issueToken({ hubId: 1001, appId: 2001 });
    await service.close();
    const files = await Promise.all((await readdir(dataDir)).map((file) => readFile(join(dataDir, file), 'latin1')));
    const text = files.join('');
    for (const secret of [issued.accessToken, issued.refreshToken, 'trueup-dev-token', 'trueup-dev-secret']) {
      expect(text.includes(secret)).toBe(false);
    }
    expect(text.includes('trueup-dev')).toBe(true);
  });

  it('keeps folder, database and log for its user alone, files of an earlier version too', async () => {
    const dataDir = join(root, 'private');
    const modes = async () =>
      Object.fromEntries(
        await Promise.all(
          ['', ...(await readdir(dataDir)).toSorted()].map(
            async (name) => [name, ((await stat(join(dataDir, name))).mode & 0o777).toString(8)] as const,
          ),
        ),
      );
    const mask = process.umask(0o022);
    try {
      const first = await createService({ dataDir });
      expect(await modes()).toEqual({ '': '700', 'service.db': '600', 'service.db-wal': '600' });
      const { child } = await runService(join(root, 'private-killed'));
      child.kill('SIGKILL');
      await once(child, 'exit');
      await first.close();
      await cp(join(root, 'private-killed'), dataDir, { recursive: true });
      for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o644);
      const second = await createService({ dataDir });
      expect(await modes()).toEqual({ '': '700', 'service.db': '600', 'service.db-wal': '600' });
      await second.close();
    } finally {
      process.umask(mask);
    }
  });

  it('refuses a folder of a running service, and accepts it after the service ended', async () => {
    const dataDir = join(root, 'taken');
    const { child } = await runService(dataDir);
    await expect(createService({ dataDir })).rejects.toMatchObject({ code: 'data-folder-unusable' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await createService({ dataDir })).close();
  });

  it('refuses a foreign file, and a folder that cannot be created', async () => {
    const dataDir = join(root, 'foreign');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'service.db'), 'not a database, and long enough to be looked at');
    await expect(createService({ dataDir })).rejects.toMatchObject({ code: 'data-folder-unusable' });
    const below = join(dataDir, 'service.db', 'below');
    await expect(createService({ dataDir: below })).rejects.toMatchObject({ code: 'data-folder-unusable' });
  });

  it('rejects the folder of another version', async () => {
    const dataDir = join(root, 'other-version');
    await (await createService({ dataDir })).close();
    const database = new DatabaseSync(join(dataDir, 'service.db'));
    database.exec("update meta set value = '1' where name = 'format'");
    database.close();
    await expect(createService({ dataDir })).rejects.toMatchObject({ code: 'data-folder-format' });
  });

  it('killed in the middle of writes has kept every write that it answered', async () => {
    const dataDir = join(root, 'killed');
    const { child, url } = await runService(dataDir);
    const answered: string[] = [];
    const headers = { authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' };
    const write = async (worker: number) => {
      for (let index = 0; ; index += 1) {
        const name = `w${worker}n${index}`;
        const reply = await fetch(`${url}/properties/v2/contacts/properties`, {
          method: 'POST',
          headers,
          body: JSON.stringify(property(name)),
        }).catch(() => undefined);
        if (reply === undefined) return;
        expect(reply.status).toBe(201);
        answered.push(name);
        if (answered.length === 40) child.kill('SIGKILL');
      }
    };
    await Promise.all([write(1), write(2), write(3)]);
    const service = await createService({ dataDir });
    const kept = (await service.snapshot(1001)).properties['contacts']?.map(({ name }) => name) ?? [];
    await service.close();
    expect(answered.length).toBeGreaterThanOrEqual(40);
    expect(answered.filter((name) => !kept.includes(name))).toEqual([]);
  });
});

describe('calls at the same time', () => {
  it('create one property if they have the same name', async () => {
    const service = await createService({ rateLimit: false });
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send(service, 'createProperty', { params: contacts, body: property('tier') })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
    await service.close();
  });
});
