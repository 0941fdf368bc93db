/** Checks whether a call matches its endpoint before anything is sent, also for untyped callers. */

import type { ApiCall } from '../contract/calls.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINT_IDS, ENDPOINTS, pathParameters } from '../contract/endpoints.ts';
import { faultText, listFaults } from '../contract/faults.ts';
import { parseWith } from '../contract/parse-with.ts';
import { UsageError } from '../errors.ts';
import { asObject, oneLine } from './reply-text.ts';

const MOST_ISSUES = 5;

/** @throws UsageError `call-invalid` for anything that is not a call of an endpoint. */
export function requireCall(call: unknown): asserts call is ApiCall {
  const { endpoint, params } = asObject(call) ?? {};
  if (typeof endpoint !== 'string' || !Object.hasOwn(ENDPOINTS, endpoint)) {
    const given = call == null ? String(call) : `endpoint ${formatValue(endpoint)}`;
    throw wrongCall(`A call needs an endpoint of the interface, not ${given}: one of ${ENDPOINT_IDS.join(', ')}.`);
  }
  if (asObject(params) === undefined) {
    throw wrongCall(
      `The call of ${endpoint} needs params: an object with the path parameters, {} where there are none.`,
    );
  }
}

/** @throws UsageError `call-invalid` that names every invalid member. */
export function requireFitting({ endpoint: id, params, query, body }: ApiCall): void {
  const endpoint: Endpoint = ENDPOINTS[id];
  const { path, body: names } = endpoint.names ?? {};
  const inPath = pathParameters(id).flatMap((name) => parameterFault(name, params[name]) ?? []);
  const inBody = partFaults(id, 'body', endpoint.body, body);
  const wrong = [
    ...(path !== undefined && inPath.length === 0 ? partFaults(id, 'path', path, params) : inPath),
    ...partFaults(id, 'query', endpoint.query, query),
    ...(names !== undefined && inBody.length === 0 ? partFaults(id, 'body', names, body) : inBody),
  ];
  if (wrong.length > 0) throw wrongCall(wrong.map((text) => `${text}.`).join(' '));

  function parameterFault(name: string, value: unknown): string | undefined {
    const named = typeof value === 'string' && value !== '' && value !== '.' && value !== '..';
    if (!named) return `${id} requires a value for the path parameter ${name}`;
    return value.isWellFormed() ? undefined : `The path parameter ${name} of ${id} contains an unpaired surrogate`;
  }
}

function partFaults(
  id: string,
  part: 'path' | 'query' | 'body',
  schema: Endpoint['body'],
  value: unknown,
): readonly string[] {
  if (schema === undefined)
    return value === undefined ? [] : [`${id} was called with a ${part} that it does not accept`];
  if (part === 'query' && value === undefined) return [];
  const parsed = parseWith(schema(), value);
  const misfits = parsed.success ? [] : listFaults(value, parsed.issues);
  const named = new Set(misfits.map(({ path }) => memberPath(path)));
  const others = jsonFaults(value).filter(({ path }) => !named.has(memberPath(path)));
  if (misfits.length + others.length === 0) return [];
  const texts = [...misfits, ...others.map(buildFault)].map((fault) => faultText(fault, memberPath(fault.path), part));
  return [`The ${part} for ${id} is invalid: ${atMost(texts).join('; ')}`];
}

function buildFault({ path, message }: JsonFault) {
  return { path, message, kind: 'value' } as const;
}

function wrongCall(message: string): UsageError {
  return new UsageError('call-invalid', message, { hint: 'Correct the call. Nothing was sent.' });
}

/** Returns the first texts, and the number of the others. */
export function atMost(texts: readonly string[]): readonly string[] {
  if (texts.length <= MOST_ISSUES) return texts;
  return [...texts.slice(0, MOST_ISSUES), `and ${texts.length - MOST_ISSUES} more`];
}

export function memberPath(at: readonly PropertyKey[]): string {
  return at
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${oneLine(String(part), 80)}`,
    )
    .join('');
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(oneLine(value, 80)) : typeof value;
}

interface JsonFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Deeper than any service accepts, but not deep enough to overflow the stack. */
const DEEPEST = 500;

/** An undefined member counts as omitted. */
function jsonFaults(value: unknown): readonly JsonFault[] {
  return findFaults(value, [], []);
}

function findFaults(value: unknown, path: readonly PropertyKey[], above: readonly object[]): readonly JsonFault[] {
  const fault = (message: string): readonly JsonFault[] => [{ path, message }];
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return [];
    case 'number':
      return Number.isFinite(value) ? [] : fault(`JSON has no ${value}`);
    case 'bigint':
      return fault('JSON has no BigInt, so write it as a string');
    case 'undefined':
    case 'function':
    case 'symbol':
      return fault(`JSON has no ${typeof value}`);
    case 'object':
      return value === null ? [] : faultsInside(value, path, above);
  }
}

function faultsInside(value: object, path: readonly PropertyKey[], above: readonly object[]): readonly JsonFault[] {
  if (above.includes(value)) return [{ path, message: 'it contains itself' }];
  if (path.length > DEEPEST) return [{ path: path.slice(0, 1), message: `it is nested deeper than ${DEEPEST} levels` }];
  const inside = [...above, value];
  if (Array.isArray(value)) return value.flatMap((item, index) => findFaults(item, [...path, index], inside));
  const type = Object.prototype.toString.call(value).slice(8, -1);
  if (type === 'Date') return Number.isNaN(Number(value)) ? [{ path, message: 'it is not a valid date' }] : [];
  if (type !== 'Object') return [{ path, message: `JSON has no ${type}` }];
  if ('toJSON' in value && typeof value.toJSON === 'function')
    return [{ path, message: 'it has a toJSON method, so pass its result' }];
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : findFaults(member, [...path, name], inside),
  );
}
