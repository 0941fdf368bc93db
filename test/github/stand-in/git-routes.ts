/** The routes of the stand-in for commits and branches. */

import type { GitDatabase, StoredCommit, Tree, TreeChange } from './git.ts';
import { type HostReply, ok, page, type Route, refused } from './route.ts';

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
      path: /^\/compare\/([^.]+)\.\.\.([0-9a-f]{40})$/,
      needs: read,
      answer(_, [named = '', head = '']) {
        const base = git.refs.get(`refs/heads/${decodeURIComponent(named)}`) ?? named;
        if (!git.isRelated(base, head)) return refused(404, 'No common ancestor');
        return ok({ status: STATUS[`${git.isAncestor(base, head)} ${git.isAncestor(head, base)}`] });
      },
    },
    {
      method: 'GET',
      path: /^\/contents\/(.+)$/,
      needs: read,
      answer({ query }, [path = '']) {
        const tree = git.tree(git.commit(query.get('ref') ?? '')?.tree ?? '') ?? new Map();
        const name = decodeURIComponent(path);
        const isThere = [...tree.keys()].some((file) => file === name || file.startsWith(`${name}/`));
        return isThere ? ok({ path: name }) : refused(404, 'Not Found');
      },
    },
    {
      method: 'GET',
      path: /^\/commits$/,
      needs: read,
      answer(asked) {
        const head = git.refs.get(`refs/heads/${asked.query.get('sha')}`);
        if (head === undefined) return refused(404, 'Not Found');
        return page(commitsTouching(git, head, asked.query.get('path') ?? '').map(commitBody), asked);
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

/** Commits of a branch without merges that change the file, newest first. */
function commitsTouching(git: GitDatabase, head: string, path: string): readonly StoredCommit[] {
  const line: StoredCommit[] = [];
  for (let at = git.commit(head); at !== undefined; at = git.commit(at.parents[0] ?? '')) line.push(at);
  const contentOf = (commit: StoredCommit | undefined) => git.tree(commit?.tree ?? '')?.get(path)?.sha;
  return line.filter((commit, at) => contentOf(commit) !== contentOf(line[at + 1]));
}

function commitBody({ sha, date }: StoredCommit) {
  return { sha, commit: { committer: { date } } };
}

/** Returns the folders, each of which is a tree. */
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
