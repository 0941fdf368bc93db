/** Whether this process is well: its database answers, and its worker sends heartbeats. */

import { DatabaseError } from '../database/database.ts';
import type { Serving } from './options.ts';
import { jsonReply, type Reply } from './reply.ts';

/** Never cached, and 503 as soon as one of both is not so. */
export async function healthReply({ read, worker }: Pick<Serving, 'read' | 'worker'>): Promise<Reply> {
  try {
    const workers = (await read.workers()).filter(({ lives }) => lives);
    const beats = worker === undefined || workers.some((one) => one.name === worker);
    const state = { healthy: beats, database: 'answers', workers: workers.length, ...(worker && { heartbeat: beats }) };
    return fresh(jsonReply(state, beats ? 200 : 503));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return fresh(jsonReply({ healthy: false, database: error.code }, 503));
  }
}

function fresh({ status, headers: { etag: _, ...headers }, body }: Reply): Reply {
  return { status, headers: { ...headers, 'cache-control': 'no-store' }, body };
}
