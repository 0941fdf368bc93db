/** Commits and branches through the Git database of the REST interface, as needed for a ledger on a branch. */

import { z } from 'zod';
import { HostError, TransportError } from '../errors.ts';
import type { GitHost, Moved } from '../ledger/git-branch-host.ts';
import { defaultBranch } from './branches.ts';
import type { GitHub } from './client.ts';
import { type Repository, repositoryPath } from './repository.ts';
import { unlessAbsent } from './unless-gone.ts';

const Named = z.looseObject({ sha: z.string() });
const Ref = z.looseObject({ object: Named });
const Commit = z.looseObject({ tree: Named });
const Tree = z.looseObject({
  truncated: z.boolean(),
  tree: z.array(z.looseObject({ path: z.string(), type: z.string(), sha: z.string() })),
});
const Blob = z.looseObject({ content: z.string(), encoding: z.string() });
const Comparison = z.looseObject({ status: z.string() });
const Commits = z.array(z.looseObject({ commit: z.looseObject({ committer: z.looseObject({ date: z.string() }) }) }));

/** A longer text goes as a blob of its own, and not inside the tree. */
const LONGEST_INLINE = 100_000;

export function gitHost(github: GitHub, repository: Repository): GitHost {
  const top = repositoryPath(repository);
  const git = `${top}/git`;
  /** Commit to tree; neither ever changes. */
  const trees = new Map<string, string>();

  const readTree = async (commit: string): Promise<string> => {
    const known = trees.get(commit);
    if (known !== undefined) return known;
    const path = `${git}/commits/${commit}`;
    const { tree } = await github.call({ method: 'GET', path, reply: Commit });
    trees.set(commit, tree.sha);
    return tree.sha;
  };

  let seen: Promise<unknown> | undefined;
  const isSeen = () => {
    seen ??= visible(github, repository);
    return seen;
  };

  const entry = async ([path, text]: readonly [string, string | null]) => {
    const file = { path, mode: '100644', type: 'blob' } as const;
    if (text === null) return { ...file, sha: null };
    if (text.length <= LONGEST_INLINE) return { ...file, content: text };
    const body = { content: text, encoding: 'utf-8' };
    const { sha } = await github.call({ method: 'POST', path: `${git}/blobs`, body, reply: Named, repeatable: true });
    return { ...file, sha };
  };

  return {
    repository: `${repository.owner}/${repository.name}`,
    async head(branch) {
      const path = `${git}/ref/heads/${branchPath(branch)}`;
      const ref = await unlessAbsent(() => github.call({ method: 'GET', path, reply: Ref }));
      // Of a repository that the token may not see the host says the same as of a branch that is not there.
      if (ref === undefined) await isSeen();
      return ref?.object.sha;
    },
    async tree(commit) {
      const path = `${git}/trees/${await readTree(commit)}`;
      const { tree, truncated } = await github.call({ method: 'GET', path, query: { recursive: '1' }, reply: Tree });
      if (truncated) throw new HostError(200, `The Git host does not list all files of commit ${commit} at once.`);
      return new Map(tree.filter(({ type }) => type === 'blob').map(({ path: file, sha }) => [file, sha]));
    },
    async hasMoved({ from, to }) {
      const path = `${top}/compare/${from}...${to}`;
      // The files are on the first page only.
      const query = { per_page: '1', page: '2' };
      const compared = await unlessAbsent(() => github.call({ method: 'GET', path, query, reply: Comparison }));
      return compared?.status === 'ahead' || compared?.status === 'diverged';
    },
    async content(id) {
      const { content, encoding } = await github.call({ method: 'GET', path: `${git}/blobs/${id}`, reply: Blob });
      return Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8').toString();
    },
    async commit({ parent, changes, message }) {
      const tree = [];
      for (const change of changes) tree.push(await entry(change));
      const made = await github.call({
        method: 'POST',
        path: `${git}/trees`,
        body: { tree, ...(parent === undefined ? {} : { base_tree: await readTree(parent) }) },
        reply: Named,
        repeatable: true,
      });
      const body = { message, tree: made.sha, parents: parent === undefined ? [] : [parent] };
      const commit = await github.call({
        method: 'POST',
        path: `${git}/commits`,
        body,
        reply: Named,
        repeatable: true,
      });
      trees.set(commit.sha, made.sha);
      return commit.sha;
    },
    move: (branch, { from, to }) =>
      moving(() =>
        from === undefined
          ? github.call({
              method: 'POST',
              path: `${git}/refs`,
              body: { ref: `refs/heads/${branch}`, sha: to },
              reply: Ref,
            })
          : github.call({
              method: 'PATCH',
              path: `${git}/refs/heads/${branchPath(branch)}`,
              body: { sha: to, force: false },
              reply: Ref,
            }),
      ),
    async changedAt(branch, file) {
      const query = { sha: branch, path: file, per_page: '1' };
      const [last] = await github.call({ method: 'GET', path: `${top}/commits`, query, reply: Commits });
      return last === undefined ? undefined : Date.parse(last.commit.committer.date);
    },
  };
}

async function visible(github: GitHub, repository: Repository): Promise<void> {
  if ((await unlessAbsent(() => defaultBranch(github, repository))) !== undefined) return;
  throw new HostError(
    404,
    `The repository ${repository.owner}/${repository.name} was not found, or it is hidden from the token.`,
    {
      hint: 'Check the name of the repository (GITHUB_REPOSITORY), and that the token may read its contents.',
    },
  );
}

/** Not moved, or nobody knows: whoever asked looks at the branch again. */
async function moving(work: () => Promise<unknown>): Promise<Moved> {
  try {
    await work();
    return { moved: true };
  } catch (error) {
    if (error instanceof TransportError) return { moved: false, reason: error.message };
    const race = error instanceof HostError && (error.status === 409 || error.status === 422 || error.status >= 500);
    if (race) return { moved: false, reason: error.message };
    throw error;
  }
}

/** Slashes are part of the name of a branch. */
function branchPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/');
}
