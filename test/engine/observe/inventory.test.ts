import { describe, expect, it } from 'vitest';
import { buildInventory, type InventoryInput, isListed, narrowed } from '../../../src/engine/observe/inventory.ts';
import type { Address } from '../../../src/model/address.ts';
import { anIntention } from '../../ledger/entries.ts';
import { aLedger, aRecord } from '../../support/builders.ts';
import { aKind, NO_CALL, READER } from '../a-kind.ts';
import { seen } from '../planning.ts';

const account = { name: 'sandbox', hubId: 1001 };
const [P1, P2, P10] = ['property:contacts/p1', 'property:contacts/p2', 'property:contacts/p10'] as const;
const G = 'property-group:contacts/g';
const property = aKind();
const group = aKind({ name: 'property-group', reader: { ...READER, proves: 'existence' } });

const listed = (input: Partial<InventoryInput> = {}) =>
  buildInventory({
    account,
    kinds: [group, property],
    objectTypes: ['contacts'],
    ledger: aLedger([aRecord({ address: P2, id: '7' }), aRecord({ address: P10 })]),
    live: {
      resources: new Map([
        [P10, seen(P10, { label: '10' }, { defined: 'custom' })],
        [P1, seen(P1, { label: '1' }, { defined: 'default' })],
        [G, seen(G, {})],
        [P2, seen(P2, { label: '2' }, { defined: 'custom' })],
      ]),
      complete: true,
      unseen: new Set(),
      findings: [],
      reads: 1,
    },
    ...input,
  });

describe('an inventory', () => {
  it('lists by kind, then as people read, and says what of it the ledger has', () => {
    expect(listed().resources).toStrictEqual([
      { ...seen(G, {}), recorded: false },
      { ...seen(P1, { label: '1' }, { defined: 'default' }), recorded: false },
      { ...seen(P2, { label: '2' }, { defined: 'custom' }), recorded: true, id: '7' },
      { ...seen(P10, { label: '10' }, { defined: 'custom' }), recorded: true },
    ]);
  });

  it('counts each kind, and says of each how it is known', () => {
    const webhook = aKind({ name: 'webhook-subscription', reader: NO_CALL });
    expect(listed({ kinds: [group, property, webhook] }).kinds).toStrictEqual([
      {
        kind: 'property-group',
        source: 'account',
        reason:
          'The interface has no call that lists them. A resource that other reads do not name is found only if it is in the ledger.',
        total: 1,
        default: 0,
        custom: 0,
      },
      { kind: 'property', source: 'account', total: 3, default: 1, custom: 2 },
      {
        kind: 'webhook-subscription',
        source: 'ledger',
        reason: 'There is no call for it.',
        total: 0,
        default: 0,
        custom: 0,
      },
    ]);
  });

  it('has completeness, findings of the reads, and open calls', () => {
    const finding = { code: 'read-failed', severity: 'warning', message: 'It failed.' } as const;
    const live = { resources: new Map(), complete: false, unseen: new Set([P1]), findings: [finding], reads: 1 };
    expect(listed({ live })).toStrictEqual({
      format: 'trueup.list/1',
      account,
      objectTypes: ['contacts'],
      complete: false,
      kinds: expect.any(Array),
      resources: [],
      findings: [finding],
    });
    const open = listed({ live, ledger: aLedger([], [anIntention('i1', { covers: [P1] })]) });
    expect([open.open?.map(({ settledBy }) => settledBy), open.findings.map(({ code }) => code)]).toEqual([
      ['apply'],
      ['read-failed', 'open-call'],
    ]);
  });

  it('leaves open calls to the run that is under way', () => {
    const ledger = aLedger([], [anIntention('i1', { covers: [P1] })]);
    const { open, findings } = listed({ ledger, holder: { owner: 'ann' } });
    expect([open?.map(({ settledBy }) => settledBy), findings.map(({ hint }) => hint)]).toEqual([
      ['run'],
      ['The work of ann is under way and settles it.'],
    ]);
  });
});

describe('a ledger that is narrowed', () => {
  const company: Address = 'property:companies/p1';
  const hook: Address = 'webhook-subscription:1/contact.creation';
  const ledger = aLedger(
    ([P1, company, G, hook] as const).map((address) => aRecord({ address })),
    [
      anIntention('i1', { covers: [company, P1] }),
      anIntention('i2', { covers: [company] }),
      anIntention('i3', { covers: [hook] }),
    ],
  );
  const typed = aKind({ objectTypes: (address) => [address.slice(address.indexOf(':') + 1, address.indexOf('/'))] });

  it('keeps what belongs to several object types where one of them is asked for', () => {
    const between = aKind({ objectTypes: () => ['contacts', 'companies'] });
    expect(Object.keys(narrowed(ledger, isListed([between], ['companies'])).records)).toEqual([P1, company]);
  });

  it('keeps the entries of these kinds and of these object types', () => {
    const part = narrowed(ledger, isListed([typed, aKind({ name: 'webhook-subscription' })], ['contacts', 'deals']));
    expect([Object.keys(part.records), part.intentions.map(({ id }) => id)]).toEqual([
      [P1, hook],
      ['i1', 'i3'],
    ]);
    expect([part.lineage, part.serial, part.account]).toEqual([ledger.lineage, ledger.serial, ledger.account]);
  });
});
