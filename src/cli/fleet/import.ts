/** `trueup fleet import FILE`: takes accounts into the fleet, all of the file or none; no token is ever printed. */

import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import { ConfigError, UsageError } from '../../errors.ts';
import type { Installations } from '../../fleet/index.ts';
import type { Finding } from '../../model/finding.ts';
import { FLEET_IMPORT_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { commandLine } from '../../report/text/typed.ts';
import { type Context, typedOf } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { type OpenedFleet, withFleet } from './open.ts';
import { type ReadInstallation, readImport } from './read-import.ts';

export interface ImportFlags extends FleetFlags {
  readonly replaceTokens?: boolean;
}

export async function importAccounts(context: Context, flags: ImportFlags, file: string): Promise<number> {
  const { installations: read, findings } = readImport(await readInput(context, file), file === '-' ? 'stdin' : file);
  for (const { installation } of read) context.redaction.hide(installation.refreshToken);
  const keepsTokens = flags.replaceTokens !== true;
  const work = async ({ installations, keys, project }: OpenedFleet) => {
    const faults = [...findings, ...(await ofOtherApps(read, installations))];
    if (faults.length > 0) throw new ConfigError(faults, 'The list of accounts');
    await keys.current();
    for (const line of unknownApps(read, project.named)) context.note(line);
    return written(read, { installations, keepsTokens });
  };
  const { added, updated, tokensKept } = await withFleet(context, flags, work, { isMade: true });
  if (flags.json === true) context.out(json({ format: FLEET_IMPORT_FORMAT, added, updated, tokensKept }));
  else {
    context.out(`${count(added, 'account')} added, ${updated} updated.\n`);
    if (tokensKept > 0)
      context.out(
        `${tokensKept} of them ${tokensKept === 1 ? 'keeps the token that it has' : 'keep the tokens that they have'}; --replace-tokens takes those of the list.\n`,
      );
    if (flags.quiet !== true) context.out(`Next: ${commandLine(['fleet', 'plan'], typedOf(context.world, flags))}\n`);
  }
  return EXIT.done;
}

interface Writing {
  readonly installations: Installations;
  /** The service may have given newer ones since the list was made. */
  readonly keepsTokens: boolean;
}

async function written(read: readonly ReadInstallation[], { installations, keepsTokens }: Writing) {
  const known = new Map((await installations.list()).map(({ hubId, state }) => [hubId, state]));
  // One by one: after a failure the same file is imported again, and what is there already stays one installation.
  for (const { installation } of read) await installations.installed(installation, { keepsTokens });
  const before = read.flatMap(({ installation: { hubId } }) => known.get(hubId) ?? []);
  const tokensKept = keepsTokens ? before.filter((state) => state === 'active' || state === 'paused').length : 0;
  return { added: read.length - before.length, updated: before.length, tokensKept };
}

/** They are taken in: the files may get their apps later, and the others go on without them. */
function unknownApps(read: readonly ReadInstallation[], named: readonly string[]): readonly string[] {
  const unknown = read.filter(({ installation: { appId } }) => !named.includes(appId));
  return [...Map.groupBy(unknown, ({ installation: { appId } }) => appId)].map(
    ([appId, accounts]) =>
      `warning: ${count(accounts.length, 'account')} ${accounts.length === 1 ? 'has' : 'have'} app ${terminalLine(appId)}, whose client id and secret no file names: ${accounts.length === 1 ? 'it cannot' : 'they cannot'} be planned until apps has them.`,
  );
}

/** Two apps would write to one account. */
async function ofOtherApps(
  read: readonly ReadInstallation[],
  installations: Installations,
): Promise<readonly Finding[]> {
  const known = new Map((await installations.list()).map((one) => [one.hubId, one]));
  return read.flatMap(({ installation: { hubId, appId }, provenance }): readonly Finding[] => {
    const other = known.get(hubId);
    if (other === undefined || other.state === 'uninstalled' || other.appId === appId) return [];
    return [
      {
        code: 'account-of-other-app',
        severity: 'error',
        message: `Account ${hubId} is in the fleet with app ${other.appId}, so it cannot be added with app ${appId}.`,
        hint: 'Two installations would write to one account. Mark the other one as uninstalled first.',
        provenance,
      },
    ];
  });
}

async function readInput(context: Context, file: string): Promise<string> {
  if (file === '-') return readStream(context.world.stdin);
  const path = resolve(context.world.cwd, file);
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0 && process.platform !== 'win32')
      context.note(
        `warning: ${terminalLine(file)} has refresh tokens, and others can read it. Restrict it: chmod 600 ${terminalLine(file)}`,
      );
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError('accounts-missing', `The file ${file} cannot be read.`, {
      hint: 'Pass a file with accounts, or - to read them from stdin.',
      cause,
    });
  }
}
