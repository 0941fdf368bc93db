/** `trueup fleet import FILE`: adds the accounts of a list to the fleet. Prints no part of the list, because any part may be a token. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import { z } from 'zod';
import { silent } from '../../config/check/issues.ts';
import { lazy } from '../../contract/lazy.ts';
import { parseWith } from '../../contract/parse-with.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import type { Installation, NewInstallation } from '../../fleet/index.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import { mention } from '../../report/command.ts';
import { FLEET_IMPORT_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { count, nameSome } from '../../report/text/layout.ts';
import { commandLine } from '../../report/text/typed.ts';
import type { Context } from '../context.ts';
import { listedItems } from '../listed-items.ts';
import type { FleetFlags } from './flags.ts';
import { type OpenedFleet, withFleet } from './open.ts';

export async function importAccounts(context: Context, flags: FleetFlags, file: string): Promise<number> {
  const { read, findings } = readImport(await readInput(context, file), file === '-' ? 'stdin' : file);
  for (const { refreshToken } of read) context.redaction.hide(refreshToken);
  if (findings.length > 0) throw new ConfigError(findings, 'The list of accounts');
  return withFleet(context, flags, (opened) => imported(opened, read), { make: true });
}

async function imported(opened: OpenedFleet, read: readonly NewInstallation[]): Promise<number> {
  const { context, flags, installations, keys, typed } = opened;
  await keys.current();
  // The service may have given newer tokens since the list was made.
  const keepsTokens = flags.replaceTokens !== true;
  const known = new Map((await installations.list()).map((installation) => [installation.hubId, installation]));
  requireSameApps(read, known);
  // After a failure the same list is imported again, which adds the rest.
  for (const installation of read) await installations.installed(installation, { keepsTokens });
  const before = read.flatMap(({ hubId }) => known.get(hubId)?.state ?? []);
  const [added, updated] = [read.length - before.length, before.length];
  const tokensKept = keepsTokens ? before.filter((state) => state === 'active' || state === 'paused').length : 0;
  if (flags.json === true) context.out(json({ format: FLEET_IMPORT_FORMAT, added, updated, tokensKept }));
  else {
    context.out(`${count(added, 'account')} added, ${updated} updated.\n`);
    if (tokensKept > 0)
      context.out(`Tokens kept: ${tokensKept}. With --replace-tokens, those of the list replace them.\n`);
    if (flags.quiet !== true) context.out(`Next: ${commandLine(['fleet', 'plan'], typed)}\n`);
  }
  return EXIT.done;
}

/** Checked for the whole list before anything is written: two apps would write to one account. */
function requireSameApps(read: readonly NewInstallation[], known: ReadonlyMap<number, Installation>): void {
  const others = read.filter(({ hubId, appId }) => {
    const { state, appId: current } = known.get(hubId) ?? { state: 'uninstalled', appId };
    return state !== 'uninstalled' && current !== appId;
  });
  if (others.length === 0) return;
  const named = nameSome(
    others.map(({ hubId }) => String(hubId)),
    10,
  );
  throw new UsageError('installation-of-other-app', `In this fleet with another app: ${named}. Nothing was imported.`, {
    hint: `Mark the other app as uninstalled first: ${mention('fleet', 'accounts', '--uninstall', 'HUBID')}`,
  });
}

async function readInput({ world: { stdin, cwd } }: Context, file: string): Promise<string> {
  if (file === '-') return readStream(stdin);
  return readFile(resolve(cwd, file), 'utf8').catch((cause: unknown) => {
    throw new UsageError('accounts-missing', `The file ${file} cannot be read.`, {
      hint: 'Pass a file with accounts, or - to read them from stdin.',
      cause,
    });
  });
}

interface ReadImport {
  readonly read: readonly NewInstallation[];
  readonly findings: readonly Finding[];
}

export function readImport(text: string, file: string): ReadImport {
  const { items, faults, findings } = listedItems(text, file);
  const read = new Map<number, NewInstallation>();
  const malformed = [
    // The YAML parser quotes the list.
    ...findings.map(({ provenance }) => finding('The YAML is malformed here.', provenance)),
    ...faults.map(({ fault, provenance }) => finding(FAULTS[fault], provenance)),
  ];
  for (const { value, provenance } of items) {
    const parsed = parseWith(Account(), value, silent);
    if (!parsed.success)
      malformed.push(finding([...new Set(parsed.issues.map(({ message }) => message))].join(' '), provenance));
    else if (read.has(parsed.data.hubId))
      malformed.push(finding(`Account ${parsed.data.hubId} is listed twice. Keep the newer entry.`, provenance));
    else read.set(parsed.data.hubId, parsed.data);
  }
  return { read: [...read.values()], findings: malformed };
}

const FAULTS = {
  line: 'The line is not a JSON object. The name of a YAML file ends in .yaml.',
  list: 'The file must contain a list of accounts. Start each account with a dash.',
} as const;

const Account = lazy(() => {
  const word = z.string().regex(/^[\x21-\x7e]+$/);
  const label = z.string().refine((text) => text.isWellFormed() && /^[^\p{Cc}]{1,100}$/u.test(text));
  const labels = z.record(
    label.refine((name) => !name.includes('=')),
    label,
  );
  const fits = (schema: z.ZodType) => (value: unknown) => schema.safeParse(value).success;
  return z.strictObject(
    {
      hubId: z.custom<number>(fits(z.int().positive()), 'hubId must be a whole number from 1.'),
      appId: z.custom<string>((value) => /^\d{1,20}$/.test(String(value)), 'appId must be digits.').transform(String),
      refreshToken: z.custom<string>(fits(word), 'refreshToken must be a text of ASCII characters without blanks.'),
      scopes: z.custom<string[]>(fits(z.array(word)), 'scopes must be a list of words.').default([]),
      labels: z.custom<Readonly<Record<string, string>>>(fits(labels), LABELS).optional(),
    },
    'An account is a mapping with the keys hubId, appId, refreshToken, scopes and labels.',
  );
});

const LABELS = 'labels must be a mapping of texts with up to 100 printable characters, and no name with =.';

function finding(message: string, provenance: Provenance | undefined): Finding {
  return { code: 'account-malformed', severity: 'error', message, ...(provenance && { provenance }) };
}
