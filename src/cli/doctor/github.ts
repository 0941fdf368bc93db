/** Checks the settings on GitHub that protect each apply of the Action. */

import { relative, sep } from 'node:path';
import { environmentProxy, secret, systemClock, undiciTransport } from '../../client/index.ts';
import { projectFolder } from '../../config/files/own-files.ts';
import { defaultBranch } from '../../github/branches.ts';
import { githubClient } from '../../github/client.ts';
import { PUBLIC_API, parseRepository, repositoryPath } from '../../github/repository.ts';
import type { Check } from '../../model/checkup.ts';
import type { Project, ProjectLocation } from '../../model/project.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { buildProblem } from './checks.ts';
import { checkEnvironments } from './github-environments.ts';
import { doubt, type Gate, gap } from './github-replies.ts';
import { checkDefaultBranch, checkLedgerBranch, checkOwners, type OwnedPaths } from './github-rules.ts';
import { type ActionJob, isExpression, readWorkflows, WORKFLOW_FOLDER } from './workflows.ts';

export async function checkGitHub(
  { world: { env } }: Context,
  { ledger = '' }: CommonFlags,
  project: Project,
): Promise<readonly Check[]> {
  const { location } = project;
  const token = env['GITHUB_TOKEN'] ?? '';
  if (token === '' || location === undefined) {
    const hint =
      'Set it to a token that may read administration, actions, contents and environments of the repository.';
    return [
      gap({
        code: 'github-settings-unread',
        message: 'GITHUB_TOKEN is not set. No setting of the repository was read.',
        hint,
      }),
    ];
  }
  const apiUrl = env['GITHUB_API_URL'] ?? PUBLIC_API;
  const transport = undiciTransport({ proxy: environmentProxy(env) });
  try {
    const repository = parseRepository(env['GITHUB_REPOSITORY']);
    const github = githubClient({ apiUrl, token: secret(token), transport, clock: systemClock });
    const isPublicHost = URL.parse(apiUrl)?.origin === PUBLIC_API;
    const gate = { github, path: repositoryPath(repository), isPublicHost };
    return await checkAll(gate, await defaultBranch(github, repository), { project, location, ledger });
  } catch (error) {
    return [{ ...buildProblem('github', error), code: 'github-settings-unread' }];
  } finally {
    await transport.close();
  }
}

interface Checkout {
  readonly project: Project;
  readonly location: ProjectLocation;
  /** As it was typed. */
  readonly ledger: string;
}

async function checkAll(gate: Gate, branch: string, checkout: Checkout): Promise<readonly Check[]> {
  const { project, location, ledger } = checkout;
  const { jobs, unreadable } = await readWorkflows(location.root.folder);
  const [, typed] = /^branch:(.+)$/.exec(ledger) ?? [];
  const ledgers = [...jobs.map(({ ledgerBranch }) => ledgerBranch), typed].filter((name) => name !== undefined);
  const checks = [
    ...unreadable.map((file) =>
      doubt({
        code: 'github-workflow-missing',
        message: `${file} is not a valid workflow. Its jobs were not checked.`,
      }),
    ),
    ...missingJobs(jobs),
    ...jobs.flatMap(unfixedNames),
    ...unpinned(jobs),
    ...(await checkDefaultBranch(gate, branch, jobs)),
  ];
  for (const name of new Set(ledgers)) if (!isExpression(name)) checks.push(...(await checkLedgerBranch(gate, name)));
  return [
    ...checks,
    ...(await checkOwners(gate, ownedPaths(jobs, project, location))),
    ...(await checkEnvironments(gate, branch, jobs)),
  ];
}

function missingJobs(jobs: readonly ActionJob[]): readonly Check[] {
  const missing = ['plan', 'apply'].filter((name) => !jobs.some(({ command }) => command === name));
  if (missing.length === 0) return [];
  const message = `No workflow in ${WORKFLOW_FOLDER} has a step with credentials and the command ${missing.join(' or ')}. Its environment and its secrets were not checked.`;
  return [
    doubt({ code: 'github-workflow-missing', message, hint: 'Run the command in a checkout that has the workflows.' }),
  ];
}

function unfixedNames({ file, command, check, environment = '' }: ActionJob): readonly Check[] {
  const names = [
    ...(command === 'plan' && check === undefined ? ['check'] : []),
    ...(isExpression(environment) ? ['environment'] : []),
  ];
  return names.map((name) =>
    doubt({
      code: 'github-settings-unread',
      message: `The ${name} of the ${command} job in ${file} has no fixed name. Its settings were not checked.`,
    }),
  );
}

function unpinned(jobs: readonly ActionJob[]): readonly Check[] {
  const files = new Set(jobs.filter(({ isPinned }) => !isPinned).map(({ file }) => file));
  const hint = 'Write OWNER/REPOSITORY@COMMIT, with the 40 digits of a commit, in uses.';
  return [...files].map((file) =>
    gap({
      code: 'github-action-not-pinned',
      message: `The action in ${file} is not pinned to a commit. Every user who can move its tag or branch decides which code gets the tokens.`,
      hint,
    }),
  );
}

/** Returns the files of the project and of the workflows, and for each folder the name of a file that does not exist yet. */
function ownedPaths(jobs: readonly ActionJob[], { files }: Project, location: ProjectLocation): OwnedPaths {
  const folder = projectFolder(location);
  const own = files
    .map(({ realPath = '' }) => relative(location.root.folder, realPath).split(sep).join('/'))
    .filter((path) => !path.startsWith('..'));
  return {
    configuration: [...own, folder === '.' ? NEW_FILE : `${folder}/${NEW_FILE}`],
    workflows: [...new Set(jobs.map(({ file }) => file)), `${WORKFLOW_FOLDER}/${NEW_FILE}`, '.github/CODEOWNERS'],
  };
}

const NEW_FILE = 'new-file.yaml';
