/** The routes of the stand-in for commits and branches. */

import type { GitDatabase, StoredCommit, Tree, TreeChange } from './git.ts';
import { commitsBetween, commitsTouching, mergeBase } from './history.ts';
import { type HostReply, ok, page, type Route, refused } from './route.ts';
import { REPOSITORY } from './state.ts';

export function gitRoutes(git: GitDatabase): readonly Route[] {
  const read = { scope: 'contents', level: 'read' } as const;
  const write = { scope: 'contents', level: 'write' } as const;
  const refBody = (ref: string): HostReply => ok({ ref, object: { type: 'commit', sha: git.refs.get(ref) } });
  return [
    {
      method: 'GET',
      path: /^\/git\/ref\/(heads\/.+)$/,
      needs: read,
      answer: (_, [ref = '']) => (git.refs.has(`refs/${ref}`) ? refBody(`refs/${ref}`) : refused(404, 'Not Found')),
    },
    {
      method: 'GET',
      path: /^\/git\/matching-refs\/(heads\/.*)$/,
      needs: read,
      answer: (_, [start = '']) =>
        ok([...git.refs.keys()].filter((ref) => ref.startsWith(`refs/${start}`)).map((ref) => refBody(ref).body)),
    },
    {
      method: 'POST',
      path: /^\/git\/refs$/,
      needs: write,
      answer({ body }) {
        const [ref, sha] = [String(body['ref']), String(body['sha'])];
        if (git.refs.has(ref)) return refused(422, 'Reference already exists');
        if (git.commit(sha) === undefined) return refused(422, 'Object does not exist');
        git.refs.set(ref, sha);
        return { ...refBody(ref), status: 201 };
      },
    },
    {
      method: 'PATCH',
      path: /^\/git\/refs\/(heads\/.+)$/,
      needs: write,
      answer({ body }, [name = '']) {
        const [ref, sha] = [`refs/${name}`, String(body['sha'])];
        const head = git.refs.get(ref);
        if (head === undefined) return refused(422, 'Reference does not exist');
        if (body['force'] !== true && !git.isAncestor(head, sha)) return refused(422, 'Update is not a fast forward');
        git.refs.set(ref, sha);
        return refBody(ref);
      },
    },
    {
      method: 'GET',
      path: /^\/git\/trees\/([0-9a-f]{40})$/,
      needs: read,
      answer({ query }, [sha = '']) {
        const tree = git.tree(sha);
        if (tree === undefined) return refused(404, 'Not Found');
        const isRecursive = query.has('recursive');
        const files = [...tree].map(([path, file]) => ({ path, type: 'blob', ...file }));
        const shown = [...foldersOf(tree, git), ...files].filter(({ path }) => isRecursive || !path.includes('/'));
        return ok({ sha, truncated: false, tree: shown.sort((a, b) => (a.path < b.path ? -1 : 1)) });
      },
    },
    {
      method: 'POST',
      path: /^\/graphql$/,
      needs: read,
      answer: ({ body: { variables } }) => {
        const { owner, name, ...expressions } = variables as Readonly<Record<string, string>>;
        if (`${owner}/${name}` !== REPOSITORY)
          return ok({ data: { repository: null }, errors: [{ type: 'NOT_FOUND' }] });
        const found = Object.entries(expressions).map(([one, expression]) => [one, objectAt(expression, git)]);
        return ok({ data: { repository: Object.fromEntries(found) } });
      },
    },
    {
      method: 'POST',
      path: /^\/git\/trees$/,
      needs: write,
      answer({ body }) {
        const base = typeof body['base_tree'] === 'string' ? body['base_tree'] : undefined;
        const sha = git.newTree(base, body['tree'] as readonly TreeChange[]);
        return sha === undefined ? refused(422, 'GitRPC::BadObjectState') : ok({ sha }, 201);
      },
    },
    {
      method: 'GET',
      path: /^\/git\/blobs\/([0-9a-f]{40})$/,
      needs: read,
      answer(_, [sha = '']) {
        const text = git.text(sha);
        if (text === undefined) return refused(404, 'Not Found');
        // In lines of 60, as GitHub sends it.
        const content = Buffer.from(text).toString('base64').replace(/.{60}/g, '$&\n');
        return ok({ sha, encoding: 'base64', content });
      },
    },
    {
      method: 'POST',
      path: /^\/git\/blobs$/,
      needs: write,
      answer: ({ body }) => ok({ sha: git.blob(String(body['content'])) }, 201),
    },
    {
      method: 'GET',
      path: /^\/git\/commits\/([0-9a-f]{40})$/,
      needs: read,
      answer(_, [sha = '']) {
        const commit = git.commit(sha);
        return commit === undefined
          ? refused(404, 'Not Found')
          : ok({ sha, tree: { sha: commit.tree }, parents: commit.parents.map((parent) => ({ sha: parent })) });
      },
    },
    {
      method: 'POST',
      path: /^\/git\/commits$/,
      needs: write,
      answer({ body }) {
        const tree = String(body['tree']);
        if (git.tree(tree) === undefined) return refused(422, 'Tree SHA does not exist');
        const commit = { tree, parents: body['parents'] as readonly string[], message: String(body['message']) };
        return ok({ sha: git.newCommit(commit), tree: { sha: tree } }, 201);
      },
    },
    {
      method: 'GET',
      path: /^\/compare\/([0-9a-f]{40})\.\.\.([0-9a-f]{40})$/,
      needs: read,
      answer(asked, [base = '', head = '']) {
        if (!git.isRelated(base, head)) return refused(404, 'No common ancestor');
        const commits = commitsBetween(git, base, head);
        const { body, ...rest } = page(commits.map(commitBody), asked);
        const status = STATUS[`${git.isAncestor(base, head)} ${git.isAncestor(head, base)}`];
        const merge_base_commit = { sha: mergeBase(git, base, head) };
        return { ...rest, body: { status, total_commits: commits.length, commits: body, merge_base_commit } };
      },
    },
    {
      method: 'GET',
      path: /^\/commits\/([0-9a-f]{40})\/branches-where-head$/,
      needs: read,
      answer(_, [sha = '']) {
        if (git.commit(sha) === undefined) return refused(422, `No commit found for SHA: ${sha}`);
        const heads = [...git.refs].filter(([ref, head]) => ref.startsWith('refs/heads/') && head === sha);
        return ok(heads.map(([ref]) => ({ name: ref.slice(11), commit: { sha }, protected: false })));
      },
    },
    {
      method: 'GET',
      path: /^\/commits$/,
      needs: read,
      answer(asked) {
        const from = asked.query.get('sha') ?? '';
        const start = git.refs.get(`refs/heads/${from}`) ?? (git.commit(from) === undefined ? undefined : from);
        if (start === undefined) return refused(404, 'Not Found');
        const touching = commitsTouching(git, start, asked.query.get('path') ?? '');
        return page(touching.map(commitBody), asked);
      },
    },
  ];
}

/** By whether the base is an ancestor of the head, and the head of the base. */
const STATUS: Readonly<Record<string, string>> = {
  'true true': 'identical',
  'true false': 'ahead',
  'false true': 'behind',
  'false false': 'diverged',
};

function commitBody({ sha, tree, parents, date }: StoredCommit) {
  return {
    sha,
    commit: { tree: { sha: tree }, committer: { date } },
    parents: parents.map((parent) => ({ sha: parent })),
  };
}

/** `main:crm/trueup.yaml`, as for git rev-parse. */
function objectAt(expression: string, git: GitDatabase): { readonly __typename: string; readonly oid: string } | null {
  const [revision = '', path = ''] = expression.split(/:(.*)/s);
  const commit = git.commit(git.refs.get(`refs/heads/${revision}`) ?? revision);
  const tree = git.tree(commit?.tree ?? '');
  if (tree === undefined) return null;
  if (path === '') return { __typename: 'Tree', oid: commit?.tree ?? '' };
  const file = tree.get(path)?.sha;
  const oid = file ?? foldersOf(tree, git).find((folder) => folder.path === path)?.sha;
  return oid === undefined ? null : { __typename: file === undefined ? 'Tree' : 'Blob', oid };
}

/** Every folder is a tree of its own. */
function foldersOf(tree: Tree, git: GitDatabase) {
  const folders = new Set(
    [...tree.keys()].flatMap((path) =>
      path
        .split('/')
        .slice(0, -1)
        .map((_, at, parts) => parts.slice(0, at + 1).join('/')),
    ),
  );
  return [...folders].map((path) => {
    const inside = [...tree].filter(([file]) => file.startsWith(`${path}/`));
    const changes = inside.map(([file, one]) => ({ path: file.slice(path.length + 1), ...one }));
    return { path, mode: '040000', type: 'tree', sha: git.newTree(undefined, changes) ?? '' };
  });
}
