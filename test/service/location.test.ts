import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createService, storeLocation } from '../../src/service/index.ts';
import { aShell } from '../support/world.ts';

const PASSWORD = 'hunter2-of-ada';

describe('the data location of a service', () => {
  it.each(['', '  ', '\n'])('is missing if it is %j', (location) => {
    expect(() => storeLocation(location)).toThrow('The place where data is stored is empty.');
  });

  it.each([
    ['a file', 'notes.txt', 'notes.txt is not a folder'],
    ['a path below a file', 'notes.txt/data/deep', 'notes.txt is not a folder'],
    ['a device', '/dev/null', '/dev/null is not a folder'],
    ['a path below a device', '/dev/null/x', '/dev/null is not a folder'],
    ['a folder that takes none', '/proc/x/y', 'the folder /proc/x cannot be created (ENOENT)'],
  ])('is not %s', { skip: process.platform !== 'linux' }, async (_, location, why) => {
    const shell = await aShell();
    await shell.write('notes.txt', 'text');
    const { code, stderr } = await shell.run('serve', '--port', '0', '--data', location);
    expect(code).toBe(1);
    expect(stderr.replaceAll(`${shell.cwd}/`, '')).toBe(
      `error: The service cannot store its data in ${location}: ${why}. [data-folder-unusable]\nhelp:  Use a folder that exists or that can be created.\n`,
    );
  });

  it.each([
    [`postgres://ada:${PASSWORD}@db.example/crm`, 'the database crm on db.example'],
    [`Postgres://ada:${PASSWORD}@db.example:5433/crm`, 'the database crm on db.example:5433'],
    [`POSTGRESQL://ada:${PASSWORD}@db.example/crm`, 'the database crm on db.example'],
    [`postgresql://db.example/crm?user=ada&password=${PASSWORD}`, 'the database crm on db.example'],
    [`postgres:///crm?host=/run/postgresql&password=${PASSWORD}`, 'the database crm on /run/postgresql'],
    [`postgres://ada:${PASSWORD}@/crm?host=/run/postgresql&port=6000`, 'the database crm on /run/postgresql:6000'],
    [`postgres://ada:${PASSWORD}@?host=/run/postgresql`, 'the default database on /run/postgresql'],
    [`postgres://%2Frun%2Fpostgresql/crm?password=${PASSWORD}`, 'the database crm on /run/postgresql'],
    [`postgres://ada:${PASSWORD}%40%2F%23%3F@[::1]:5432/crm%20one`, 'the database crm one on [::1]:5432'],
    [`postgres://ada:${PASSWORD}@one@db.example/crm`, 'the database crm on db.example'],
    [`  postgres://ada:${PASSWORD}@db.example/crm\n`, 'the database crm on db.example'],
    ['postgres://', 'the default database'],
  ])('is a database with host and name only to be shown: %s', (text, shown) => {
    const location = storeLocation(text);
    expect(location).toMatchObject({ kind: 'database', shown });
    expect(JSON.stringify(location)).not.toContain(PASSWORD);
  });

  it.each([
    [`mysql://ada:${PASSWORD}@db.example/crm`, 'Data cannot be stored in an address that starts with mysql://.'],
    [`HTTPS://ada:${PASSWORD}@db.example/crm`, 'Data cannot be stored in an address that starts with https://.'],
    ['file:///srv/data', 'Data cannot be stored in an address that starts with file://.'],
    [`postgres:ada:${PASSWORD}@db.example/crm`, 'The database address is malformed.'],
    [`postgres:/ada:${PASSWORD}@db.example/crm`, 'The database address is malformed.'],
    [`postgres://ada:${PASSWORD}/x@db.example/crm`, 'The database address is malformed.'],
    [`postgres://ada:12/${PASSWORD}@db.example/crm`, 'The database address is malformed.'],
    [`postgres://ada:12?${PASSWORD}@db.example/crm`, 'The database address is malformed.'],
    [`postgres://ada:12#${PASSWORD}@db.example/crm`, 'The database address is malformed.'],
    [`postgres://ada:${PASSWORD}@db.example:port/crm`, 'The database address is malformed.'],
  ])('is refused without repeating the address: %s', (text, message) => {
    const refused = { code: 'database-address-invalid', message };
    expect(() => storeLocation(text)).toThrow(expect.objectContaining(refused));
    expect(() => storeLocation(text)).not.toThrow(PASSWORD);
  });

  it.each(['data', './postgres', '/srv/trueup', 'C:\\data', 'a:b'])('is a folder: %s', (text) => {
    expect(storeLocation(text)).toEqual({ kind: 'folder', path: text });
  });

  it('never shows a password, however it is written', () => {
    const special = fc.constantFrom('@', '/', '?', '#', ':', '%', '&', '=', ' ', '[', ']', '%40', '@/');
    const password = fc.tuple(special, special).map(([one, other]) => `${one}Pa55${other}w0rd${one}`);
    fc.assert(
      fc.property(password, fc.constantFrom('', 'ada'), (text, user) => {
        const shown = [`postgres://${user}:${text}@db.example/crm`, `postgres://db.example/crm?password=${text}`].map(
          (address) => {
            try {
              const location = storeLocation(address);
              return location.kind === 'database' ? location.shown : 'folder';
            } catch (error) {
              return String(error);
            }
          },
        );
        expect(shown.join()).not.toMatch(/Pa55|w0rd|folder/);
      }),
    );
  });
});

describe('the library', () => {
  it('refuses an address as a folder, and another scheme as a database', async () => {
    await expect(createService({ dataDir: `postgres://ada:${PASSWORD}@db.example/crm` })).rejects.toMatchObject({
      code: 'database-address-invalid',
      message: 'The data folder is a database address.',
      hint: 'Pass it as `database`.',
    });
    await expect(createService({ database: `mysql://ada:${PASSWORD}@db.example/crm` })).rejects.toMatchObject({
      code: 'database-address-invalid',
    });
  });
});

describe('serve --data', () => {
  it.each([
    `Postgres://ada:${PASSWORD}@127.0.0.1:1/crm`,
    `postgresql://127.0.0.1:1/crm?user=ada&password=${PASSWORD}`,
    `postgres://ada:${PASSWORD}@127.0.0.1:1/crm?sslmode=verify-full&sslrootcert=/nowhere/${'root.pem'}`,
    `postgres://ada:${PASSWORD}@/crm?host=/nowhere`,
    `postgres://ada:12/${PASSWORD}@db.example/crm`,
    `mongodb+srv://ada:${PASSWORD}@db.example/crm`,
  ])('fails, creates no folder and hides the login: %s', async (data) => {
    const shell = await aShell({ env: { TRUEUP_DEBUG: '1' } });
    const { code, stdout, stderr } = await shell.run('serve', '--port', '0', '--data', data);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/\[database-(unusable|address-invalid)\]/);
    expect(stderr).not.toMatch(/hunter2|\bada\b/);
    expect(await readdir(shell.cwd)).toEqual([]);
  });

  it('says which folder keeps everything', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trueup-serve-'));
    const told = Promise.withResolvers<string>();
    let stop: () => void = () => undefined;
    const shell = await aShell({
      watch: told.resolve,
      signals: (deliver) => {
        stop = () => deliver('SIGTERM');
      },
    });
    const serving = shell.run('serve', '--port', '0', '--data', folder);
    expect(await told.promise).toContain(`Data is kept in ${folder}.`);
    stop();
    expect((await serving).code).toBe(0);
  });
});
