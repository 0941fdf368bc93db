/** A record without the id of its label, as a repaired ledger has it: nothing tells the limit once the account lacks the label. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryDisk } from '../../../src/ledger/memory-store.ts';
import { ledgerOn } from '../../laws/world.ts';
import { counting, testClock } from '../../ledger/clock.ts';
import { aNamesWorld, BOARD, type NamesWorld } from '../observe/names-world.ts';

const NO_LIMITS = 'associationLimits: [{ from: contacts, to: companies, limits: [] }]\n';
const LIMIT = NO_LIMITS.replace('[]', '[{ label: Board member, maxToObjectIds: 3 }]');
const LABELLED = 'association-limit:contacts/companies/USER_DEFINED/Board%20member';

let world: NamesWorld;
let open: (text: string) => ReturnType<NamesWorld['reconciler']>;
beforeEach(async () => {
  world = await aNamesWorld();
  const clock = testClock();
  const disk = memoryDisk(clock);
  open = (text) => world.reconciler(1001, text, { ledger: ledgerOn(disk, clock, counting('l')) });
  const { plan, apply } = open(LIMIT);
  await apply(await plan());
  const text = (await disk.read('default.ledger.json')) ?? '';
  await disk.replace('default.ledger.json', text.replace(/ *"id": "USER_DEFINED[^"]*",\n/, ''));
  const { status } = await world.service.transport.send({
    method: 'PUT',
    url: 'http://127.0.0.1/crm/associations/2026-03/contacts/companies/labels',
    headers: { authorization: 'Bearer pat-na1-names-1001', 'content-type': 'application/json' },
    body: JSON.stringify({ associationTypeId: BOARD[1001], label: 'Director' }),
  });
  expect(status).toBe(204);
  expect((await open(LIMIT).ledger.read()).records[LABELLED]?.id).toBeUndefined();
});
afterEach(() => world.close());

const GONE = 'The account has no label "Board member" of the category USER_DEFINED from contacts to companies.';

test('no consent purges it, and none is asked for: nothing tells which limit it is', async () => {
  for (const allow of [[], [{ risk: 'limit-purge', address: LABELLED }]] as const) {
    const { changes, calls, findings } = await open(NO_LIMITS).plan({ allow });
    expect([changes, calls]).toEqual([[], []]);
    expect(findings.filter(({ code }) => code === 'not-declared')).toMatchObject([
      {
        address: LABELLED,
        message: `${LABELLED} was applied and is no longer declared. ${GONE} So trueup cannot delete it.`,
        fix: [{ action: 'forget', addresses: [LABELLED], when: 'removed' }],
      },
    ]);
  }
});

test('while it is declared it is blocked: the account has the label no more', async () => {
  const { changes, findings } = await open(LIMIT).plan();
  expect(changes).toMatchObject([
    {
      action: 'blocked',
      because: 'holder-missing',
      basis: 'observed',
      reason: `${GONE} It had that when this was last applied: somebody deleted, archived or renamed it.`,
    },
  ]);
  expect(findings).toMatchObject([{ code: 'holder-missing', severity: 'warning', message: GONE, address: LABELLED }]);
});
