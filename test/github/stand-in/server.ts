/** A stand-in for the REST interface of GitHub: real sockets, state, pages, permissions, limits and lost replies. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkRoutes } from './check-routes.ts';
import { type GitDatabase, gitDatabase } from './git.ts';
import { gitRoutes } from './git-routes.ts';
import { reviewRoutes } from './review-routes.ts';
import { type Asked, type HostReply, type Permission, type Route, refused } from './route.ts';
import { ACTIONS_BOT, emptyState, type HostState, type Person, REPOSITORY } from './state.ts';

export { REPOSITORY } from './state.ts';

export type Permissions = Readonly<Partial<Record<Permission['scope'], Permission['level']>>>;

/** Fault of a request: replaces, precedes or follows its answer. */
export type Fault =
  /** Edit of another user at this moment. */
  | { readonly do: 'meanwhile'; readonly act: () => void }
  | { readonly do: 'answer'; readonly with: HostReply }
  | { readonly do: 'drop-before' }
  | { readonly do: 'drop-after' };

interface Holder {
  readonly permissions: Permissions;
  readonly writer: Person;
}

export interface StandIn {
  readonly url: string;
  readonly git: GitDatabase;
  readonly state: HostState;
  readonly requests: string[];
  /** Sets the permissions and the writer of a token. Other tokens are invalid. */
  allow(token: string, permissions: Permissions, writer?: Person): void;
  /** Meets the next request whose `METHOD /path` matches. */
  fault(of: RegExp, fault: Fault): void;
  close(): Promise<void>;
}

export const TOKEN = 'ghs_stand_in_token';
export const ALL: Permissions = {
  contents: 'write',
  issues: 'write',
  'pull-requests': 'write',
  actions: 'read',
  checks: 'write',
};

export async function startStandIn(): Promise<StandIn> {
  const git = gitDatabase();
  const state = emptyState();
  const routes = [...gitRoutes(git), ...reviewRoutes(state), ...checkRoutes(state)];
  const tokens = new Map<string, Holder>([[TOKEN, { permissions: ALL, writer: ACTIONS_BOT }]]);
  const faults: { readonly of: RegExp; readonly fault: Fault }[] = [];
  const requests: string[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await textOf(request);
    const url = new URL(request.url ?? '/', 'http://stand.in');
    const line = `${request.method} ${url.pathname}`;
    requests.push(line);
    const at = faults.findIndex(({ of }) => of.test(line));
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault?.do === 'drop-before') return void request.socket.destroy();
    if (fault?.do === 'answer') return reply(response, fault.with);
    if (fault?.do === 'meanwhile') fault.act();
    const holder = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''));
    const answer = answerOf(routes, holder?.permissions, {
      method: request.method ?? '',
      // An Enterprise Server has its interface under a path.
      path: url.pathname.replace(/^\/api\/v3(?=\/)/, '').replace(`/repos/${REPOSITORY}`, ''),
      query: url.searchParams,
      body: text === '' ? {} : JSON.parse(text),
      writer: holder?.writer ?? ACTIONS_BOT,
      address: `http://${request.headers.host}${url.pathname}`,
    });
    if (fault?.do === 'drop-after') return void request.socket.destroy();
    reply(response, answer);
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    git,
    state,
    requests,
    allow: (token, permissions, writer = ACTIONS_BOT) => void tokens.set(token, { permissions, writer }),
    fault: (of, fault) => void faults.push({ of, fault }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answerOf(routes: readonly Route[], permissions: Permissions | undefined, asked: Asked): HostReply {
  if (permissions === undefined) return refused(401, 'Bad credentials');
  for (const route of routes) {
    const found = route.method === asked.method ? route.path.exec(asked.path) : null;
    if (found === null) continue;
    const level = permissions[route.needs.scope];
    const may = level === 'write' || (level === 'read' && route.needs.level === 'read');
    if (may) return route.answer(asked, found.slice(1));
    const needs = `${route.needs.scope.replace('-', '_')}=${route.needs.level}`;
    return {
      ...refused(403, 'Resource not accessible by integration'),
      headers: { 'x-accepted-github-permissions': needs },
    };
  }
  return refused(404, 'Not Found');
}

function reply(response: ServerResponse, { status, body, headers }: HostReply): void {
  // A text is the page of a proxy that replaces the reply of the Git host.
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    ...headers,
  });
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
