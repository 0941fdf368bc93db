/** Two accounts of one service whose custom object and association label have other ids, and a project for both. */

import { createReconciler, parseProject, type Reconciler, type ReconcilerOptions } from '../../../src/index.ts';
import { memoryDisk } from '../../../src/ledger/memory-store.ts';
import { type AccountSnapshot, createService, type Service } from '../../../src/service/index.ts';
import { ledgerOn } from '../../laws/world.ts';
import { counting, type TestClock, testClock } from '../../ledger/clock.ts';

export const HUBS = [1001, 1002] as const;
export type Hub = (typeof HUBS)[number];

/** The id of the object in each account. */
export const CARS = { 1001: '2-11', 1002: '2-22' } as const;
/** The id of the label `Board member` from contacts to companies in each account. */
export const BOARD = { 1001: 1, 1002: 5 } as const;

export const LABELS = '/crm/associations/2026-03/contacts/companies/labels';

export interface NamesWorld {
  readonly service: Service;
  /** Clock of the service and of the reconcilers. */
  readonly clock: TestClock;
  reconciler(hub: Hub, text: string, more?: Partial<ReconcilerOptions>): Reconciler;
  snapshot(hub: Hub): Promise<AccountSnapshot>;
  /** A colleague's request, which succeeds. */
  colleague(hub: Hub, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<void>;
  /** A colleague gives types of contacts to companies these labels, one after the other. */
  relabel(hub: Hub, ...labels: readonly (readonly [typeId: number, label: string])[]): Promise<void>;
  /** Returns the endpoints and paths called since the last time. Calls that identify the token are left out. */
  called(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export async function aNamesWorld(): Promise<NamesWorld> {
  const clock = testClock();
  const label = (name: string, text: string) => ({ from: 'contacts', to: 'companies', name, label: text });
  const service = await createService({
    clock,
    rateLimit: false,
    seed: {
      accounts: [
        {
          hubId: 1001,
          objectTypes: [
            { id: CARS[1001], name: 'cars' },
            { id: '2-12', name: 'boats' },
          ],
          associationLabels: [label('board', 'Board member')],
          privateAppTokens: [{ token: tokenOf(1001) }],
        },
        {
          hubId: 1002,
          objectTypes: [{ id: CARS[1002], name: 'cars' }],
          associationLabels: [label('first', 'Owner'), label('second', 'Tenant'), label('board', 'Board member')],
          privateAppTokens: [{ token: tokenOf(1002) }],
        },
      ],
    },
  });
  const newId = counting('i');
  const disks = { 1001: memoryDisk(clock), 1002: memoryDisk(clock) };
  let seen = 0;
  const colleague: NamesWorld['colleague'] = async (hub, method, path, body) => {
    const headers = { authorization: `Bearer ${tokenOf(hub)}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const { status } = await service.transport.send({ method, url: `http://127.0.0.1${path}`, headers, ...sent });
    if (status > 204) throw new Error(`${method} ${path} was refused with ${status}.`);
  };
  return {
    colleague,
    relabel: async (hub, ...labels) => {
      for (const [associationTypeId, label] of labels)
        await colleague(hub, 'PUT', LABELS, { associationTypeId, label });
    },
    service,
    clock,
    reconciler: (hub, text, more = {}) =>
      createReconciler({
        config: parseProject([{ path: 'trueup.yaml', text: `version: 1\n${text}` }]),
        env: {
          TRUEUP_BASE_URL: 'http://127.0.0.1',
          TRUEUP_ACCESS_TOKEN: tokenOf(hub),
          TRUEUP_SURFACE: 'dated',
        },
        ledger: ledgerOn(disks[hub], clock, newId),
        transport: service.transport,
        clock,
        newId,
        ...more,
      }),
    snapshot: (hub) => service.snapshot(hub),
    called: async () => {
      const all = (await service.calls()).map(({ endpoint, method, path }) => ({
        endpoint,
        call: `${method} ${path}`,
      }));
      const fresh = all.slice(seen);
      seen = all.length;
      return fresh.filter(({ endpoint }) => !/token|account/i.test(endpoint ?? '')).map(({ call }) => call);
    },
    close: () => service.close(),
  };
}

function tokenOf(hub: Hub): string {
  return `pat-na1-names-${hub}`;
}
