/** `trueup serve`: runs the embedded service behind a socket until a signal stops it. */

import { resolve } from 'node:path';
import { jsonText } from '../../model/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { commandLine } from '../../report/text/typed.ts';
import { parseFault, SeedError, type StoreLocation, startService, storeLocation } from '../../service/index.ts';
import { rowsText } from '../auth/show.ts';
import type { Context } from '../context.ts';
import type { ServeFlags } from '../group-flags.ts';
import { requirePrinted } from '../printing.ts';
import { readSeed } from '../seed.ts';
import { throughNpx } from '../world.ts';

export async function serve(context: Context, flags: ServeFlags): Promise<number> {
  const location = flags.data === undefined ? undefined : storeLocation(flags.data);
  const read = flags.seed === undefined ? undefined : await readSeed(context, flags.seed);
  const service = await startService({
    port: flags.port,
    host: flags.host,
    allowedHosts: flags.allowHost ?? [],
    surface: flags.surface,
    sunset: flags.sunset,
    faults: (flags.fault ?? []).map(parseFault),
    ...(location?.kind === 'database' ? { database: location.address.reveal() } : {}),
    ...(location?.kind === 'folder' ? { dataDir: resolve(context.world.cwd, location.path) } : {}),
    ...(read === undefined ? {} : { seed: read.seed }),
  }).catch((error: unknown) => {
    throw read !== undefined && error instanceof SeedError ? read.located(error) : error;
  });
  try {
    const { url, development } = service;
    if (flags.json === true) context.out(`${jsonText({ url, ...development })}\n`);
    else context.out(greeting(context, service, { location, flags }));
    await requirePrinted(context);
    await stopped(context.signal);
    return EXIT.done;
  } finally {
    await service.close();
  }
}

function greeting(
  { world }: Context,
  { url, development }: Awaited<ReturnType<typeof startService>>,
  { location, flags }: { readonly location: StoreLocation | undefined; readonly flags: ServeFlags },
): string {
  return [
    `The embedded service listens on ${url}`,
    location === undefined
      ? 'Data is kept in memory; --data DIR keeps it on disk.'
      : `Data is kept in ${terminalLine(location.kind === 'folder' ? location.path : location.shown)}.`,
    '',
    rowsText(Object.entries(development).map(([name, value]) => [name, String(value)])).trimEnd(),
    '',
    'Try it:',
    `  export TRUEUP_BASE_URL=${url} TRUEUP_ACCESS_TOKEN=trueup-dev-token${flags.surface === 'documented' ? ' TRUEUP_SURFACE=documented' : ''}`,
    `  ${commandLine(['plan'], { npx: throughNpx(world), files: [] })}`,
    '',
    'Press Ctrl-C to stop it.',
    '',
  ].join('\n');
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
}
