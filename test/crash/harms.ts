/** The tables: every point at which a run can be killed, and every way in which one of its calls can go wrong. */

import type { FaultRule } from '../../src/service/index.ts';
import type { Goal, Harm } from './driver.ts';

/** Before each request takes effect, after each write took effect and before its reply, and around every change on disk. */
export function killsOf({ requests, changes }: Goal): readonly Harm[] {
  return [
    ...requests.flatMap(({ endpoint, write }, index): readonly Harm[] => {
      const nth = index + 1;
      const before: Harm = {
        name: `killed before request ${nth} (${endpoint}) is acted on`,
        faults: [{ do: 'drop-before', nth }],
        killAt: { nth, at: 'arrived' },
      };
      const between: Harm = {
        name: `killed after request ${nth} (${endpoint}) took effect, before its reply`,
        killAt: { nth, at: 'answered' },
      };
      return write ? [before, between] : [before];
    }),
    ...changes.flatMap(({ text }, index) =>
      ['before', ...(text ? ['half'] : []), 'after'].map((how): Harm => {
        const point = `${index + 1} ${how}`;
        return { name: `killed at disk change ${point}`, env: { CRASH_AT_DISK: point } };
      }),
    ),
  ];
}

const PATIENCE_MS = 150;

interface Fault {
  readonly name: string;
  readonly rule: Omit<FaultRule, 'endpoint' | 'nth'>;
  readonly more?: Partial<Harm>;
}

/** Faults of a single call. A run that waits for a lost reply waits only briefly here. */
const FAULTS: readonly Fault[] = [
  { name: 'reply lost after commit', rule: { do: 'drop-after' } },
  { name: '503 after commit', rule: { do: 'status-after-commit', status: 503 } },
  { name: '429 after commit', rule: { do: 'status-after-commit', status: 429, retryAfter: 0 }, more: { lies: true } },
  { name: 'connection reset before', rule: { do: 'drop-before' } },
  { name: 'half a reply', rule: { do: 'half-reply' } },
  { name: 'an html error page', rule: { do: 'html' } },
  { name: 'a reply that is no JSON', rule: { do: 'not-json' } },
  {
    name: 'latency beyond the timeout',
    rule: { do: 'latency', ms: 4 * PATIENCE_MS },
    more: { env: { CRASH_PATIENCE_MS: String(PATIENCE_MS) } },
  },
];

/**
 * Calls whose result gets its name in the account after minutes. If the service denied the create, trueup waits for the
 * name.
 */
const NAMED_LATE: ReadonlySet<string> = new Set(['createAssociationLabel']);

/** Every fault at every endpoint of the run: at its first call, at its last, and at all of them. */
export function faultsOf({ requests }: Goal): readonly Harm[] {
  const counts = Map.groupBy(requests, ({ endpoint }) => endpoint);
  return [...counts].flatMap(([endpoint, { length }]) =>
    FAULTS.filter(({ more }) => more?.lies !== true || !NAMED_LATE.has(endpoint)).flatMap(({ name, rule, more }) =>
      ([[1, 1], ...(length > 1 ? [[length, 1] as const] : []), [1, 'always']] as const).map(
        ([nth, times]): Harm => ({
          name: `${name} at ${endpoint}, ${times === 1 ? `call ${nth}` : 'every call'}`,
          faults: [{ ...rule, endpoint, nth, times }],
          json: true,
          ...more,
        }),
      ),
    ),
  );
}
