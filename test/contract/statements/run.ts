/** Runs a row of the table: against the schemas of the contract, and as calls of the embedded service. */

import { expect } from 'vitest';
import { z } from 'zod';
import { EVERY_FIELD_TYPE, EVERY_TYPE } from '../../../src/contract/allowed-values.ts';
import { DATED_CATEGORIES } from '../../../src/contract/dated-limits.ts';
import { DATED_FIELD_TYPES, DATED_PAIRS, DATED_TYPES } from '../../../src/contract/dated-values.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { EVENT_TYPES } from '../../../src/contract/webhooks.ts';
import { aService, type Reply, send } from '../../service/harness.ts';
import type { BodyRow, EndpointRow, ReplyRow, Row, ValuesRow } from './row.ts';
import { runCalls } from './run-calls.ts';
import { BEFORE, SAMPLES, SEED } from './samples.ts';

export async function run(row: Row): Promise<void> {
  if ('body' in row) return runBody(row);
  if ('reply' in row) return runReply(row);
  if ('valuesOf' in row) return runValues(row);
  if ('endpoint' in row) return runEndpoint(row);
  if ('calls' in row) return runCalls(row.calls);
}

async function runBody({ body: endpoint, member, takes, refuses, needed, given }: BodyRow): Promise<void> {
  const { body } = schemas(endpoint);
  const sample = { ...SAMPLES[endpoint], body: given ?? SAMPLES[endpoint].body };
  const taken = changed(sample.body, member, takes);
  const refused = changed(sample.body, member, refuses);
  const without = changed(sample.body, member, undefined);
  expect([taken, refused, without].map((one) => body?.safeParse(one).success)).toEqual([true, false, needed !== true]);
  const { service } = await prepared(endpoint);
  expectRefusal(await send(service, endpoint, { ...sample, body: refused }), member);
  const left = await send(service, endpoint, { ...sample, body: without });
  if (needed === true) expectRefusal(left, member);
  else expect(left.status).toBe(ENDPOINTS[endpoint].status);
  const fresh = await prepared(endpoint);
  expect((await send(fresh.service, endpoint, { ...sample, body: taken })).status).toBe(ENDPOINTS[endpoint].status);
}

/** A choice of members is refused in one sentence that names them all. */
function expectRefusal({ status, body }: Reply, member: string): void {
  expect([status, body.message]).toEqual([400, expect.stringContaining(member.split('.').at(-1) ?? '')]);
}

async function runReply({ reply: endpoint, member, takes, refuses, fault }: ReplyRow): Promise<void> {
  const { service } = await prepared(endpoint);
  if (fault !== undefined) service.faults.add(fault);
  const sent = await send(service, endpoint, SAMPLES[endpoint]);
  expect(sent.status).toBe(ENDPOINTS[endpoint].status);
  const { reply } = schemas(endpoint);
  const parsed = reply?.safeParse(changed(sent.body, member, takes));
  expect(parsed?.error).toBeUndefined();
  expect(at(parsed?.data, member)).toEqual(takes);
  expect(reply?.safeParse(changed(sent.body, member, refuses)).success).toBe(false);
  const found = at(sent.body, member);
  expect([typeof found, Array.isArray(found)]).toEqual([typeof takes, Array.isArray(takes)]);
}

const CANDIDATES = [
  ...EVENT_TYPES,
  ...EVERY_TYPE,
  ...EVERY_FIELD_TYPE,
  ...DATED_TYPES,
  ...DATED_FIELD_TYPES,
  ...DATED_CATEGORIES,
];

async function runValues({ valuesOf: endpoint, member, exactly, startingWith = '' }: ValuesRow): Promise<void> {
  const { body } = schemas(endpoint);
  const unknown = `${startingWith}nonsense`;
  const tried = [...new Set([...CANDIDATES, unknown])].filter((value) => value.startsWith(startingWith));
  const fits = (value: string) => body?.safeParse(bodyWith(endpoint, member, value)).success;
  expect(tried.filter(fits).toSorted()).toEqual(exactly.toSorted());
  const { service } = await prepared(endpoint);
  const refused = await send(service, endpoint, { ...SAMPLES[endpoint], body: bodyWith(endpoint, member, unknown) });
  expectRefusal(refused, member);
  for (const value of exactly) {
    const { status } = await send(service, endpoint, {
      ...SAMPLES[endpoint],
      body: bodyWith(endpoint, member, value),
    });
    // The first of a name is made, the others find it there: every value is past the check either way.
    expect([value, [ENDPOINTS[endpoint].status, 409].includes(status)]).toEqual([value, true]);
  }
}

/** Returns the sample with a value and with the members that the value requires. */
function bodyWith(endpoint: ValuesRow['valuesOf'], member: string, value: string): object {
  if (endpoint === 'createSubscription') {
    return {
      active: true,
      eventType: value,
      ...(value.endsWith('.propertyChange') && { propertyName: 'tier' }),
      ...(value.startsWith('object.') && { objectTypeId: '2-3451' }),
    };
  }
  if (endpoint === 'updateDatedLimits') return Object(changed(SAMPLES[endpoint].body, member, value));
  const options = ['true', 'false'].map((text) => ({ value: text, label: text, displayOrder: 0, hidden: false }));
  if (endpoint === 'createDatedProperty') {
    const fitting =
      DATED_TYPES.find((type) => type === value || DATED_PAIRS[type].some((one) => one === value)) ?? 'bool';
    const pair = { type: fitting, fieldType: DATED_PAIRS[fitting][0] };
    return Object(changed({ ...SAMPLES[endpoint].body, options, ...pair }, member, value));
  }
  const withOptions = value === 'bool' || value === 'enumeration' || member === 'fieldType';
  return Object(changed({ ...SAMPLES[endpoint].body, options: withOptions ? options : [] }, member, value));
}

async function runEndpoint({ endpoint, is, members, status }: EndpointRow): Promise<void> {
  const { method, path, status: usual } = ENDPOINTS[endpoint];
  expect(`${method} ${path}`).toBe(is);
  const sample = SAMPLES[endpoint];
  const { service } = await prepared(endpoint);
  const { body } = schemas(endpoint);
  if (members !== undefined) {
    expect(membersOf(body)).toEqual(members.split(' ').toSorted());
    const needed = members.split(' ').flatMap((name) => (name.endsWith('!') ? [name.slice(0, -1)] : []));
    const least = Object.fromEntries(Object.entries(sample.body ?? {}).filter(([name]) => needed.includes(name)));
    expect(body?.safeParse(least).success).toBe(true);
    for (const name of needed) {
      expectRefusal(await send(service, endpoint, { ...sample, body: changed(sample.body, name, undefined) }), name);
    }
  }
  expect((await send(service, endpoint, sample)).status).toBe(status ?? usual);
}

/** Starts a service with the resources that the sample of the endpoint needs. */
async function prepared(endpoint: keyof typeof ENDPOINTS): ReturnType<typeof aService> {
  const given = await aService({ seed: SEED });
  const before = BEFORE[endpoint];
  if (before !== undefined) {
    expect((await send(given.service, before, SAMPLES[before])).status).toBe(ENDPOINTS[before].status);
  }
  return given;
}

function schemas(endpoint: keyof typeof ENDPOINTS) {
  const { body, reply }: Endpoint = ENDPOINTS[endpoint];
  return { body: body?.(), reply: reply?.() };
}

/** Names, those that may not be left out with !. */
export function membersOf(schema: unknown): readonly string[] {
  const shape: Readonly<Record<string, z.ZodType>> = schema instanceof z.ZodObject ? schema.shape : {};
  return Object.entries(shape)
    .map(([name, member]) => (member.safeParse(undefined).success ? name : `${name}!`))
    .toSorted();
}

/** A copy with another value at a path of members and places; undefined takes the member away. */
function changed(value: unknown, path: string, to: unknown): unknown {
  const [step = '', ...rest] = path.split('.');
  const part = Array.isArray(value) ? Object([...value]) : { ...Object(value) };
  const next = rest.length === 0 ? to : changed(part[step], rest.join('.'), to);
  if (next === undefined) delete part[step];
  else part[step] = next;
  return part;
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, step) => Object(part)[step], value);
}
