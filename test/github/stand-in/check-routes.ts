/** Serves check runs of the stand-in. Only apps write them, and the host sets dates and ids. */

import { type HostReply, ok, page, type Route, refused } from './route.ts';
import type { CheckRun, HostState } from './state.ts';

const LONGEST_TEXT = 65_535;

export function checkRoutes({ checks }: HostState): readonly Route[] {
  return [
    {
      method: 'POST',
      path: /^\/check-runs$/,
      needs: { scope: 'checks', level: 'write' },
      answer({ body, writer }) {
        if (writer.type !== 'Bot') return refused(403, 'You must authenticate via a GitHub App.');
        const output = outputOf(body);
        const longest = Math.max(output.text.length, output.summary.length);
        if (longest > LONGEST_TEXT) return tooLong(longest);
        const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
        const check: CheckRun = {
          id: 5000 + checks.length,
          app: writer.login.replace(/\[bot\]$/, ''),
          name: String(body['name']),
          headSha: String(body['head_sha']),
          conclusion: String(body['conclusion']),
          at: now,
          output,
        };
        checks.push(check);
        return ok(checkBody(check), 201);
      },
    },
    {
      method: 'GET',
      path: /^\/commits\/([0-9a-z]+)\/check-runs$/,
      needs: { scope: 'checks', level: 'read' },
      answer(asked, [sha]) {
        const name = asked.query.get('check_name');
        // Newest first, as the host lists them.
        const all = checks.filter((check) => check.headSha === sha && (name === null || check.name === name)).reverse();
        const shown = asked.query.get('filter') === 'all' ? all : latestOf(all);
        const { body, ...rest } = page(shown.map(checkBody), asked);
        return { ...rest, body: { total_count: shown.length, check_runs: body } };
      },
    },
  ];
}

function latestOf(newestFirst: readonly CheckRun[]): readonly CheckRun[] {
  return [...Map.groupBy(newestFirst, ({ app, name }) => `${app} ${name}`).values()].flatMap(([one]) => one ?? []);
}

function outputOf(body: Readonly<Record<string, unknown>>): CheckRun['output'] {
  const { title, summary, text } = (body['output'] ?? {}) as Readonly<Record<string, unknown>>;
  return { title: String(title), summary: String(summary), text: String(text ?? '') };
}

function tooLong(length: number): HostReply {
  return refused(422, `Invalid request.\n\nOnly ${LONGEST_TEXT} characters are allowed; ${length} were supplied.`);
}

function checkBody({ id, app, name, headSha, conclusion, at, output }: CheckRun): unknown {
  return {
    id,
    name,
    head_sha: headSha,
    external_id: '',
    status: 'completed',
    conclusion,
    started_at: at,
    completed_at: at,
    app: { id: app === 'github-actions' ? 15_368 : 1, slug: app },
    output: { ...output, annotations_count: 0 },
    check_suite: { id: 1 },
    pull_requests: [],
  };
}
