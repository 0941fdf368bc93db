import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moment } from '../../src/model/moment.ts';

const HOLDER = fileURLToPath(new URL('./holder.ts', import.meta.url));
/** Command that starts a PID namespace, as a container does. A user without rights also gets a user namespace. */
const UNSHARE = [
  ['--pid', '--fork', '--mount-proc', '--kill-child'],
  ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc', '--kill-child'],
].find((flags) => {
  try {
    execFileSync('unshare', [...flags, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

const children: ChildProcessWithoutNullStreams[] = [];
let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'trueup-namespaces-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(dir, { recursive: true });
});

/** Starts a holder. Returns its first output and a function that ends it. */
async function holder(within: readonly string[] = []) {
  const [program = '', ...words] = [...within, process.execPath, HOLDER, dir];
  const child = spawn(program, words, { stdio: 'pipe' });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const said = async () => String((await lines.next()).value);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    first: await said(),
    async release() {
      child.stdin.end();
      return said();
    },
    kill() {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

describe.skipIf(UNSHARE === undefined)('a lock of a process in another PID namespace of the same host', () => {
  const container = ['unshare', ...(UNSHARE ?? [])];
  const lockFile = () => join(dir, 'sandbox.lock');

  it.each([
    ['another container', container],
    ['the host', []],
  ])('is refused to %s, even if its process is invisible', async (_, within) => {
    const first = await holder(container);
    expect(first.first).toBe('locked');
    const { owner, pid, at } = JSON.parse(await readFile(lockFile(), 'utf8'));
    const refused = [
      'ledger-locked',
      `The ledger is locked by ${owner} (process ${pid} on ${hostname()}) for apply since ${moment(at)}.`,
      'Wait until that run is over. Its process is not visible here: it is in another container, or from before a restart of this machine. ' +
        `If you are sure that it has ended (its container is stopped), delete ${lockFile()}.`,
    ];
    expect(JSON.parse((await holder(within)).first)).toEqual(refused);
    await first.kill();
    expect(JSON.parse((await holder(within)).first)).toEqual(refused);
    await rm(lockFile());
    expect((await holder(within)).first).toBe('locked');
  });

  it('is given back by the process that took it', async () => {
    const first = await holder(container);
    expect([first.first, await first.release()]).toEqual(['locked', 'released']);
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('a lock of a process in the same PID namespace', () => {
  it('is taken over once that process was killed', async () => {
    const first = await holder();
    expect(first.first).toBe('locked');
    expect(JSON.parse((await holder()).first)[0]).toBe('ledger-locked');
    await first.kill();
    expect((await holder()).first).toBe('locked');
  });
});
