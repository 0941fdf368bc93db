/** Requests of a person that need only the database: pause, resume, abort and retry. */

import { ask } from './coordinator/advance.ts';
import { requireValid } from './database/arguments.ts';
import type { Database } from './database/database.ts';
import type { FleetSteering, Who } from './types.ts';
import { requireRetriable } from './worker/may-change.ts';
import { retryTargets } from './worker/settle.ts';

export function steerFleet(database: Database): FleetSteering {
  const asked = async (rollout: string, what: 'pause' | 'resume' | 'abort', who: Who = {}): Promise<void> => {
    requireValid(what, who);
    await ask(database, rollout, what, who.by);
  };
  return {
    pause: (rollout, who) => asked(rollout, 'pause', who),
    resume: (rollout, who) => asked(rollout, 'resume', who),
    abort: (rollout, who) => asked(rollout, 'abort', who),
    async retry(rollout, because, who = {}) {
      requireValid('retry', { because, ...who });
      const row = await requireRetriable(rollout, database);
      return retryTargets(row, { because: because ?? null, ...who }, database);
    },
  };
}
