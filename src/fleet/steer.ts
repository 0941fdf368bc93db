/** What a person does with a rollout by its database alone: pause, resume and end it, and try accounts again. */

import { requireReason } from './arguments.ts';
import { ask } from './coordinator/advance.ts';
import type { Database } from './database/database.ts';
import type { FleetSteering } from './types.ts';
import { requireRetriable } from './worker/may-change.ts';
import { retryTargets } from './worker/settle.ts';

export function steerFleet(database: Database): FleetSteering {
  return {
    async pause(rollout) {
      await ask(database, rollout, 'pause');
    },
    async resume(rollout) {
      await ask(database, rollout, 'resume');
    },
    async abort(rollout) {
      await ask(database, rollout, 'abort');
    },
    async retry(rollout, because) {
      requireReason(because);
      await requireRetriable(rollout, database);
      return retryTargets(rollout, because ?? null, database);
    },
  };
}
