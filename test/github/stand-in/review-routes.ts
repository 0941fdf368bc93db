/** The routes of the stand-in for comments, issues, pull requests and runs. */

import { type HostReply, ok, page, type Route, refused } from './route.ts';
import { type Comment, type HostState, type Issue, type PullRequest, REPOSITORY } from './state.ts';

const LONGEST_BODY = 65_536;

export function reviewRoutes(state: HostState): readonly Route[] {
  return [...commentRoutes(state), ...issueRoutes(state), ...lookupRoutes(state)];
}

function commentRoutes({ comments }: HostState): readonly Route[] {
  return [
    {
      method: 'GET',
      path: /^\/issues\/(\d+)\/comments$/,
      needs: { scope: 'pull-requests', level: 'read' },
      answer: (asked, [number]) =>
        page(comments.filter(({ issue }) => issue === Number(number)).map(commentBody), asked),
    },
    {
      method: 'POST',
      path: /^\/issues\/(\d+)\/comments$/,
      needs: { scope: 'pull-requests', level: 'write' },
      answer({ body, writer }, [number]) {
        const comment = {
          id: Math.max(999, ...comments.map(({ id }) => id)) + 1,
          issue: Number(number),
          user: writer,
          body: String(body['body']),
        };
        if (comment.body.length > LONGEST_BODY) return tooLong();
        comments.push(comment);
        return ok(commentBody(comment), 201);
      },
    },
    {
      method: 'PATCH',
      path: /^\/issues\/comments\/(\d+)$/,
      needs: { scope: 'pull-requests', level: 'write' },
      answer({ body }, [id]) {
        const comment = comments.find((one) => one.id === Number(id));
        if (comment === undefined) return refused(404, 'Not Found');
        if (String(body['body']).length > LONGEST_BODY) return tooLong();
        comment.body = String(body['body']);
        return ok(commentBody(comment));
      },
    },
    {
      method: 'DELETE',
      path: /^\/issues\/comments\/(\d+)$/,
      needs: { scope: 'pull-requests', level: 'write' },
      answer(_, [id]) {
        const at = comments.findIndex((one) => one.id === Number(id));
        if (at < 0) return refused(404, 'Not Found');
        comments.splice(at, 1);
        return { status: 204, body: undefined };
      },
    },
  ];
}

function issueRoutes({ issues }: HostState): readonly Route[] {
  return [
    {
      method: 'GET',
      path: /^\/issues$/,
      needs: { scope: 'issues', level: 'read' },
      answer: (asked) =>
        page(issues.filter(({ state }) => state === (asked.query.get('state') ?? 'open')).map(issueBody), asked),
    },
    {
      method: 'POST',
      path: /^\/issues$/,
      needs: { scope: 'issues', level: 'write' },
      answer({ body, writer }) {
        const issue: Issue = {
          number: 100 + issues.length,
          user: writer,
          isPull: false,
          title: String(body['title']),
          body: String(body['body']),
          state: 'open',
        };
        if (issue.body.length > LONGEST_BODY) return tooLong();
        issues.push(issue);
        return ok(issueBody(issue), 201);
      },
    },
    {
      method: 'PATCH',
      path: /^\/issues\/(\d+)$/,
      needs: { scope: 'issues', level: 'write' },
      answer({ body }, [number]) {
        const issue = issues.find((one) => one.number === Number(number));
        if (issue === undefined) return refused(404, 'Not Found');
        if (String(body['body'] ?? '').length > LONGEST_BODY) return tooLong();
        if (typeof body['body'] === 'string') issue.body = body['body'];
        if (body['state'] === 'closed' || body['state'] === 'open') issue.state = body['state'];
        return ok(issueBody(issue));
      },
    },
  ];
}

function lookupRoutes({ pulls, runs }: HostState): readonly Route[] {
  return [
    {
      method: 'GET',
      path: /^$/,
      needs: { scope: 'contents', level: 'read' },
      answer: () => ok({ id: 1, full_name: REPOSITORY, fork: false, default_branch: 'main' }),
    },
    {
      method: 'GET',
      path: /^\/commits\/([0-9a-z]+)\/pulls$/,
      needs: { scope: 'pull-requests', level: 'read' },
      answer: (asked, [sha]) =>
        page(pulls.filter(({ headSha, mergeSha }) => headSha === sha || mergeSha === sha).map(pullBody), asked),
    },
    {
      method: 'GET',
      path: /^\/pulls\/(\d+)$/,
      needs: { scope: 'pull-requests', level: 'read' },
      answer(_, [number]) {
        const pull = pulls.find((one) => one.number === Number(number));
        return pull === undefined ? refused(404, 'Not Found') : ok(pullBody(pull));
      },
    },
    {
      method: 'GET',
      path: /^\/actions\/runs\/(\d+)\/attempts\/(\d+)$/,
      needs: { scope: 'actions', level: 'read' },
      answer(_, [run, attempt]) {
        const status = runs.get(`${run}/${attempt}`);
        return status === undefined ? refused(404, 'Not Found') : ok({ id: Number(run), status });
      },
    },
  ];
}

function tooLong(): HostReply {
  const errors = [{ code: 'unprocessable', field: 'body', message: 'body is too long (maximum is 65536 characters)' }];
  return { status: 422, body: { message: 'Validation Failed', errors } };
}

function pullBody(pull: PullRequest): unknown {
  const { number, headSha, headRepo = REPOSITORY, mergeSha, mergedAt, base = 'main', baseSha = '0'.repeat(40) } = pull;
  const repo = (full_name: string) => ({
    id: full_name === REPOSITORY ? 1 : 2,
    full_name,
    fork: full_name !== REPOSITORY,
  });
  return {
    number,
    state: mergeSha === undefined ? 'open' : 'closed',
    merged: mergeSha !== undefined,
    merged_at: mergeSha === undefined ? null : (mergedAt ?? new Date().toISOString()),
    merge_commit_sha: mergeSha ?? null,
    head: { ref: 'change', sha: headSha, repo: headRepo === null ? null : repo(headRepo) },
    base: { ref: base, sha: baseSha, repo: repo(REPOSITORY) },
  };
}

function commentBody({ id, user, body }: Comment): unknown {
  return { id, user, body, html_url: `https://github.example/comments/${id}` };
}

function issueBody({ number, user, title, body, state, isPull }: Issue): unknown {
  const html_url = `https://github.example/issues/${number}`;
  return { number, user, title, body, state, html_url, ...(isPull ? { pull_request: {} } : {}) };
}
