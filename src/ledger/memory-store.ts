/** A ledger store that lives as long as the process: for library users who store the ledger elsewhere, and for tests. */

import type { Clock, NewId } from '../contract/clock.ts';
import { requireOptions } from '../errors.ts';
import type { LedgerStore } from '../model/ledger.ts';
import type { Disk } from './disk.ts';
import { STORE_NEEDS, storeOn } from './store.ts';

export interface MemoryStoreOptions {
  /** Name of the account. */
  readonly name: string;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly owner?: string | undefined;
}

/** @throws UsageError `options-missing` */
export function memoryStore(options: MemoryStoreOptions): LedgerStore {
  requireOptions('memoryStore', options, STORE_NEEDS);
  const { name, clock, newId, owner = 'this process' } = options;
  const self = { owner, host: 'memory', pid: 0, alive: async () => true };
  return storeOn({ disk: memoryDisk(clock), name, clock, newId, self });
}

/** A disk of texts; what two stores share of it is shared by them as a folder would be. */
export function memoryDisk(clock: Clock): Disk {
  const files = new Map<string, { readonly text: string; readonly at: number }>();
  const write = (file: string, text: string) => files.set(file, { text, at: clock.now() });
  return {
    location: 'memory',
    list: async () => [...files.keys()],
    read: async (file) => files.get(file)?.text,
    replace: async (file, text) => void write(file, text),
    async create(file, text) {
      if (files.has(file)) return false;
      write(file, text);
      return true;
    },
    remove: async (file) => void files.delete(file),
    modifiedAt: async (file) => files.get(file)?.at,
    async openAppend(file) {
      if (!files.has(file)) write(file, '');
      let own = files.get(file)?.text ?? '';
      const keep = (text: string) => {
        const isNamed = files.get(file)?.text === own;
        own = text;
        if (isNamed) write(file, text);
      };
      return {
        append: async (more) => keep(own + more),
        truncate: async (bytes) => keep(Buffer.from(own).subarray(0, bytes).toString()),
        size: async () => (files.get(file)?.text === own ? Buffer.byteLength(own) : undefined),
        own: async () => own,
        close: async () => undefined,
      };
    },
  };
}
