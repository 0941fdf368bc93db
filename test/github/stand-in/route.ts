/** Defines a request to the stand-in and its reply. */

import type { Person } from './state.ts';

export interface Asked {
  readonly method: string;
  /** Below the repository: `/git/refs`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** Owner of the token. */
  readonly writer: Person;
  /** Absolute address without the query, for links to pages. */
  readonly address: string;
}

export interface HostReply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Permission that a call needs, such as `contents: write`. */
export interface Permission {
  readonly scope: 'contents' | 'issues' | 'pull-requests' | 'actions' | 'checks';
  readonly level: 'read' | 'write';
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly needs: Permission;
  answer(asked: Asked, found: readonly string[]): HostReply;
}

export function ok(body: unknown, status = 200): HostReply {
  return { status, body };
}

export function refused(status: number, message: string): HostReply {
  return { status, body: { message } };
}

/** Returns a page of a list with a link to the next page. Pages have 30 members by default, 100 at most. */
export function page(members: readonly unknown[], { query, address }: Asked): HostReply {
  const size = Math.min(100, Number(query.get('per_page') ?? 30));
  const number = Number(query.get('page') ?? 1);
  const body = members.slice((number - 1) * size, number * size);
  if (number * size >= members.length) return ok(body);
  const next = new URLSearchParams(query);
  next.set('page', String(number + 1));
  return { status: 200, body, headers: { link: `<${address}?${next}>; rel="next", <${address}>; rel="first"` } };
}
