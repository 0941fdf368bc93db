/** Limits by a label that a colleague changes: each record stays with its association type. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryDisk } from '../../../src/ledger/memory-store.ts';
import type { Address } from '../../../src/model/address.ts';
import { converge, ledgerOn } from '../../laws/world.ts';
import { counting, testClock } from '../../ledger/clock.ts';
import { aNamesWorld, BOARD, LABELS, type NamesWorld } from '../observe/names-world.ts';

const HUB = 1002;
/** The types of the labels Owner and Tenant; that of Board member is BOARD[HUB]. */
const [OWNER, TENANT] = [1, 3] as const;
const LIMIT = 'association-limit:contacts/companies/USER_DEFINED';
const FORMERLY = `${LIMIT}/Board%20member` as const;
const BY_ID = `${LIMIT}/${BOARD[HUB]}` as const;
const MEMBER = { 'Board member': 3 };

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

/** Declares the largest number of associations by label. */
function at(most: Readonly<Record<string, number>> = {}, more: Parameters<NamesWorld['reconciler']>[2] = {}) {
  const limits = Object.entries(most).map(([label, value]) => `{ label: ${label}, maxToObjectIds: ${value} }`);
  return world.reconciler(
    HUB,
    `associationLimits: [{ from: contacts, to: companies, limits: [${limits.join(', ')}] }]\n`,
    more,
  );
}
const allowing = (address: Address) => ({ allow: [{ risk: 'limit-purge', address }] }) as const;
const records = async () => Object.values((await at().ledger.read()).records);
/** By the end of its address, the type of each record, and how it was found. */
const recordedTypes = async () =>
  (await records())
    .map(({ address, id, found }) => [address.replace(`${LIMIT}/`, ''), id?.split('/').at(-1), found])
    .toSorted();
const typesThere = async () => (await world.snapshot(HUB)).limits.map(({ typeId }) => typeId);
const nothingLeft = async () => expect([await records(), await typesThere()]).toEqual([[], []]);

describe('a limit whose label has another text now', () => {
  beforeEach(async () => {
    await converge(at(MEMBER), []);
    await world.relabel(HUB, [BOARD[HUB], 'Director']);
  });

  test('goes on under that text, as created by trueup', async () => {
    const { changes, findings, renamed } = await at({ Director: 4 }).plan();
    expect(findings).toEqual([]);
    expect(renamed).toEqual({ [`${LIMIT}/Director`]: FORMERLY });
    expect(changes.map(({ address, action, because }) => [address, action, because])).toEqual([
      [FORMERLY, 'forget', 'not-declared'],
      [`${LIMIT}/Director`, 'update', 'file-differs'],
    ]);
    await converge(at({ Director: 4 }), []);
    expect((await records()).map(({ address, found, fields }) => [address, found, fields])).toEqual([
      [`${LIMIT}/Director`, undefined, { maxToObjectIds: 4 }],
    ]);
  });

  test('stays known by its type id after the files drop it', async () => {
    const { changes, findings } = await at().plan();
    expect(changes.map(({ address, action, reason }) => [address, action, reason])).toEqual([
      [FORMERLY, 'forget', `It is called ${BY_ID} now.`],
    ]);
    expect(findings).toMatchObject([{ code: 'not-declared', address: BY_ID }]);
    await converge(at(), []);
    expect((await records()).map(({ address }) => address)).toEqual([BY_ID]);
    await at().apply(await at().plan(allowing(BY_ID)));
    await nothingLeft();
  });

  test.each([FORMERLY, BY_ID])('is purged by a consent at %s', async (address) => {
    const made = await at().plan(allowing(address));
    expect(made.findings).toEqual([]);
    expect(made.changes.map((change) => [change.address, change.action])).toEqual([
      [BY_ID, 'remove'],
      [FORMERLY, 'forget'],
    ]);
    expect((await at().apply(made)).summary).toMatchObject({ failed: 0 });
    await nothingLeft();
  });

  test('is no drift', async () => {
    const { resources } = await at(MEMBER).drift();
    expect(resources).toMatchObject([{ address: FORMERLY, status: 'in-sync' }]);
  });

  test('is kept while the files declare its old text, and the plan says why', async () => {
    const { changes } = await at(MEMBER).plan();
    const reason =
      'As last applied. The account has no label "Board member" of the category USER_DEFINED from contacts to companies.';
    expect(changes).toMatchObject([{ address: FORMERLY, action: 'keep', reason }]);
  });

  test('is not lost if trueup only adopted it', async () => {
    await converge(at(), []);
    await at().ledger.forget([BY_ID]);
    await world.relabel(HUB, [BOARD[HUB], 'Board member']);
    await at(MEMBER).ledger.adopt([FORMERLY]);
    expect(await records()).toMatchObject([{ id: `USER_DEFINED/${BOARD[HUB]}`, found: 'recorded' }]);
    await world.relabel(HUB, [BOARD[HUB], 'Director']);
    const { renamed, calls } = await at({ Director: 3 }).plan();
    expect([renamed, calls]).toEqual([{ [`${LIMIT}/Director`]: FORMERLY }, []]);
    expect((await at().apply(await at().plan(allowing(FORMERLY)))).summary).toMatchObject({ failed: 0 });
    await nothingLeft();
  });
});

describe('a limit whose label was deleted and created again', () => {
  /** Each label takes two ids, for both directions. */
  const ANEW = 7;
  const WHY = `The label "Board member" is that of the association type ${ANEW} now. The record is of the type ${BOARD[HUB]}.`;
  const limits = async () => (await world.snapshot(HUB)).limits;
  let run: string;
  beforeEach(async () => {
    ({ run } = (await converge(at(MEMBER), [])).result);
    await world.colleague(HUB, 'DELETE', `${LABELS}/${BOARD[HUB]}`);
    await world.colleague(HUB, 'POST', LABELS, { label: 'Board member', name: 'again' });
    const limit = { from: 'contacts', to: 'companies', category: 'USER_DEFINED', typeId: ANEW };
    await world.service.admin(HUB).setLimit(limit, 5);
  });

  test('is not purged: its record is dropped, and the plan says why', async () => {
    const before = await limits();
    const { plan } = await converge(at(), ['limit-purge']);
    expect(plan.calls).toEqual([]);
    const reason = `It is no longer declared. ${WHY} What the account has of both stays there.`;
    expect(plan.changes).toMatchObject([{ address: FORMERLY, action: 'forget', because: 'not-declared', reason }]);
    expect([await limits(), await records()]).toEqual([before, []]);
  });

  test('is not touched by a revert', async () => {
    const plan = await at(MEMBER).revert({ run, ...allowing(FORMERLY), overwrite: [FORMERLY] });
    expect([plan.calls, plan.changes.map(({ action, reason }) => [action, reason])]).toEqual([[], [['keep', WHY]]]);
    expect(plan.findings.filter(({ code }) => code === 'revert-stays')).toEqual([
      {
        code: 'revert-stays',
        severity: 'warning',
        address: FORMERLY,
        message: `The run set ${FORMERLY}. ${WHY} So the current resource stays unchanged.`,
        hint: 'Set or purge the limit of the type that is meant by its typeId.',
      },
    ]);
  });
});

describe('two limits by labels', () => {
  beforeEach(() => converge(at({ Owner: 3, Tenant: 4 }), []));
  const swap = () => world.relabel(HUB, [TENANT, 'Until then'], [OWNER, 'Tenant'], [TENANT, 'Owner']);
  const passOn = () => world.relabel(HUB, [TENANT, 'Landlord'], [OWNER, 'Tenant']);

  test('stay known after a swap of labels, until a consent purges them', async () => {
    await swap();
    const plan = await at().plan();
    expect(plan.changes).toEqual([]);
    expect(plan.renamed).toEqual({ [`${LIMIT}/Owner`]: `${LIMIT}/Tenant`, [`${LIMIT}/Tenant`]: `${LIMIT}/Owner` });
    expect(plan.findings).toMatchObject([
      { code: 'not-declared', fix: [{}, { addresses: [{}, {}].map(() => expect.any(String)) }, {}, {}] },
    ]);
    await at().apply(plan);
    expect(await recordedTypes()).toEqual([
      ['Owner', '3', undefined],
      ['Tenant', '1', undefined],
    ]);
    expect((await at().plan()).findings.map(({ code }) => code)).toEqual(['not-declared']);
    await converge(at(), ['limit-purge']);
    await nothingLeft();
  });

  test('did not change in the account by a swap of labels', async () => {
    await swap();
    const { plan } = await converge(at({ Owner: 3, Tenant: 4 }), []);
    expect(plan.changes.map(({ action, because }) => [action, because])).toEqual([
      ['update', 'file-differs'],
      ['update', 'file-differs'],
    ]);
    expect((await records()).map(({ found }) => found)).toEqual([undefined, undefined]);
  });

  test('are purged one by one after a swap of labels', async () => {
    await swap();
    const address = `${LIMIT}/Tenant` as const;
    await at().apply(await at().plan({ ...allowing(address), targets: [address] }));
    expect([await recordedTypes(), await typesThere()]).toEqual([[['Owner', '3', undefined]], [TENANT]]);
  });

  test('keep both records if one takes the label of the other', async () => {
    await passOn();
    await converge(at(), []);
    expect((await recordedTypes()).map(([, id]) => id).toSorted()).toEqual(['1', '3']);
    expect(await typesThere()).toEqual([OWNER, TENANT]);
  });

  test('stay known by id if a declared label is passed on', async () => {
    await passOn();
    const { plan } = await converge(at({ Tenant: 3 }), []);
    expect(plan.findings).toMatchObject([{ code: 'not-declared', address: `${LIMIT}/3` }]);
    expect(await recordedTypes()).toEqual([
      ['3', '3', undefined],
      ['Tenant', '1', undefined],
    ]);
  });
});

/** Record of a repaired ledger. */
describe('a record that has neither the id nor the label of its type', () => {
  const GONE = 'The account has no label "Board member" of the category USER_DEFINED from contacts to companies.';
  let open: (most?: Readonly<Record<string, number>>) => ReturnType<NamesWorld['reconciler']>;
  beforeEach(async () => {
    const clock = testClock();
    const disk = memoryDisk(clock);
    open = (most) => at(most, { ledger: ledgerOn(disk, clock, counting('l')) });
    await converge(open(MEMBER), []);
    const text = (await disk.read('default.ledger.json')) ?? '';
    await disk.replace('default.ledger.json', text.replace(/ *"id": "USER_DEFINED[^"]*",\n/, ''));
    await world.relabel(HUB, [BOARD[HUB], 'Director']);
    expect((await open(MEMBER).ledger.read()).records[FORMERLY]?.id).toBeUndefined();
  });

  test('cannot be purged, even with consent', async () => {
    for (const options of [{}, allowing(FORMERLY)]) {
      const { changes, calls, findings } = await open().plan(options);
      expect([changes, calls]).toEqual([[], []]);
      expect(findings.filter(({ code }) => code === 'not-declared')).toMatchObject([
        {
          address: FORMERLY,
          message: `${FORMERLY} was applied and is no longer declared. ${GONE} So trueup cannot delete it.`,
          fix: [{ action: 'forget', addresses: [FORMERLY], when: 'removed' }],
        },
      ]);
    }
  });

  test('is blocked while it is declared', async () => {
    const { changes, findings } = await open(MEMBER).plan();
    const reason = `${GONE} The account had it when this was last applied: a user deleted, archived or renamed it.`;
    expect(changes).toMatchObject([{ action: 'blocked', because: 'holder-missing', basis: 'observed', reason }]);
    expect(findings).toMatchObject([{ code: 'holder-missing', severity: 'warning', message: GONE, address: FORMERLY }]);
  });
});
