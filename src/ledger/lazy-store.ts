/** A store that is created on first use: the holder of its lock must be determined first, which a factory cannot wait for. */

import type { StoreWithApps } from './store.ts';

export function lazyStore(make: () => Promise<StoreWithApps>): StoreWithApps {
  let made: Promise<StoreWithApps> | undefined;
  const store = () => {
    // A failure is tried again at the next use, for long-lived processes.
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return {
    location: async () => (await store()).location?.(),
    ofApp: (app) => lazyStore(async () => (await store()).ofApp(app)),
    others: async () => (await store()).others?.() ?? [],
    appsKnown: async () => (await store()).appsKnown?.() ?? [],
    neighbours: async () => (await store()).neighbours?.() ?? [],
    sharers: async (app) => (await store()).sharers?.(app) ?? [],
    isThere: async () => (await store()).isThere?.() ?? true,
    read: async () => (await store()).read(),
    history: async () => (await store()).history(),
    holder: async () => (await store()).holder(),
    lock: async (purpose) => (await store()).lock(purpose),
    append: async (entries) => (await store()).append(entries),
    compact: async (account) => (await store()).compact(account),
    repair: async () => (await store()).repair(),
  };
}
