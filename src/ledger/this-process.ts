/** The running process as the holder of a lock, and its knowledge of other holders: pid, start and PID namespace. */

import { readFile, readlink } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import type { NewId } from '../contract/clock.ts';
import { defined } from '../contract/defined.ts';
import type { Self } from './disk.ts';

/** This process as others read it in a lock. `owner`: the user of the machine when left out. */
export async function thisProcess(newId: NewId, owner = userName()): Promise<Self> {
  const started = await readStart(process.pid);
  const namespace = await readNamespace(newId);
  return {
    ...{ owner, host: hostname(), pid: process.pid, alive },
    ...defined({ started, namespace }),
  };
}

/** Returns false only if the system reports that the process does not exist, or that a later process has its pid. */
async function alive(holder: { readonly pid: number; readonly started?: string }): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  const started = await readStart(holder.pid);
  return started === undefined || holder.started === undefined || started === holder.started;
}

/**
 * Returns the boot and the PID namespace. Containers of one host see other processes with the same pids, and so do machines with the same
 * name. If Linux does not tell it, the namespace is unique. Returns undefined on systems with one namespace.
 */
async function readNamespace(newId: NewId): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const [boot, name] = [await bootId(), await readlink('/proc/self/ns/pid').catch(() => undefined)];
  return boot === undefined || name === undefined ? `unknown/${newId()}` : `${boot}/${name}`;
}

/** Returns boot and start time of a process if the system has them as files. Returns undefined otherwise. */
async function readStart(pid: number): Promise<string | undefined> {
  try {
    // A /proc of another namespace shows other processes under these numbers.
    if ((await readlink('/proc/self')) !== String(process.pid)) return undefined;
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await bootId();
    // The second member is the command in parentheses and may hold blanks; the start time is the 22nd.
    const ticks = line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined || boot === undefined ? undefined : `${boot}/${ticks}`;
  } catch {
    return undefined;
  }
}

async function bootId(): Promise<string | undefined> {
  const text = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => undefined);
  return text?.trim();
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'someone';
  }
}
