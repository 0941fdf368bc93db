import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '../../src/index.ts';
import type { Address } from '../../src/model/address.ts';
import { startService } from '../../src/service/index.ts';
import { ALL_KINDS, ALL_KINDS_LATER } from '../laws/samples.ts';
import { aWorld, ENV, type World } from '../laws/world.ts';
import { projectText, TOKEN } from '../support/project.ts';
import { aShell } from '../support/world.ts';

const LIMITS = [
  'association-limit:contacts/companies/SERVICE_DEFINED/279',
  'association-limit:contacts/companies/WORK/31',
] as const;
const EVENT = 'event-definition-property:order_placed/total';
const GROUP = 'property-group:companies/contract';
const SUBSCRIPTION = 'webhook-subscription:2001/contact.propertyChange/tier';
const UNREAD: readonly Address[] = [...LIMITS, EVENT, GROUP, SUBSCRIPTION];
/** What only a person can tell: the group shows again with its property. */
const STANDING = UNREAD.filter((address) => address !== GROUP);

const doubtsOf = ({ findings }: Plan) => findings.filter(({ code }) => code === 'record-doubtful');

describe('an account that was emptied', () => {
  let before: World;
  let emptied: World;
  beforeEach(async () => {
    [before, emptied] = [await aWorld(), await aWorld()];
    const first = before.reconciler(ALL_KINDS);
    await first.apply(await first.plan());
  });
  afterEach(async () => {
    await before.close();
    await emptied.close();
  });

  const again = (schema = ALL_KINDS) => before.reconciler(schema, { transport: emptied.service.transport });
  const marked = async () =>
    Object.values((await again().ledger.read()).records).flatMap(({ address, doubtedAt }) =>
      doubtedAt === undefined ? [] : [address],
    );
  /** The property is there again, and its group with it. */
  const filled = async () => {
    const { groups } = ALL_KINDS;
    const other = emptied.reconciler({ groups, properties: [], subscriptions: [], eventProperties: [], limits: [] });
    await other.apply(await other.plan());
    const plan = await again().plan();
    expect(plan.doubtful).toEqual(UNREAD);
    await again().apply(plan);
    return again().plan();
  };

  it('leaves what nobody can read in doubt after what can be read is there again', async () => {
    const next = await filled();
    expect([next.calls, next.doubtful]).toEqual([[], undefined]);
    expect(doubtsOf(next)).toEqual([
      {
        code: 'record-doubtful',
        severity: 'warning',
        message: `An apply found a reason to doubt (2026-01-01 00:00 UTC) that this is still in the account, and nothing has confirmed or refuted it since: ${STANDING.join(', ')}.`,
        hint: 'Check the account.',
        fix: [
          { action: 'adopt', addresses: STANDING },
          { action: 'forget', addresses: STANDING, when: 'gone' },
        ],
      },
    ]);
    await again().apply(next);
    expect(doubtsOf(await again().plan())).toEqual(doubtsOf(next));
  });

  it('is in doubt until somebody adopts or forgets it', async () => {
    await filled();
    expect(await again().ledger.adopt([SUBSCRIPTION, ...LIMITS])).toEqual(
      [SUBSCRIPTION, ...LIMITS].map(() => ({
        status: 'recorded',
        record: expect.not.objectContaining({ doubtedAt: expect.anything() }),
      })),
    );
    expect((await again().ledger.adopt([SUBSCRIPTION])).map(({ status }) => status)).toEqual(['unchanged']);
    const [doubt] = doubtsOf(await again().plan());
    expect([doubt?.address, doubt?.message.includes(`since: ${EVENT}.`)]).toEqual([EVENT, true]);
    await again().ledger.forget([EVENT]);
    const plan = await again().plan();
    expect([doubtsOf(plan), plan.changes.filter(({ action }) => action === 'create')]).toEqual([
      [],
      [expect.objectContaining({ address: EVENT })],
    ]);
  });

  it('is in doubt until a call of ours succeeds', async () => {
    await filled();
    const plan = await again(ALL_KINDS_LATER).plan({ targets: [LIMITS[0]] });
    await again(ALL_KINDS_LATER).apply(plan);
    expect(await marked()).toEqual([LIMITS[1], EVENT, GROUP, SUBSCRIPTION]);
    expect(doubtsOf(await again().plan())[0]?.message).not.toContain(LIMITS[0]);
  });

  it('is marked by an apply of a saved plan that shows it, and by no plan', async () => {
    const plan = await again().plan();
    expect(await marked()).toEqual([]);
    const { doubtful: _, ...without } = plan;
    await expect(again().apply(without, { saved: true })).rejects.toMatchObject({
      findings: [expect.objectContaining({ code: 'plan-altered' })],
    });
    await again().apply(plan, { saved: true });
    expect(await marked()).toEqual(expect.arrayContaining([...STANDING]));
  });

  it('is told of another host too, by the apply that pins it', async () => {
    const moved = (env = { ...ENV, TRUEUP_BASE_URL: 'https://crm.example.com' }) =>
      before.reconciler(ALL_KINDS, { env, allowedHosts: ['crm.example.com', 'localhost'] });
    const plan = await moved().plan({ allow: [{ risk: 'host-change', address: 'https://crm.example.com' }] });
    const unread = UNREAD.filter((address) => address !== GROUP);
    expect([plan.calls, plan.doubtful, doubtsOf(plan).map(({ message }) => message)]).toEqual([
      [],
      unread,
      [
        `Resources known from the ledger only were applied at another host, and may not exist at this one: ${unread.join(', ')}.`,
      ],
    ]);
    await moved().apply(plan);
    expect(doubtsOf(await moved().plan())[0]?.message).toContain(`since: ${unread.join(', ')}.`);
  });
});

describe('the command line', () => {
  it('marks what is in doubt although there is nothing else to do, and shows the mark', async () => {
    const [old, fresh] = [await startService(), await startService()];
    const shell = await aShell({ env: TOKEN });
    await shell.write('trueup.yaml', projectText(old.url, { surface: 'documented' }));
    expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
    // Nothing that can be read is declared any more: the properties are gone, and the plan has no change.
    const onlyUnread = projectText(fresh.url, { surface: 'documented' }).replace(
      /objects:[\s\S]*?webhooks:/,
      'webhooks:',
    );
    await shell.write('trueup.yaml', onlyUnread);
    const planned = await shell.run('plan');
    expect(planned.stdout.replace(/\s+/g, ' ')).toContain('Apply marks');
    expect((await shell.run('plan', '--quiet')).stdout).toMatch(/to mark as doubtful/);
    const applied = await shell.run('apply', '--auto-approve');
    expect(applied.code, applied.stderr).toBe(0);
    const { document } = await shell.json('ledger', 'list');
    expect(JSON.stringify(document)).toContain('"doubtedAt":"');
    expect((await shell.run('ledger', 'list')).stdout).toMatch(/webhook-subscription:\S+ .*doubtful/);
    expect(
      (await shell.run('ledger', 'show', 'webhook-subscription:2001/contact.propertyChange/loyaltytier')).stdout,
    ).toContain('it may no longer be in the account');
    await old.close();
    await fresh.close();
    const file = join(shell.cwd, '.trueup', 'sandbox.ledger.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"doubtedAt": "[^"]*"/, '"doubtedAt": 1'));
    expect((await shell.run('ledger', 'list')).stderr).toContain('[ledger-malformed]');
  });
});
