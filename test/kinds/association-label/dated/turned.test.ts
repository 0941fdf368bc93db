import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../../src/contract/http.ts';
import { aLabelsWorld, type LabelsWorld, labelled } from '../labels-world.ts';

let world: LabelsWorld;
beforeEach(async () => {
  world = await aLabelsWorld();
});
afterEach(() => world.close());

const HERE = 'association-label:contacts/companies/billing';
const THERE = 'association-label:companies/contacts/billing';
const here = (texts: string) => labelled(`{ name: billing, ${texts} }`);
const there = (texts: string) =>
  `associationLabels: [{ from: companies, to: contacts, labels: [{ name: billing, ${texts} }] }]\n`;
const limitOn = (pair: string, label: string, maximum: number) =>
  `associationLimits: [{ ${pair}, limits: [{ label: ${label}, maxToObjectIds: ${maximum} }] }]\n`;
const OUT = 'from: contacts, to: companies';
const BACK = 'from: companies, to: contacts';
const TWO = 'label: Pays, inverseLabel: Paid by';
const CONSENT = [{ risk: 'association-label-removal', address: HERE }] as const;

const idsOf = async () =>
  Object.values((await world.project('').ledger.read()).records).map(({ address, id }) => [address, id]);

const waits = [
  ['before', 0],
  ['after', 400_000],
] as const;
const edits = [
  ['no text', TWO, 'label: Paid by, inverseLabel: Pays', ['Paid by', 'Pays']],
  ['one text', TWO, 'label: Paid by, inverseLabel: Owes', ['Paid by', 'Owes']],
  ['both texts', TWO, 'label: Owed by, inverseLabel: Owes', ['Owed by', 'Owes']],
  ['its only text', 'label: Pays', 'label: Owes', ['Owes', 'Owes']],
] as const;
const combinations = edits.flatMap(([what, before, after, texts]) =>
  waits.flatMap(([when, wait]) =>
    [CONSENT, []].map((allow) => ({ what, before, after, texts, when, wait, allow, consent: allow.length })),
  ),
);

describe('a label that the files turn', () => {
  it.each(combinations)(
    'stays one label: $what changed, $when its name is shown, $consent consents',
    async ({ before, after, texts: [back, out], wait, allow }) => {
      await world.applied(here(before));
      await world.clock.sleep(wait);
      const { changes } = await world.project(there(after)).plan({ allow });
      const isSame = before === TWO && back === 'Paid by' && out === 'Pays';
      expect(changes.map(({ action, address }) => [action, address])).toEqual([
        [isSame ? 'keep' : 'update', THERE],
        ['forget', HERE],
      ]);
      await world.applied(there(after), allow);
      expect(await world.labels()).toEqual([
        `companies > contacts billing: ${back}`,
        `contacts > companies billing: ${out}`,
      ]);
      expect(await idsOf()).toEqual([[THERE, '2/1']]);
      for (const ms of [0, 400_000]) {
        await world.clock.sleep(ms);
        expect(await world.planned(there(after), allow)).toEqual([`keep ${THERE}`]);
      }
    },
  );

  it('is one label between two custom objects', async () => {
    const objects =
      'objects: { boats: { schema: { labels: { singular: B, plural: Bs } } }, docks: { schema: { labels: { singular: D, plural: Ds } } } }\n';
    const label = (pair: string, texts: string) =>
      `${objects}associationLabels: [{ ${pair}, labels: [{ name: berth, ${texts} }] }]\n`;
    await world.applied(label('from: boats, to: docks', TWO));
    await world.untilNamed();
    const turned = label('from: docks, to: boats', 'label: Owed by, inverseLabel: Owes');
    const allow = [{ risk: 'association-label-removal', address: 'association-label:boats/docks/berth' }] as const;
    expect(await world.planned(turned, allow)).toEqual(
      expect.arrayContaining([
        'update association-label:docks/boats/berth',
        'forget association-label:boats/docks/berth',
      ]),
    );
    await world.applied(turned, allow);
    expect((await world.labels()).map((line) => line.split(' ').slice(3).join(' '))).toEqual([
      'berth: Owes',
      'berth: Owed by',
    ]);
    expect((await world.project(turned).plan()).summary).toMatchObject({ keep: 3, calls: { write: 0 } });
  });

  it.each([
    [OUT, 'Pays', 'contacts > companies Pays: 3'],
    [BACK, 'Paid by', 'companies > contacts Paid by: 3'],
  ])('takes a new limit %s on the type of that direction', async (pair, label, limit) => {
    await world.applied(here(TWO));
    const text = there('label: Paid by, inverseLabel: Pays') + limitOn(pair, label, 3);
    await world.applied(text);
    expect(await world.limits()).toEqual([limit]);
    expect((await world.project(text).plan()).summary).toMatchObject({ keep: 2, calls: { write: 0 } });
  });

  it.each([
    [OUT, 'Pays', 'Owes', 'contacts > companies Owes: 3'],
    [BACK, 'Paid by', 'Owed by', 'companies > contacts Owed by: 3'],
  ])('keeps its limit %s on %s, whose text changes too', async (pair, label, next, limit) => {
    await world.applied(here(TWO) + limitOn(pair, label, 2));
    const text = there('label: Owed by, inverseLabel: Owes') + limitOn(pair, next, 3);
    const outcomes = await world.applied(text);
    expect(outcomes.map(({ status }) => status)).not.toContain('failed');
    expect(await world.limits()).toEqual([limit]);
    expect((await world.project(text).plan()).summary).toMatchObject({ keep: 2, calls: { write: 0 } });
  });

  it('loses its limit with consent', async () => {
    await world.applied(here(TWO) + limitOn(OUT, 'Pays', 2));
    const address = 'association-limit:contacts/companies/USER_DEFINED/Pays';
    const text = there('label: Paid by, inverseLabel: Pays');
    const outcomes = await world.applied(text, [{ risk: 'limit-purge', address }]);
    expect(outcomes.find((outcome) => outcome.address === address)).toMatchObject({
      action: 'remove',
      status: 'applied',
    });
    expect(await world.limits()).toEqual([]);
  });
});

describe('a create reply with the type ids of the wrong directions', () => {
  const swapping: Transport = {
    async send(request, options) {
      const reply = await world.service.transport.send(request, options);
      if (request.method !== 'POST' || !request.url.endsWith('/labels')) return reply;
      const { results, ...rest } = JSON.parse(reply.body);
      const ids = results.map(({ typeId }: { typeId: number }) => typeId).toReversed();
      const swapped = results.map((row: object, at: number) => ({ ...row, typeId: ids[at] }));
      return { ...reply, body: JSON.stringify({ ...rest, results: swapped }) };
    },
    close: () => world.service.transport.close(),
  };

  it.each(waits)('is corrected by the next apply, %s the name is shown', async (_, wait) => {
    const reconciler = world.project(here(TWO), { transport: swapping });
    await reconciler.apply(await reconciler.plan());
    expect(await idsOf()).toEqual([[HERE, '2/1']]);
    await world.clock.sleep(wait);
    await world.applied(here(TWO));
    expect(await idsOf()).toEqual([[HERE, '1/2']]);
    expect((await world.project(here(TWO)).plan()).adopt).toEqual([]);
  });
});
