/** Opens a fleet for a command: its database, and for some commands the files and the connection that reach its accounts. */

import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { createClient, environmentProxy, systemClock, tokenIssuer, undiciTransport } from '../../client/index.ts';
import { locateProject } from '../../config/files/location.ts';
import { DEFAULT_BASE_URL } from '../../config/schema/account.ts';
import { addressSecrets } from '../../contract/address-secrets.ts';
import { defined } from '../../contract/defined.ts';
import type { Transport } from '../../contract/http.ts';
import { DEFAULT_VERSIONS } from '../../contract/surfaces.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import {
  accountTokens,
  createFleet,
  type Database,
  environmentKeys,
  type Fleet,
  type FleetRead,
  type Installations,
  installations,
  type KeyProvider,
  openDatabase,
  readFleet,
  type TokensOptions,
} from '../../fleet/index.ts';
import { type FleetProject, type Prepared, prepare } from '../../index.ts';
import type { FleetSettings } from '../../model/fleet.ts';
import { mention } from '../../report/command.ts';
import { terminalLine } from '../../report/escape.ts';
import type { TextStyle } from '../../report/text/style.ts';
import type { Typed } from '../../report/text/typed.ts';
import { buildStyle, type Context, listTypedFlags } from '../context.ts';
import { allowedHosts } from '../hosts.ts';
import { DEFAULT_FILE, openProjectIfThere } from '../project.ts';
import type { FleetFlags } from './flags.ts';

const DATABASE_VARIABLE = 'TRUEUP_FLEET_DATABASE';

export interface OpenedFleet {
  readonly context: Context;
  readonly flags: FleetFlags;
  readonly style: TextStyle;
  /** Flags that suggested commands repeat. */
  readonly typed: Typed;
  /** Name of the person, for the events of a rollout. */
  readonly by: string;
  readonly database: Database;
  readonly read: FleetRead;
  readonly installations: Installations;
  readonly keys: KeyProvider;
  /** Loads the files, valid or not. Keys and credentials may be missing. */
  reach(): Promise<ReachedFleet>;
}

export interface ReachedFleet {
  readonly fleet: Fleet;
  readonly project: FleetProject;
  readonly prepared: Prepared;
  /** Tells if the folder has a configuration. */
  readonly hasFiles: boolean;
}

/**
 * Opens, works and closes, even if the work fails. `make`: creates the tables if the database has no fleet.
 * @throws UsageError `fleet-missing`, and for a missing package or a malformed address; DatabaseError
 */
export async function withFleet<T>(
  context: Context,
  flags: FleetFlags,
  work: (opened: OpenedFleet) => Promise<T>,
  { make = false }: { readonly make?: boolean } = {},
): Promise<T> {
  const { env } = context.world;
  const database = await openDatabase(findAddress(context, flags), { make }).catch(withBeginning);
  const closers = [() => database.close()];
  const keys: KeyProvider = {
    current: () => environmentKeys(env).current(),
    byId: (id) => environmentKeys(env).byId(id),
  };
  const known = installations({ database, keys });
  const reach = async (): Promise<ReachedFleet> => {
    const files = await openProjectIfThere(context, flags);
    const prepared = prepare(files, { env, allowedHosts: allowedHosts(context.world, flags) });
    const project = prepared.fleet();
    const transport = undiciTransport({ proxy: environmentProxy(env) });
    closers.push(() => transport.close());
    const issue = fleetIssuer(project.settings, { transport, redaction: context.redaction });
    const tokens = accountTokens({ database, keys, apps: project.apps, issue });
    const fleet = createFleet({ database, prepared, installations: known, tokens, transport });
    return { fleet, project, prepared, hasFiles: files.files.length > 0 };
  };
  try {
    const by = flags.by ?? (env['USER'] || env['USERNAME'] || env['LOGNAME'] || userName());
    const [style, typed] = [buildStyle(context.world, flags), listTypedFlags(context.world, flags)];
    return await work({
      context,
      flags,
      style,
      typed,
      by,
      database,
      read: readFleet(database),
      installations: known,
      keys,
      reach,
    });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** A system without an entry for the user refuses. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** Returns an absolute path or an address. Secrets in an address are hidden in all output. */
function findAddress({ world, redaction }: Context, { database, file = [DEFAULT_FILE] }: FleetFlags): string {
  const given = database ?? (world.env[DATABASE_VARIABLE] || undefined);
  if (given === undefined) return resolve(locateProject(file, world.cwd)?.folder ?? world.cwd, '.trueup', 'fleet');
  for (const secret of addressSecrets(given)) redaction.hide(secret);
  // An empty path would be resolved to the working directory.
  return given.trim() === '' || /^[a-z][a-z0-9+.-]+:/i.test(given) ? given : resolve(world.cwd, given);
}

/** Adds the command that creates a fleet. Only an import does: a mistyped address must not create a second fleet. */
function withBeginning(error: unknown): never {
  if (!(error instanceof UsageError) || error.code !== 'fleet-missing') throw error;
  throw new UsageError('fleet-missing', error.message, {
    hint: `Create the fleet: ${mention('fleet', 'import', 'FILE')}. If the fleet has another database, name it with --database or ${DATABASE_VARIABLE}.`,
  });
}

/** Checks what reaching the accounts needs. @throws ConfigError with every fault of the files, UsageError without keys */
export async function reachReady({ context, reach, keys }: OpenedFleet): Promise<Fleet> {
  const { fleet, prepared, project } = await reach();
  const findings = [...prepared.findings(context.world.now()), ...project.findings];
  const faults = findings.filter(({ severity }) => severity === 'error');
  if (faults.length > 0) throw new ConfigError(faults);
  await keys.current();
  return fleet;
}

/** Warns if a rollout was planned with other files than those in the folder. In a folder without files only the workers have them. */
export async function reachFleet(rollout: string, { context, reach }: OpenedFleet): Promise<Fleet> {
  const { fleet, hasFiles } = await reach();
  if (hasFiles && (await fleet.differs(rollout)) !== undefined) {
    context.note(
      `warning: Rollout ${terminalLine(rollout)} was planned with other files than those here, and workers with these files leave it alone.`,
    );
    context.note('Use the files that it was planned with. If these files are meant, abort it and plan again.');
  }
  return fleet;
}

interface Asking extends Pick<Context, 'redaction'> {
  readonly transport: Transport;
}

/**
 * It is not stopped by a signal: an account that is being run may need a token to end well. It waits for no limit: the account is put off until
 * the service gives tokens again, and holds no slot.
 */
export function fleetIssuer(
  { baseUrl = DEFAULT_BASE_URL, surface, versions }: Omit<FleetSettings, 'thresholds'>,
  { transport, redaction }: Asking,
): TokensOptions['issue'] {
  const client = createClient({
    baseUrl,
    transport,
    clock: systemClock,
    redaction,
    maxWaitMs: 0,
    versions: { ...DEFAULT_VERSIONS, ...versions },
  });
  return tokenIssuer(client, defined({ surface }));
}
