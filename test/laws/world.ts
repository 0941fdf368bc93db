/** Creates an account in the embedded service, a ledger on a memory disk, and reconcilers. */

import type { Clock, NewId } from '../../src/contract/clock.ts';
import type { Transport } from '../../src/contract/http.ts';
import type { Surface } from '../../src/contract/surfaces.ts';
import {
  type ApplyOptions,
  type ApplyResult,
  createReconciler,
  type Plan,
  parseProject,
  type Reconciler,
  type ReconcilerOptions,
  type RiskName,
} from '../../src/index.ts';
import type { Disk } from '../../src/ledger/disk.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import type { SourceFile } from '../../src/model/project.ts';
import { type AccountSnapshot, createService, type Service } from '../../src/service/index.ts';
import { counting, testClock } from '../ledger/clock.ts';
import { planAllowing } from '../support/consents.ts';
import { fragmentsOf, merged, type Schema, textOf } from './schema.ts';

export const HUB = 1001;

export interface World {
  readonly service: Service;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly newId: NewId;
  readonly surface: Surface;
  readonly env: Readonly<Record<string, string>>;
  /** Opens a reconciler as a new process, which knows only the ledger. */
  reconciler(declared: Schema | readonly SourceFile[], more?: Partial<ReconcilerOptions>): Reconciler;
  snapshot(): Promise<AccountSnapshot>;
  close(): Promise<void>;
}

/** Creates a world. A dated world lacks the older paths, so its runs prove that they need only dated paths. */
export async function aWorld(surface: Surface = 'documented', sunset = surface === 'dated'): Promise<World> {
  const clock = testClock();
  const service = await createService({ clock, rateLimit: false, sunset });
  const disk = memoryDisk(clock);
  const newId = counting('i');
  const env = { ...ENV, TRUEUP_SURFACE: surface };
  return {
    surface,
    env,
    service,
    clock,
    disk,
    newId,
    reconciler(declared, more = {}) {
      return createReconciler({
        config: parseProject('groups' in declared ? filesOf(declared) : declared),
        env,
        ledger: ledgerOn(disk, clock, newId),
        transport: service.transport,
        clock,
        newId,
        ...more,
      });
    },
    snapshot: () => service.snapshot(HUB),
    close: () => service.close(),
  };
}

/** The account that the development token belongs to, on the documented surface. */
export const ENV = {
  TRUEUP_BASE_URL: 'http://127.0.0.1',
  TRUEUP_ACCESS_TOKEN: 'trueup-dev-token',
  TRUEUP_SURFACE: 'documented',
};

/** A lock left behind by a run that was cut off counts as stale, as that of a dead process does. */
export function ledgerOn(disk: Disk, clock: Clock, newId: NewId, name = 'default') {
  const self = { owner: 'ann', host: 'here', pid: 1, alive: async () => false };
  return storeOn({ disk, name, clock, newId, self });
}

/** Everything in one file. */
export function filesOf(schema: Schema): readonly SourceFile[] {
  return [{ path: 'trueup.yaml', text: textOf(merged(fragmentsOf(schema))) }];
}

/** Plans and applies once. Skips the apply if the plan has no calls. */
export async function converge(
  reconciler: Reconciler,
  allow: readonly RiskName[],
  options: ApplyOptions = {},
): Promise<{ readonly plan: Plan; readonly result: ApplyResult }> {
  const plan = await planAllowing(reconciler, allow);
  return { plan, result: await reconciler.apply(plan, { skipBlocked: true, ...options }) };
}

/** A transport that is told of every request before it leaves, and may keep it. */
export function watched(
  transport: Transport,
  before: (sequence: number, path: string) => Promise<void> | void,
): Transport {
  let sequence = 0;
  return {
    async send(request, options) {
      sequence += 1;
      await before(sequence, `${request.method} ${new URL(request.url).pathname}`);
      return transport.send(request, options);
    },
    close: () => transport.close(),
  };
}
