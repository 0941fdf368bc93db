/** Requests of a person that need only the database: pause, resume, abort and retry. */

import { ask, rolloutNamed } from './coordinator/advance.ts';
import { requireValid } from './database/arguments.ts';
import type { Database } from './database/database.ts';
import { planQueue } from './queue/names.ts';
import type { FleetSteering, Who } from './types.ts';
import { retryTargets } from './worker/retry.ts';

export function steerFleet(database: Database): FleetSteering {
  const asked = async (rollout: string, what: 'pause' | 'resume' | 'abort', who: Who = {}): Promise<void> => {
    requireValid(what, who);
    await ask(database, rollout, what, who.by);
  };
  return {
    pause: (rollout, who) => asked(rollout, 'pause', who),
    resume: (rollout, who) => asked(rollout, 'resume', who),
    async abort(rollout, who) {
      const { phase } = await rolloutNamed(database, rollout);
      await asked(rollout, 'abort', who);
      // The process that planned may have died, and no other one will plan the rest.
      if (phase === 'planning') await database.queue.remove(planQueue(rollout)).catch(() => undefined);
    },
    async retry(rollout, because, who = {}) {
      requireValid('retry', { because, ...who });
      return retryTargets(rollout, { because: because ?? null, ...who }, database);
    },
  };
}
