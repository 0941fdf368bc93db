/** Whether the default branch still says what is checked out: a re-run, a late approval or another branch must not undo what came after. */

import { OvertakenError } from '../errors.ts';
import { defaultHead, type Head, isBehind } from '../github/branches.ts';
import { terminalLine } from '../report/escape.ts';
import { shortOf } from './commit-name.ts';
import { insideOf, wayTo } from './inside.ts';
import { ledgerFolder, pathFromTop, readPaths, searches } from './read-paths.ts';
import type { Run } from './run.ts';
import { touchedPath, type Watched } from './touched.ts';

/** The head of the default branch. Throws OvertakenError unless the commit is on it and no later one there touched what the run reads. */
export async function requireCurrent(run: Run): Promise<Head> {
  const { github, repository } = run.host();
  const { commit } = run.checkout;
  const head = await defaultHead(github, repository);
  await requireStartedThere(run, head);
  if (commit !== head.commit) {
    if (!(await isBehind(github, repository, { head: head.commit, commit }))) throw notOnBranch(commit, head);
    await requireUntouched(run, head, commit, [...watchedPaths(run), ...ledgerPaths(run)]);
  }
  // The inputs are those of the commit that started the run.
  const { sha } = run.event;
  if (sha !== '' && sha !== head.commit) await requireUntouched(run, head, sha, workflowPaths(run));
  return head;
}

/** The inputs are those of the ref that started the run, in whichever workflow that it calls. A merged pull request is a ref of its own. */
async function requireStartedThere(run: Run, head: Head): Promise<void> {
  const { ref, sha, pull } = run.event;
  const isOther = ref.startsWith('refs/heads/') && ref !== `refs/heads/${head.branch}`;
  if (isOther) throw startedElsewhere(ref, head);
  if (pull !== undefined || sha === '' || sha === head.commit || sha === run.checkout.commit) return;
  const { github, repository } = run.host();
  if (!(await isBehind(github, repository, { head: head.commit, commit: sha }))) throw startedElsewhere(ref, head);
}

async function requireUntouched(run: Run, head: Head, commit: string, watched: readonly Watched[]): Promise<void> {
  if (watched.length === 0) return;
  const trees = run.trees();
  const both = [await trees.rootOf(commit), await trees.rootOf(head.commit)] as const;
  const path = await touchedPath(trees, both, watched);
  if (path !== undefined) throw overtaken(commit, head, path);
}

/** What was read, and each folder that was searched. */
export function watchedPaths(run: Run): readonly Watched[] {
  return [...watched(run, readPaths(run.project)), ...searches(run)];
}

/** The ledger if it is kept there: an old one would do things twice. */
function ledgerPaths(run: Run): readonly Watched[] {
  const folder = ledgerFolder(run);
  return folder === undefined ? [] : watched(run, wayTo(folder));
}

function watched({ checkout: { top } }: Run, paths: readonly string[]): readonly Watched[] {
  if (top === undefined) return [];
  return paths.filter((path) => insideOf(top, path)).map((path) => ({ path: pathFromTop(top, path), what: 'all' }));
}

/** `acme/schema/.github/workflows/apply.yml@refs/heads/main`. That of another repository is pinned by the workflow that calls it. */
function workflowPaths({ env }: Run): readonly Watched[] {
  const start = `${env['GITHUB_REPOSITORY']}/`;
  const written = env['GITHUB_WORKFLOW_REF'] ?? '';
  // Its name may have an @ of its own.
  const [path] = written.startsWith(start) ? written.slice(start.length).split(/@(?=refs\/)/) : [];
  return path === undefined || path === '' ? [] : [{ path, what: 'all' }];
}

function overtaken(commit: string, { branch, commit: head }: Head, path: string): OvertakenError {
  const message = `Nothing is applied: ${terminalLine(branch)} has changed ${terminalLine(path)} since commit ${shortOf(commit)}; it is now at ${shortOf(head)}.`;
  return new OvertakenError('checkout-overtaken', message, {
    hint: 'The run of the newer commit applies what is there now. Without one, start the workflow on the branch.',
  });
}

function startedElsewhere(ref: string, { branch }: Head): OvertakenError {
  const message = `Nothing is applied: the run was started from ${terminalLine(ref)}, and its inputs are not those of ${terminalLine(branch)}, the default branch.`;
  return new OvertakenError('checkout-not-on-branch', message, {
    hint: `Start the workflow on ${terminalLine(branch)}.`,
  });
}

function notOnBranch(commit: string, { branch }: Head): OvertakenError {
  const message = `Nothing is applied: commit ${shortOf(commit)} is not on ${terminalLine(branch)}, the default branch.`;
  return new OvertakenError('checkout-not-on-branch', message, {
    hint: 'Merge it first, or start the workflow on the default branch and check that out.',
  });
}
