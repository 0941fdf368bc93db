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
import type { Context } from '../context.ts';
import type { FleetFlags } from './flags.ts';
import { withFleet } from './open.ts';
import { type ReadInstallation, readImport } from './read-import.ts';
import { typedFleet } from './typed.ts';

export async function importAccounts(context: Context, flags: FleetFlags, file: string): Promise<number> {
  const { installations: read, findings } = readImport(await readInput(context, file), file === '-' ? 'stdin' : file);
  for (const { installation } of read) context.redaction.hide(installation.refreshToken);
  const { added, updated } = await withFleet(context, flags, async ({ installations, keys }) => {
    const faults = [...findings, ...(await ofOtherApps(read, installations))];
    if (faults.length > 0) throw new ConfigError(faults, 'The list of accounts');
    await keys.current();
    return written(read, installations);
  });
  if (flags.json === true) context.out(json({ format: FLEET_IMPORT_FORMAT, added, updated }));
  else {
    context.out(`${count(added, 'account')} added, ${updated} updated.\n`);
    if (flags.quiet !== true)
      context.out(`Next: ${commandLine(['fleet', 'plan'], typedFleet(context.world, flags))}\n`);
  }
  return EXIT.done;
}

async function written(read: readonly ReadInstallation[], installations: Installations) {
  const known = new Set((await installations.list()).map(({ hubId }) => hubId));
  // One by one: after a failure the same file is imported again, and what is there already stays one installation.
  for (const { installation } of read) await installations.installed(installation);
  const updated = read.filter(({ installation }) => known.has(installation.hubId)).length;
  return { added: read.length - updated, updated };
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
