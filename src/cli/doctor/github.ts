/** Checks the settings on GitHub that protect each apply of the Action. */

import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { environmentProxy, secret, systemClock, undiciTransport } from '../../client/index.ts';
import { projectFolder } from '../../config/files/own-files.ts';
import { defaultBranch } from '../../github/branches.ts';
import { githubClient } from '../../github/client.ts';
import { PUBLIC_API, parseRepository, type Repository } from '../../github/repository.ts';
import type { Check } from '../../model/checkup.ts';
import type { Project, ProjectLocation } from '../../model/project.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { problemOf } from './checks.ts';
import { checkEnvironments } from './github-environments.ts';
import { doubt, type Gate, gap } from './github-replies.ts';
import { checkDefaultBranch, checkLedgerBranch, checkOwners, type OwnedPaths } from './github-rules.ts';
import { type ActionJob, isExpression, readWorkflows, WORKFLOW_FOLDER } from './workflows.ts';

export async function checkGitHub(
  { world }: Context,
  { ledger = '' }: CommonFlags,
  project: Project,
): Promise<readonly Check[]> {
  const { env } = world;
  const token = env['GITHUB_TOKEN'] ?? '';
  const { location } = project;
  if (token === '' || location === undefined) {
    return [
      gap({
        code: 'github-settings-unread',
        message: 'GITHUB_TOKEN is not set. No setting of the repository was read.',
        hint: 'Set it to a token that may read administration, actions, contents and environments of the repository.',
      }),
    ];
  }
  const apiUrl = env['GITHUB_API_URL'] ?? PUBLIC_API;
  const transport = undiciTransport({ proxy: environmentProxy(env) });
  try {
    const repository = await findRepository(env['GITHUB_REPOSITORY'], location, apiUrl);
    const github = githubClient({ apiUrl, token: secret(token), transport, clock: systemClock });
    const gate = { github, repository, isPublicHost: URL.parse(apiUrl)?.origin === PUBLIC_API };
    return await checkAll(gate, await defaultBranch(github, repository), project, location, ledger);
  } catch (error) {
    return [{ ...problemOf('github', error), code: 'github-settings-unread' }];
  } finally {
    await transport.close();
  }
}

/** Throws UsageError if neither the variable nor the remote named origin tells the repository. */
async function findRepository(
  named: string | undefined,
  { root }: ProjectLocation,
  apiUrl: string,
): Promise<Repository> {
  if (named !== undefined && named !== '') return parseRepository(named);
  const config = await readFile(join(root.folder, '.git', 'config'), 'utf8').catch(() => '');
  const [, origin = ''] = /^\[remote "origin"\]\n(?:[ \t].*\n)*?[ \t]*url = (.+)$/m.exec(config) ?? [];
  const [, host, path] = /^(?:https:\/\/|(?:ssh:\/\/)?git@)([^/:@]+)[/:](.+?)(?:\.git)?$/.exec(origin) ?? [];
  // A repository of the same name on another host has other settings.
  return parseRepository(host === URL.parse(apiUrl)?.hostname.replace(/^api\./, '') ? path : undefined);
}

async function checkAll(
  gate: Gate,
  branch: string,
  project: Project,
  location: ProjectLocation,
  ledger: string,
): Promise<readonly Check[]> {
  const { jobs, unreadable } = await readWorkflows(location.root.folder);
  const [, typed] = /^branch:(.+)$/.exec(ledger) ?? [];
  const ledgers = new Set([...jobs.flatMap(({ ledgerBranch }) => ledgerBranch ?? []), ...(typed ? [typed] : [])]);
  const checks = [...unreadable.map(invalid), ...missingJobs(jobs), ...unpinned(jobs)];
  checks.push(...(await checkDefaultBranch(gate, branch, jobs)));
  for (const each of ledgers) if (!isExpression(each)) checks.push(...(await checkLedgerBranch(gate, each)));
  checks.push(...(await checkOwners(gate, ownedPaths(jobs, project, location))));
  checks.push(...(await checkEnvironments(gate, branch, jobs)));
  return checks;
}

function invalid(file: string): Check {
  return doubt({
    code: 'github-workflow-missing',
    message: `${file} is not a valid workflow. Its jobs were not checked.`,
    hint: 'Correct the file.',
  });
}

function missingJobs(jobs: readonly ActionJob[]): readonly Check[] {
  const missing = ['plan', 'apply'].filter((name) => !jobs.some(({ command }) => command === name));
  if (missing.length === 0) return [];
  return [
    doubt({
      code: 'github-workflow-missing',
      message: `No workflow in ${WORKFLOW_FOLDER} has a step with credentials and the command ${missing.join(' or ')}. Its environment and its secrets were not checked.`,
      hint: 'Run the command in a checkout that has the workflows.',
    }),
  ];
}

function unpinned(jobs: readonly ActionJob[]): readonly Check[] {
  const files = new Set(jobs.filter(({ isPinned }) => !isPinned).map(({ file }) => file));
  return [...files].map((file) =>
    gap({
      code: 'github-action-not-pinned',
      message: `The action in ${file} is not named by a commit. Whoever can move its tag or branch decides what gets the tokens.`,
      hint: 'Write OWNER/REPOSITORY@COMMIT, with the 40 digits of a commit, in uses.',
    }),
  );
}

/** Files of the project, and for each folder the name of a file that does not exist yet. */
function ownedPaths(jobs: readonly ActionJob[], { files }: Project, location: ProjectLocation): OwnedPaths {
  const named = jobs.map(({ folder }) => folder).filter((folder) => !isExpression(folder));
  const folders = new Set(named.length === 0 ? [projectFolder(location)] : named);
  const own = files
    .map(({ realPath = '' }) => relative(location.root.folder, realPath).split(sep).join('/'))
    .filter((path) => !path.startsWith('..'));
  return {
    configuration: [...own, ...[...folders].map((folder) => (folder === '.' ? NEW_FILE : `${folder}/${NEW_FILE}`))],
    workflows: [...new Set(jobs.map(({ file }) => file)), `${WORKFLOW_FOLDER}/${NEW_FILE}`, '.github/CODEOWNERS'],
  };
}

const NEW_FILE = 'new-file.yaml';
