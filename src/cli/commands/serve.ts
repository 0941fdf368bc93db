/** `trueup serve`: runs the embedded service behind a socket until a signal stops it. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseText } from '../../config/yaml/document.ts';
import type { ParsedFile } from '../../config/yaml/parsed-file.ts';
import { defined } from '../../contract/defined.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import { jsonText } from '../../model/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { commandLine } from '../../report/text/typed.ts';
import {
  parseFault,
  type Seed,
  SeedError,
  type StoreLocation,
  startService,
  storeLocation,
} from '../../service/index.ts';
import { rowsText } from '../auth/show.ts';
import type { Context } from '../context.ts';
import type { ServeFlags } from '../group-flags.ts';
import { seedPage } from '../pages.ts';
import { requirePrinted } from '../printing.ts';
import { throughNpx } from '../world.ts';

export async function serve(context: Context, flags: ServeFlags): Promise<number> {
  const location = flags.data === undefined ? undefined : storeLocation(flags.data);
  const file = flags.seed === undefined ? undefined : await readSeed(context, flags.seed);
  const service = await startService({
    port: flags.port,
    host: flags.host,
    allowedHosts: flags.allowHost ?? [],
    surface: flags.surface,
    sunset: flags.sunset,
    faults: (flags.fault ?? []).map(parseFault),
    ...(location?.kind === 'database' ? { database: location.address.reveal() } : {}),
    ...(location?.kind === 'folder' ? { dataDir: resolve(context.world.cwd, location.path) } : {}),
    ...defined({ seed: file?.seed }),
  }).catch((error: unknown) => {
    throw error instanceof SeedError && file !== undefined ? addPositions(file, error) : error;
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

/** The service checks the members. Throws ConfigError if the file is not YAML, and UsageError if it cannot be read. */
async function readSeed(context: Context, file: string): Promise<SeedFile> {
  const hint = `Check the path. The seed file format is described in ${seedPage()}`;
  const text = await readFile(resolve(context.world.cwd, file), 'utf8').catch((cause: unknown) => {
    throw new UsageError('seed-missing', `The seed file ${file} cannot be read.`, { hint, cause });
  });
  const { value, findings, position } = parseText({ path: file, text });
  if (findings.length > 0) throw new ConfigError(findings, 'The seed file');
  return { seed: (value ?? {}) as Seed, position };
}

type SeedFile = { readonly seed: Seed } & Pick<ParsedFile, 'position'>;

/** Returns the error with the position of each problem. */
function addPositions({ position }: SeedFile, { code, issues }: SeedError): UsageError {
  const problems = issues.map(({ path, message }) => {
    const { file, line, column } = position(path, 'value');
    return `${file}:${line}:${column} ${path.length === 0 ? 'the seed' : path.join('.')}: ${message}`;
  });
  return new UsageError(code, `The seed is invalid: ${problems.join('; ')}.`, {
    hint: `The seed file format is described in ${seedPage()}`,
  });
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
