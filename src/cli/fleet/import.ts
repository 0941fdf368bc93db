/** `trueup fleet import FILE`: adds the accounts of a list to the fleet. Prints no part of the list, because any part may be a token. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text as readStream } from 'node:stream/consumers';
import { z } from 'zod';
import { silent } from '../../config/check/issues.ts';
import { lazy } from '../../contract/lazy.ts';
import { type Issue, parseWith } from '../../contract/parse-with.ts';
import { ConfigError, UsageError } from '../../errors.ts';
import type { NewInstallation } from '../../fleet/index.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import { FLEET_IMPORT_FORMAT } from '../../report/documents/formats.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { count } from '../../report/text/layout.ts';
import { commandLine } from '../../report/text/typed.ts';
import { type Context, typedOf } from '../context.ts';
import { listedItems } from '../listed-items.ts';
import type { FleetFlags } from './flags.ts';
import { withFleet } from './open.ts';

export interface ImportFlags extends FleetFlags {
  readonly replaceTokens?: boolean;
}

export async function importAccounts(context: Context, flags: ImportFlags, file: string): Promise<number> {
  const { read, findings } = readImport(await readInput(context, file), file === '-' ? 'stdin' : file);
  for (const { refreshToken } of read) context.redaction.hide(refreshToken);
  if (findings.length > 0) throw new ConfigError(findings, 'The list of accounts');
  // The service may have given newer tokens since the list was made.
  const keepsTokens = flags.replaceTokens !== true;
  const before = await withFleet(
    context,
    flags,
    async ({ installations, keys }) => {
      await keys.current();
      const known = new Map((await installations.list()).map(({ hubId, state }) => [hubId, state]));
      // After a failure the same list is imported again, which adds the rest.
      for (const installation of read) await installations.installed(installation, { keepsTokens });
      return read.flatMap(({ hubId }) => known.get(hubId) ?? []);
    },
    { make: true },
  );
  const [added, updated] = [read.length - before.length, before.length];
  const tokensKept = keepsTokens ? before.filter((state) => state === 'active' || state === 'paused').length : 0;
  if (flags.json === true) context.out(json({ format: FLEET_IMPORT_FORMAT, added, updated, tokensKept }));
  else {
    context.out(`${count(added, 'account')} added, ${updated} updated.\n`);
    if (tokensKept > 0)
      context.out(`Tokens kept: ${tokensKept}. With --replace-tokens, those of the list replace them.\n`);
    if (flags.quiet !== true) context.out(`Next: ${commandLine(['fleet', 'plan'], typedOf(context.world, flags))}\n`);
  }
  return EXIT.done;
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
    if (!parsed.success) malformed.push(finding(faultsOf(parsed.issues), provenance));
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

const FORMS: Readonly<Record<keyof NewInstallation, string>> = {
  hubId: 'a whole number from 1',
  appId: 'digits',
  refreshToken: 'a text of ASCII characters without blanks',
  scopes: 'a list of words',
  labels: 'a mapping of texts with up to 100 printable characters, and no name with =',
};

const Account = lazy(() => {
  const word = z.string().regex(/^[\x21-\x7e]+$/);
  const label = z.string().refine((text) => text.isWellFormed() && /^[^\p{Cc}]{1,100}$/u.test(text));
  return z.strictObject({
    hubId: z.int().positive(),
    appId: z
      .union([z.string(), z.number()])
      .transform(String)
      .refine((text) => /^\d{1,20}$/.test(text)),
    refreshToken: word,
    scopes: z.array(word).default([]),
    labels: z
      .record(
        label.refine((name) => !name.includes('=')),
        label,
      )
      .optional(),
  });
});

function faultsOf(issues: readonly Issue[]): string {
  const keys = new Set(issues.map(({ path }) => path[0]));
  const messages = Object.entries(FORMS).flatMap(([key, form]) => (keys.has(key) ? [`${key} must be ${form}.`] : []));
  // An issue without a path is about the mapping or an unknown key.
  if (keys.has(undefined)) messages.push(`An account is a mapping with the keys ${Object.keys(FORMS).join(', ')}.`);
  return messages.join(' ');
}

function finding(message: string, provenance: Provenance | undefined): Finding {
  return { code: 'account-malformed', severity: 'error', message, ...(provenance && { provenance }) };
}
