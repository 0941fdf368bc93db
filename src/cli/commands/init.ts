/** `trueup init`: starts a project in a folder, with examples or, with a token, with what the account holds. */

import { resolve } from 'node:path';
import { asParsed } from '../../config/yaml/source.ts';
import { defined } from '../../contract/defined.ts';
import { AuthError } from '../../errors.ts';
import { identifyToken, type Pull, type TokenIdentity, tokenUse } from '../../index.ts';
import type { Account } from '../../model/account.ts';
import type { PulledFile } from '../../model/pull.ts';
import { EXIT } from '../../report/exit.ts';
import { requireCredentials, resolveAccount, withToken } from '../auth/account.ts';
import type { Context } from '../context.ts';
import { below } from '../directory.ts';
import { type Answers, answersOf, type InitFlags } from '../init/answers.ts';
import { defaultBranch } from '../init/default-branch.ts';
import { ignore, ignoringIn } from '../init/ignored.ts';
import { requireFree } from '../init/in-the-way.ts';
import { showInit } from '../init/show.ts';
import { mainText, type StarterAccount, starterFiles, starterPaths } from '../init/starter.ts';
import { workflowFiles, workflowPaths } from '../init/workflows.ts';
import { withReconciler } from '../open.ts';
import { DEFAULT_FILE, openUnwritten, projectLocation } from '../project.ts';
import { writePulled } from '../pulled-files.ts';
import { recordPulled } from './pull.ts';

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

  const { account, identity } = await ownerOf(context, flags);
  const answers = await answersOf(context, flags, identity, flags.hubId ?? account.hubId);
  if (answers === 'interrupted') {
    context.note('Nothing was written.');
    return EXIT.interrupted;
  }
  const starter = starterOf(account, answers, context.world.env['TRUEUP_BASE_URL']);
  const [made, schema] = answers.pull ? await pulled(context, flags, starter) : [undefined, starterFiles(starter)];
  const workflows = answers.github ? await workflowFiles(root, starter) : [];
  const files = [...schema, ...workflows];
  await requireFree(files, cwd);
  const ignoring = await ignoringIn(cwd);
  await writePulled(files, cwd);
  await ignore(cwd, ignoring);
  if (made !== undefined) await recordPulled(context, flags, made, schema);
  // Also the main file is new, though the pull took it for one that is there.
  const shown = made === undefined ? {} : { made: { ...made, files: schema } };
  const branch = defaultBranch(root.folder);
  showInit(context, flags, { account: starter, files, workflows, branch, ignoring, ...shown });
  return made?.complete === false ? EXIT.error : EXIT.done;
}

/** Before anything is asked: what a pull writes is known once the account is read. */
function expectedFiles({ world: { env } }: Context, { pull }: InitFlags): readonly string[] {
  const hasToken = ['TRUEUP_ACCESS_TOKEN', 'TRUEUP_REFRESH_TOKEN'].some((name) => (env[name] ?? '') !== '');
  return pull === false || !hasToken ? starterPaths() : [DEFAULT_FILE];
}

interface Owner {
  readonly account: Account;
  /** Undefined without a token. */
  readonly identity?: TokenIdentity;
}

/** @throws AuthError `wrong-account` if the token is of another account than the one asked for. */
async function ownerOf(context: Context, flags: InitFlags): Promise<Owner> {
  const declared = await resolveAccount(context, flags);
  requireCredentials(declared);
  const account: Account = { ...declared.account, surface: flags.surface ?? declared.account.surface };
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

function starterOf(
  { baseUrl, surface, credentials }: Account,
  { name, hubId }: Answers,
  address: string | undefined,
): StarterAccount {
  const auth =
    credentials.kind === 'refresh-token'
      ? {
          clientId: 'TRUEUP_CLIENT_ID',
          clientSecret: 'TRUEUP_CLIENT_SECRET',
          refreshToken: 'TRUEUP_REFRESH_TOKEN',
        }
      : { accessToken: 'TRUEUP_ACCESS_TOKEN' };
  return { name, surface, auth, ...defined({ hubId, baseUrl: address === undefined ? undefined : baseUrl }) };
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
