import { expect, test } from 'vitest';
import { unharmed } from './driver.ts';
import { SCENARIOS } from './scenarios.ts';
import { aSite } from './site.ts';

const scenario = SCENARIOS.find(({ name }) => name === 'properties of two calls, documented');

test('the next apply settles a run that was killed after its last call', async () => {
  if (scenario === undefined) throw new Error('There is no such scenario.');
  const { requests, held } = await unharmed(scenario);
  const site = await aSite(scenario);
  try {
    const nth = requests.findLastIndex(({ write }) => write) + 1;
    expect(await site.apply({ killAt: { nth, at: 'answered' } })).toMatchObject({ code: null });
    const written = async () => (await site.calls()).filter(({ method }) => method !== 'GET').length;
    const before = await written();

    const drift = await site.run('drift');
    expect(drift.stdout.replace(/\s+/g, ' ')).toMatch(
      /\[open-call\] PUT \S+ is an open call of trueup run \S+ \([^)]+\) on property:companies\/start: the account shows its effect\./,
    );
    expect(drift.stdout).toContain('No drift seen');
    expect(drift.code).toBe(0);

    const plan = await site.run('plan');
    expect(plan.stdout.replace(/\s+/g, ' ')).toContain('is an open call of trueup run');
    expect(plan.stdout).toContain('Nothing to change');
    expect(plan.code).toBe(0);

    const applied = await site.applyHere();
    expect([applied.code, applied.stdout]).toEqual([0, expect.stringContaining('1 open call settled. 0 writes made.')]);
    expect(await written()).toBe(before);
    const list = await site.run('ledger', 'list', '--json');
    expect(JSON.parse(list.stdout)).toMatchObject({
      intentions: [],
      records: {
        'property:companies/start': { basis: 'observed', fields: { type: held['property:companies/start']?.['type'] } },
      },
    });
    expect((await site.run('drift')).stdout).not.toContain('open call');
  } finally {
    await site.close();
  }
}, 60_000);
