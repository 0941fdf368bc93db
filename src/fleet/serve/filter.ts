/** Which accounts a query asks for; everything that is wrong with it is told at once. */

import { UsageError } from '../../errors.ts';
import { FAILED_FOR, TARGET_STATES } from '../../model/rollout.ts';
import type { AccountFilter } from '../read/account-statements.ts';

export type Filter = AccountFilter & { readonly limit: number };

const PAGE_SIZE = 100;
const LARGEST_PAGE = 1_000;

/** An empty value is none, as forms send it. Throws UsageError `argument-invalid`. */
export function filterOf(query: URLSearchParams): Filter {
  const problems: string[] = [];
  const oneOf = <T extends string>(name: string, allowed: readonly T[]): T | undefined => {
    const value = query.get(name) ?? '';
    const found = allowed.find((one) => one === value);
    if (value !== '' && found === undefined) problems.push(`${name} is none of ${allowed.join(', ')}.`);
    return found;
  };
  const number = (name: string, { from, to }: { readonly from: number; readonly to: number }): number | undefined => {
    const value = (query.get(name) ?? '').trim();
    if (value === '') return undefined;
    const read = /^\d{1,15}$/.test(value) ? Number(value) : -1;
    if (read >= from && read <= to) return read;
    problems.push(`${name} is no whole number from ${from} to ${to}.`);
    return undefined;
  };
  const ANY = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const found = {
    state: oneOf('state', TARGET_STATES),
    because: oneOf('because', FAILED_FOR),
    wave: number('wave', { from: 1, to: 10_000 }),
    hubId: number('account', ANY),
    after: number('after', ANY),
    shape: query.get('cluster') || undefined,
  };
  const limit = number('limit', { from: 1, to: LARGEST_PAGE }) ?? PAGE_SIZE;
  if (problems.length > 0) {
    throw new UsageError('argument-invalid', `These accounts cannot be shown. ${problems.join(' ')}`, {
      hint: 'Correct the query of the address.',
    });
  }
  return {
    ...(Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as AccountFilter),
    limit,
  };
}

/** As a query, without what is not asked for. */
export function queryOf({ state, because, wave, hubId, after, shape, limit }: Partial<Filter>): string {
  const query = new URLSearchParams();
  const named = { state, wave, cluster: shape, because, account: hubId, after };
  for (const [name, value] of Object.entries(named)) if (value !== undefined) query.set(name, String(value));
  if (limit !== undefined && limit !== PAGE_SIZE) query.set('limit', String(limit));
  return query.size === 0 ? '' : `?${query}`;
}
