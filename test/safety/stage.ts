/** A project with two properties on a clock that jumps, and a network on which a test may answer in place of the service. */

import type { HttpReply, HttpRequest, SendOptions, Transport } from '../../src/contract/http.ts';
import { createReconciler, memoryStore, parseProject, type ReconcilerOptions } from '../../src/index.ts';
import { createService, type Service } from '../../src/service/index.ts';
import { type FakeClock, fakeClock } from '../client/fake-clock.ts';
import { NOTHING, type PropertyDecl, textProperty } from '../laws/schema.ts';
import { ENV, filesOf } from '../laws/world.ts';
import { counting } from '../ledger/clock.ts';

export const TIER: PropertyDecl = textProperty('tier');
export const LEVEL: PropertyDecl = textProperty('level');

/** Answers a request, of which it gets `METHOD /path`; undefined: the service answers. */
export type Meet = (path: string, options: SendOptions | undefined) => Promise<HttpReply> | undefined;

export interface Stage {
  readonly clock: FakeClock;
  readonly service: Service;
  readonly control: AbortController;
  /** `METHOD /path` of what was sent before and after the abort. */
  readonly sent: { readonly before: string[]; readonly after: string[] };
  reconciler(more?: Partial<ReconcilerOptions>): ReturnType<typeof createReconciler>;
  lock(): Promise<void>;
}

export async function aStage(meet: Meet = () => undefined): Promise<Stage> {
  const clock = fakeClock();
  const service = await createService({ clock, rateLimit: false });
  const control = new AbortController();
  const sent = { before: [] as string[], after: [] as string[] };
  const transport: Transport = {
    send: (request: HttpRequest, options) => {
      const path = `${request.method} ${new URL(request.url).pathname}`;
      sent[control.signal.aborted ? 'after' : 'before'].push(path);
      return meet(path, options) ?? service.transport.send(request, options);
    },
    close: async () => undefined,
  };
  const ledger = memoryStore({ name: 'default', clock, newId: counting('s') });
  return {
    clock,
    service,
    control,
    sent,
    lock: async () => (await ledger.lock('apply')).release(),
    reconciler: (more = {}) =>
      createReconciler({
        config: parseProject(filesOf({ ...NOTHING, properties: [TIER, LEVEL] })),
        env: ENV,
        ...{ ledger, transport, clock, newId: counting('i'), signal: control.signal },
        ...more,
      }),
  };
}
