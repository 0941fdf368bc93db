/** What the status page is asked and answers, without a socket. */

import { createHash } from 'node:crypto';
import { json } from '../../report/documents/json.ts';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly host: string | undefined;
  /** The tag of what the caller has: `if-none-match`. */
  readonly seen: string | undefined;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Nothing is kept without asking again, shown in another page, or taken for another type. */
const ALWAYS = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

/** `policy` of the page; nothing may frame it. */
export function pageReply(body: string, policy: string, status = 200): Reply {
  const headers = {
    ...ALWAYS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
    etag: tagOf(body),
  };
  return { status, headers, body };
}

/** `same`: what has to change for the reply to count as another one. */
export function jsonReply(value: unknown, status = 200, same: unknown = value): Reply {
  const headers = { ...ALWAYS, 'content-type': 'application/json; charset=utf-8', etag: tagOf(JSON.stringify(same)) };
  return { status, headers, body: json(value) };
}

export function textReply(body: string, status = 200, more: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { ...ALWAYS, 'content-type': 'text/plain; charset=utf-8', ...more }, body };
}

/** Without the body where the caller has it. */
export function unlessSeen(reply: Reply, { seen }: Asked): Reply {
  const { etag } = reply.headers;
  if (reply.status !== 200 || etag === undefined || seen === undefined) return reply;
  const tags = seen.split(',').map((tag) => tag.trim());
  return tags.includes(etag) ? { status: 304, headers: reply.headers, body: '' } : reply;
}

/** Weak: it says that the same is told, not that each character is the same. */
function tagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}
