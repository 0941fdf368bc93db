/** `trueup init`: starts a project in a folder, with examples or, with a token, with what the account holds. */

import { appendFile, lstat, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { asParsed } from '../../config/yaml/source.ts';
import { defined } from '../../contract/defined.ts';
import type { Surface } from '../../contract/surfaces.ts';
import { AuthError, UsageError } from '../../errors.ts';
import { identifyToken, type TokenIdentity, tokenUse } from '../../faces.ts';
import type { Pull } from '../../index.ts';
import type { Account } from '../../model/account.ts';
import type { PulledFile } from '../../model/pull.ts';
import { mention } from '../../report/command.ts';
import { terminalLine } from '../../report/escape.ts';
import { EXIT } from '../../report/exit.ts';
import { requireCredentials, resolveAccount, withToken } from '../auth/account.ts';
import type { Context } from '../context.ts';
import { below } from '../directory.ts';
import type { CommonFlags } from '../flags.ts';
import { agentsFile } from '../init/agents.ts';
import { IGNORE_FILE, showInit } from '../init/show.ts';
import { mainText, type StarterAccount, starterFiles, starterPaths } from '../init/starter.ts';
import { workflowFiles, workflowPaths } from '../init/workflows.ts';
import { withReconciler } from '../open.ts';
import { DEFAULT_FILE, openUnwritten, projectLocation } from '../project.ts';
import { writePulled } from '../pulled-files.ts';
import { readExistingText } from '../save.ts';
import { recordPulled } from './pull.ts';

export interface InitFlags extends CommonFlags {
  readonly name?: string;
  readonly hubId?: number;
  readonly surface?: Surface;
  readonly github?: boolean;
  readonly pull?: boolean;
}

export async function init(context: Context, given: InitFlags, folder: string | undefined): Promise<number> {
  const flags = folder === undefined ? given : { ...given, directory: below(folder, given.directory) };
  if (folder !== undefined) context.enter(resolve(context.world.cwd, folder));
  const { cwd } = context.world;
  const { root } = await projectLocation(context, flags);
  const expected = [...expectedFiles(context, flags), ...(flags.github === true ? workflowPaths(root) : [])];
  await requireFree(
    expected.map((path) => ({ path })),
    cwd,
  );

  const owner = await readOwner(context, flags);
  const starter = buildStarter(owner, flags, context.world.env['TRUEUP_BASE_URL']);
  const [made, schema] =
    owner.identity === undefined ? [undefined, starterFiles(starter)] : await pulled(context, flags, starter);
  const workflows = flags.github === true ? await workflowFiles(root, starter) : [];
  const guide = await agentsFile(cwd);
  const files = [...schema, ...workflows, guide];
  await requireFree(files, cwd);
  const ignored = await missingIgnores(cwd);
  await writePulled(files, cwd);
  await ignore(cwd, ignored);
  if (made !== undefined) await recordPulled(context, flags, made);
  // Also the main file is new, though the pull took it for one that is there.
  const shown = made === undefined ? {} : { made: { ...made, files: schema } };
  showInit(context, flags, { account: starter, files, workflows, guide, ignores: ignored !== '', ...shown });
  return made?.complete === false ? EXIT.error : EXIT.done;
}

interface Wanted {
  readonly path: string;
  /** Undefined if the text is not known yet. A file that has the text already was left by an init that was killed. */
  readonly text?: string;
}

/** Throws UsageError with every file that is in the way. A link that leads nowhere is in the way too. */
async function requireFree(files: readonly Wanted[], cwd: string): Promise<void> {
  const found = await Promise.all(files.map(async (file) => ((await isInTheWay(file, cwd)) ? [file.path] : [])));
  const names = found.flat().map(terminalLine);
  if (names.length === 0) return;
  const exist = names.length === 1 ? 'exists' : 'exist';
  throw new UsageError('files-in-the-way', `${names.join(', ')} ${exist} already, so nothing was written.`, {
    hint: `Choose an empty folder, or move these files. ${mention('pull')} adds to a project that exists.${names.some((name) => name.includes('.github/')) ? ' For the workflows of a second project, leave out --github and see docs/github.md.' : ''}`,
  });
}

async function isInTheWay({ path, text }: Wanted, cwd: string): Promise<boolean> {
  const target = resolve(cwd, path);
  if ((await lstat(target).catch(() => undefined)) === undefined) return false;
  return text === undefined || (await readFile(target, 'utf8').catch(() => undefined)) !== text;
}

const IGNORED = ['*.plan.json', '*.env', '*.before-pull*', '.*.tmp'];
const ABOUT_IGNORED =
  '# trueup: saved plans, tokens, what a pull overwrote or a cut write left. The ledger in .trueup is kept.';

/** Returns the text to append to .gitignore, which is empty if the file has every line. */
async function missingIgnores(cwd: string): Promise<string> {
  const before = (await readExistingText(join(cwd, IGNORE_FILE))) ?? '';
  const lines = before.split(/\r?\n/).map((line) => line.trim());
  const missing = IGNORED.filter((line) => !lines.includes(line));
  const start = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  return missing.length === 0 ? '' : `${start}${[ABOUT_IGNORED, ...missing].join('\n')}\n`;
}

async function ignore(cwd: string, text: string): Promise<void> {
  if (text === '') return;
  try {
    await appendFile(join(cwd, IGNORE_FILE), text);
  } catch (cause) {
    throw new UsageError('cannot-save', `${IGNORE_FILE} cannot be written.`, {
      hint: 'The other files are written. Check that it is writable, and add what Git should leave out.',
      cause,
    });
  }
}

/** The files of a pull are known after the account is read. */
function expectedFiles({ world: { env } }: Context, { pull }: InitFlags): readonly string[] {
  const hasToken = ['TRUEUP_ACCESS_TOKEN', 'TRUEUP_REFRESH_TOKEN'].some((name) => (env[name] ?? '') !== '');
  return pull === false || !hasToken ? starterPaths() : [DEFAULT_FILE];
}

interface Owner {
  readonly account: Account;
  /** Owner of the token. Undefined without a token, and if nothing is to be pulled. */
  readonly identity?: TokenIdentity;
}

/** @throws AuthError `wrong-account` if the token is of another account than the one asked for. */
async function readOwner(context: Context, flags: InitFlags): Promise<Owner> {
  const declared = await resolveAccount(context, flags);
  requireCredentials(declared);
  const account: Account = { ...declared.account, surface: flags.surface ?? declared.account.surface };
  if (flags.pull === true && account.credentials.kind === 'none') {
    throw new UsageError('pull-without-token', 'Pulling needs a token, and no token is set.', {
      hint: 'Set TRUEUP_ACCESS_TOKEN, or leave out --pull.',
    });
  }
  // Without a pull, no call is needed: the token may be for later, or for another machine.
  if (account.credentials.kind === 'none' || flags.pull === false) return { account };
  const identity = await withToken(context, flags, { ...declared, account }, (client, token) =>
    identifyToken(client, token, tokenUse(account)),
  );
  const expected = flags.hubId ?? account.hubId;
  if (expected !== undefined && expected !== identity.hubId) {
    throw new AuthError('wrong-account', `The token belongs to account ${identity.hubId}, not to ${expected}.`, {
      hint: `Use a token of account ${expected}, or leave out the account id.`,
    });
  }
  return { account, identity };
}

function buildStarter({ account, identity }: Owner, flags: InitFlags, address: string | undefined): StarterAccount {
  const { baseUrl, surface, credentials } = account;
  const auth =
    credentials.kind === 'refresh-token'
      ? {
          clientId: 'TRUEUP_CLIENT_ID',
          clientSecret: 'TRUEUP_CLIENT_SECRET',
          refreshToken: 'TRUEUP_REFRESH_TOKEN',
        }
      : { accessToken: 'TRUEUP_ACCESS_TOKEN' };
  const name = flags.name ?? chooseName(identity?.accountType ?? undefined);
  const hubId = identity?.hubId ?? flags.hubId ?? account.hubId;
  return { name, surface, auth, ...defined({ hubId, baseUrl: address === undefined ? undefined : baseUrl }) };
}

/** Returns a neutral name if the type of the account is unknown. */
function chooseName(type: string | undefined): string {
  if (type === undefined) return 'main';
  return ['SANDBOX', 'DEVELOPER_TEST'].includes(type) ? 'sandbox' : 'production';
}

/** As a pull into an empty folder, with the account in the main file: all files are new. */
async function pulled(
  context: Context,
  flags: InitFlags,
  account: StarterAccount,
): Promise<readonly [Pull, readonly PulledFile[]]> {
  const text = mainText(account, 'none');
  const made = await withReconciler(context, flags, (reconciler) => reconciler.pull(), openUnwritten(text));
  const main = { path: DEFAULT_FILE, before: null, text: mainText(account, 'later') };
  const files = made.files.map((file) => asParsed<PulledFile>({ ...file, before: null }, file));
  return [made, files.some(({ path }) => path === DEFAULT_FILE) ? files : [main, ...files]];
}
