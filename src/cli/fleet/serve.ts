/** `trueup fleet serve`: the status page of a fleet, with health and metrics, until a signal stops it. It only reads the database. */

import { systemClock } from '../../client/index.ts';
import { type Database, type StatusPage, startStatusPage } from '../../fleet/index.ts';
import { FLEET_SERVE_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import type { Context } from '../context.ts';
import { requirePrinted } from '../printing.ts';
import { withDatabase } from './database.ts';
import type { FleetFlags } from './flags.ts';

export interface FleetServeFlags extends FleetFlags {
  readonly port: number;
  readonly host: string;
  readonly allowName?: readonly string[];
}

export async function serve(context: Context, flags: FleetServeFlags): Promise<number> {
  return withDatabase(context, flags, async (database) => {
    const page = await statusPage(database, flags);
    try {
      if (flags.json === true) context.out(json({ format: FLEET_SERVE_FORMAT, url: page.url }));
      else context.out(`The status page is on ${page.url}\nPress Ctrl-C to stop it.\n`);
      await requirePrinted(context);
      await stopped(context.signal);
      return EXIT.done;
    } finally {
      await page.close();
    }
  });
}

export interface PageFlags {
  readonly port: number;
  readonly host: string;
  readonly allowName?: readonly string[];
  /** Whose heartbeat its health tells. */
  readonly worker?: string;
}

export function statusPage(database: Database, flags: PageFlags): Promise<StatusPage> {
  const { port, host, allowName: allowedHosts, worker } = flags;
  return startStatusPage({
    ...{ database, clock: systemClock, port, host },
    ...(allowedHosts && { allowedHosts }),
    ...(worker !== undefined && { worker }),
  });
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}
