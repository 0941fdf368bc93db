import { describe, expect, it, test } from 'vitest';
import { quotaFindings } from '../../../src/engine/gate/quota.ts';
import { createReconciler, memoryStore, parseProject } from '../../../src/index.ts';
import { createService } from '../../../src/service/index.ts';
import { counting, testClock } from '../../ledger/clock.ts';

const NOW = Date.parse('2026-11-22T10:20:00Z');
const ZONE = 'US/Eastern';

describe('a plan is warned of', () => {
  it('when it needs more than half of the calls left today', () => {
    expect(
      quotaFindings({ read: 4, write: 600 }, { quota: { remaining: 1000, limit: 250_000 }, timeZone: ZONE, now: NOW }),
    ).toEqual([
      {
        code: 'daily-quota',
        severity: 'warning',
        message:
          'Applying this plan takes about 604 calls (600 to write), and the account has 1000 of 250000 left for its private apps and keys today.',
        hint: "Other integrations of the account share them. They begin again at 2026-11-23 05:00 UTC, which is midnight in the account's time zone (US/Eastern): apply then, or narrow the plan.",
      },
    ]);
  });

  it.each([null, 'Nowhere/At_All'])('a reset time without a clock time if the zone is %s', (timeZone) => {
    const [finding] = quotaFindings({ read: 0, write: 1 }, { quota: { remaining: 0 }, timeZone, now: NOW });
    expect([finding?.message, finding?.hint]).toEqual([
      'Applying this plan takes about 1 call (1 to write), and the account has 0 left for its private apps and keys today.',
      "Other integrations of the account share them. They begin again at midnight in the account's time zone: apply then, or narrow the plan.",
    ]);
  });

  it.each([
    ['half of what is left', { read: 4, write: 6 }, { remaining: 20 }],
    ['nothing to write', { read: 4, write: 0 }, { remaining: 1 }],
    ['a service that tells nothing', { read: 4, write: 6 }, undefined],
  ])('not for %s', (_what, calls, quota) => {
    expect(quotaFindings(calls, { quota, timeZone: ZONE, now: NOW })).toEqual([]);
  });
});

test.each(['documented', 'dated'] as const)(
  'a plan on the %s surface reads the remaining quota of the key',
  async (surface) => {
    const text = `version: 1
accounts: { a: { baseUrl: "http://127.0.0.1", surface: ${surface}, auth: { accessToken: "\${env.TOKEN}" } } }
objects: { contacts: { groups: { club: { displayName: Club } } } }
`;
    const clock = testClock();
    const service = await createService({ clock, rateLimit: { max: 100, intervalMs: 10_000, daily: 50 } });
    const warned = async (token: string) => {
      const ledger = memoryStore({ name: 'a', clock, newId: counting('i') });
      const config = parseProject([{ path: 'trueup.yaml', text }]);
      const env = { TOKEN: token };
      const reconciler = createReconciler({ config, env, ledger, clock, transport: service.transport });
      const { findings } = await reconciler.plan();
      return findings.filter(({ code }) => code === 'daily-quota');
    };
    const key = 'pat-na1-trueup-dev';
    expect(await warned(key)).toEqual([]);
    // Each plan takes some of the day's calls.
    let findings = await warned(key);
    for (let plans = 0; findings.length === 0 && plans < 20; plans += 1) findings = await warned(key);
    expect(findings).toEqual([
      {
        code: 'daily-quota',
        severity: 'warning',
        message: expect.stringMatching(
          /^Applying this plan takes about \d+ calls \(1 to write\), .* has \d+ of 50 left /,
        ),
        hint: expect.stringMatching(/ They begin again at \d{4}-\d\d-\d\d \d\d:00 UTC, which is midnight in /),
      },
    ]);
    expect(await warned('trueup-dev-token')).toEqual([]);
    await service.close();
  },
);
