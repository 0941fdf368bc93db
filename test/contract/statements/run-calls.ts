/** Runs the calls of a row in order on a new service. */

import { expect } from 'vitest';
import type { Service } from '../../../src/service/index.ts';
import { aService, type Reply, send } from '../../service/harness.ts';
import type { Step } from './row.ts';
import { SEED } from './samples.ts';

/** A token for properties of sensitive data; only the first account has them turned on. */
const SENSITIVE = {
  appId: 2001,
  scopes: ['crm.schemas.contacts.write', 'crm.schemas.contacts.read', 'crm.objects.contacts.sensitive.write'],
};

export async function runCalls(calls: readonly Step[]): Promise<void> {
  const { service } = await aService({ seed: SEED });
  const grant = { hubId: 7007, appId: 2001 };
  const kept = new Map([
    ['sensitive', (await service.issueToken({ ...SENSITIVE, hubId: 1001 })).accessToken],
    ['turned-off', (await service.issueToken({ ...SENSITIVE, hubId: 7007 })).accessToken],
    ['other', (await service.issueToken(grant)).accessToken],
    ['scopeless', (await service.issueToken({ ...grant, scopes: ['oauth'] })).accessToken],
  ]);
  for (const written of calls) {
    const step: Step = filled(written, kept);
    const reply = await answer(service, step);
    // The reply in both, so that a failure shows it.
    expect([reply.status, reply.body]).toEqual([step.status, 'shows' in step ? shown(step.shows) : reply.body]);
    for (const [name, value] of Object.entries(step.headers ?? {})) expect(reply.headers[name] ?? null).toBe(value);
    for (const name of step.lacks ?? []) expect(reply.body).not.toHaveProperty(name);
    const named: readonly { readonly in: string }[] = reply.body?.errors ?? [];
    expect(named.map((error) => error.in)).toEqual(expect.arrayContaining([...(step.names ?? [])]));
    for (const [name, path] of Object.entries(step.keep ?? {})) kept.set(name, String(reply.body[path]));
  }
}

/** The reply to a call; of a redirect the members of its query. */
async function answer(
  service: Service,
  { endpoint, page, params, query, version, body, token, fault }: Step,
): Promise<Reply> {
  if (fault !== undefined) service.faults.add(fault);
  if (endpoint !== undefined) {
    return send(service, endpoint, {
      ...(params && { params }),
      ...(query && { query }),
      ...(version && { version }),
      ...(body && { body }),
      ...(token !== undefined && { token }),
    });
  }
  const text = new URLSearchParams(query).toString();
  const { status, headers } = await service.transport.send({
    method: page ?? 'GET',
    url: `https://service.test/oauth/authorize${page === 'POST' ? '' : `?${text}`}`,
    headers: page === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
    ...(page === 'POST' && { body: text }),
  });
  const location = headers['location'];
  return { status, headers, body: location && Object.fromEntries(new URL(location).searchParams) };
}

/** Replaces names in a step with stored values. */
function filled<T>(step: T, kept: ReadonlyMap<string, string>): T {
  const text = JSON.stringify(step);
  return JSON.parse(text.replaceAll(/\{\{([\w-]+)\}\}/g, (whole, name: string) => kept.get(name) ?? whole));
}

const ANY: Readonly<Record<string, () => unknown>> = {
  '<text>': () => expect.any(String),
  '<number>': () => expect.any(Number),
  '<time>': () => expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  '<a-*>': () => expect.stringMatching(/^a-.+$/),
  '<one>': () => expect.objectContaining({ length: 1 }),
  '<none>': () => [],
  '<nothing>': () => undefined,
};

/** Matches part of a reply: some members of an object, some entries of a list. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') return ANY[value] === undefined ? value : ANY[value]();
  if (Array.isArray(value)) return expect.arrayContaining(value.map(shown));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, shown(inner)] as const);
  return expect.objectContaining(Object.fromEntries(members));
}
