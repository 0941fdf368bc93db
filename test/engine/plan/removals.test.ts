import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, KIND_NAMES, parseAddress } from '../../../src/model/address.ts';
import type { DesiredResource } from '../../../src/model/desired.ts';
import { isAbout } from '../../../src/model/finding.ts';
import type { LedgerRecord } from '../../../src/model/ledger.ts';
import type { LiveResource } from '../../../src/model/live.ts';
import type { Plan } from '../../../src/model/plan.ts';
import { declare, planOf, recorded, type Scene, seen, tier } from '../planning.ts';
import { REMOVABLE, riskOf } from '../removable-kinds.ts';

const GROUP = declare('property-group', { objectType: 'contacts', name: 'loyalty', displayName: 'Loyalty' });
const TIER = tier();
const POINTS = tier({ name: 'points' });
const SUBSCRIPTION = declare('webhook-subscription', {
  appId: 2001,
  eventType: 'contact.propertyChange',
  propertyName: 'loyaltytier',
});
const EVENT = declare('event-definition-property', {
  eventName: 'order_placed',
  name: 'ordertotal',
  label: 'Order total',
  type: 'number',
});
const LIMIT = declare('association-limit', {
  from: 'contacts',
  to: 'companies',
  category: 'SERVICE_DEFINED',
  typeId: 279,
  maxToObjectIds: 5,
});
const ALL = [GROUP, TIER, POINTS, SUBSCRIPTION, EVENT, LIMIT];
const FOREIGN: Address = 'property:contacts/shoesize';

/** Returns the declared fields that the kind owns. */
function fieldsOf({ kind, spec }: DesiredResource) {
  const owned = REMOVABLE.find(({ name }) => name === kind)?.fields ?? {};
  return Object.fromEntries(Object.entries(spec).filter(([field]) => field in owned));
}

const live = (one: DesiredResource, more: Partial<LiveResource> = {}) => seen(one.address, fieldsOf(one), more);
const record = (one: DesiredResource, file: string | undefined = 'trueup.yaml') =>
  recorded(one.address, fieldsOf(one), file);

/** Everything was applied, and is there. */
function planned(scene: Partial<Scene> & { readonly records?: readonly LedgerRecord[] }): Plan {
  return planOf({
    kinds: REMOVABLE,
    records: ALL.map((one) => record(one)),
    live: ALL.map((one) => live(one)),
    dependents: new Map([[GROUP.address, [POINTS.address, TIER.address]]]),
    ...scene,
  });
}

const consentAt = (address: Address) => ({
  risk: riskOf(parseAddress(address)?.kind ?? 'property'),
  address,
});
const removals = ({ changes }: Plan) =>
  changes.filter(({ action }) => action === 'remove').map(({ address }) => address);
const waitsFor = ({ calls }: Plan, address: Address) => {
  const call = calls.find(({ covers }) => covers.includes(address));
  return call?.after.flatMap((id) => calls.find((other) => other.id === id)?.covers ?? []).sort();
};

describe('a resource that is no longer declared', () => {
  it('stays until a consent allows its removal, in every kind', () => {
    const plan = planned({ desired: [] });
    expect([plan.changes, plan.calls, plan.applyable]).toEqual([[], [], true]);
    expect(plan.findings.map(({ code, address }) => [code, address])).toEqual([
      ['not-declared', undefined],
      ['not-declared', SUBSCRIPTION.address],
    ]);
    const consents = plan.findings.flatMap(({ fix = [] }) => fix.filter(({ action }) => action === 'allow'));
    expect(consents.map((fix) => (fix.action === 'allow' ? fix.address : ''))).toEqual(
      expect.arrayContaining(ALL.map(({ address }) => address)),
    );
  });

  it('is removed with all that the account is known to hold of it', () => {
    const plan = planned({
      desired: [GROUP, POINTS, SUBSCRIPTION, EVENT, LIMIT],
      live: ALL.map((one) => live(one, one === TIER ? { fields: { ...fieldsOf(TIER), label: 'Tier' } } : {})),
      allow: [consentAt(TIER.address)],
    });
    const [change] = plan.changes.filter(({ action }) => action === 'remove');
    expect(change).toMatchObject({
      address: TIER.address,
      because: 'both-changed',
      risk: 'destructive',
      risks: ['property-removal'],
      basis: 'observed',
    });
    expect(change?.fields).toContainEqual({ field: 'label', before: 'Tier' });
    expect(plan.calls.map(({ before, expects, records }) => [before, expects, records])).toEqual([
      [{ [TIER.address]: { ...fieldsOf(TIER), label: 'Tier' } }, { [TIER.address]: null }, { [TIER.address]: null }],
    ]);
    expect([plan.summary.remove, plan.summary.destructive, plan.summary.revert.restores]).toEqual([1, 1, 1]);
  });

  it('stays if the consent names only the risk', () => {
    const plan = planned({ desired: [GROUP, SUBSCRIPTION, EVENT, LIMIT], allow: [{ risk: 'property-removal' }] });
    expect(removals(plan)).toEqual([]);
  });

  it.each([
    ['recorded', 'recorded'],
    ['changed', 'applied'],
  ] as const)('is reported as not created by trueup if it was only %s', (found, word) => {
    const scene = { desired: [], records: [{ ...record(TIER), found }], live: [live(TIER)] };
    const kept = planned(scene);
    expect([removals(kept), kept.findings.map(({ message }) => message)]).toEqual([
      [],
      [
        `property:contacts/loyaltytier was ${word} and is no longer declared, so it stays in the account. It was in the account before trueup ${found} it.`,
      ],
    ]);
    const gone = planned({ ...scene, allow: [consentAt(TIER.address)] });
    expect(gone.changes.map(({ action, reason }) => [action, reason])).toEqual([
      ['remove', `It is no longer declared. It was in the account before trueup ${found} it.`],
    ]);
  });

  it('shares one finding with the other resources of its file', () => {
    const many = Array.from({ length: 24 }, (_, index) => tier({ name: `p${index}` }));
    const plan = planned({
      desired: [],
      records: [...many.map((each) => record(each, 'schema/loyalty.yaml')), record(TIER, 'other.yaml')],
      live: [...many, TIER].map((each) => live(each)),
    });
    const addresses = many.map(({ address }) => address);
    expect(plan.findings.map(({ code, message }) => [code, message])).toEqual([
      [
        'not-declared',
        `24 resources that schema/loyalty.yaml declared are no longer declared, so they stay in the account: ${addresses.slice(0, 5).join(', ')} and 19 more.`,
      ],
      ['not-declared', `${TIER.address} was applied and is no longer declared, so it stays in the account.`],
    ]);
    expect(plan.findings[0]?.fix).toEqual([
      { action: 'restore-file', file: 'schema/loyalty.yaml' },
      { action: 'forget', addresses, when: 'kept' },
      ...addresses.map((address) => ({ action: 'allow', risk: 'property-removal', address })),
    ]);
  });

  it('has words that fit one resource and several resources of a file', () => {
    const two = [TIER, POINTS].map((declared) => ({ ...record(declared), found: 'recorded' as const }));
    const texts = (records: readonly LedgerRecord[]) => {
      const { findings } = planOf({ desired: [], records, live: [TIER, POINTS].map((declared) => live(declared)) });
      return findings.map(({ message, hint }) => [message, hint]);
    };
    const remarks = 'The interface has no call that deletes it. It was in the account before trueup recorded it.';
    const hint = 'A deletion works by hand in the account, or with trueup on the dated surface.';
    expect([texts(two), texts(two.slice(0, 1))]).toEqual([
      [
        [
          `2 resources that trueup.yaml declared are no longer declared, so they stay in the account: ${TIER.address}, ${POINTS.address}. ${remarks}`,
          hint,
        ],
      ],
      [[`${TIER.address} was recorded and is no longer declared, so it stays in the account. ${remarks}`, hint]],
    ]);
  });

  it('names the other accounts of an app', () => {
    const scene = { desired: [], records: [record(SUBSCRIPTION)], live: [live(SUBSCRIPTION)] };
    const shared = new Map([['2001', ['production', 'staging']]]);
    const allow = [consentAt(SUBSCRIPTION.address)];
    const messages = (more: Partial<Scene>) => planned({ ...scene, ...more }).findings.map(({ message }) => message);
    const stays = `${SUBSCRIPTION.address} was applied and is no longer declared, so it stays in the account.`;
    const others = 'A deletion affects the other accounts of app 2001 too: production, staging.';
    expect(messages({ shared })).toEqual([`${stays} ${others}`]);
    expect(messages({})).toEqual([`${stays} A deletion affects every account that uses app 2001.`]);
    expect(planned({ ...scene, shared, allow }).findings).toEqual([
      {
        code: 'app-shared',
        severity: 'warning',
        message: `Apply deletes ${SUBSCRIPTION.address}. ${others}`,
        hint: 'Check that no other account needs it.',
        address: SUBSCRIPTION.address,
      },
    ]);
  });

  it('is not removed where the service defines it', () => {
    const scene = { desired: [], records: [record(TIER)], live: [live(TIER, { defined: 'default' })] };
    const plan = planned({ ...scene, allow: [consentAt(TIER.address)] });
    expect([plan.changes, plan.findings.map(({ message }) => message)]).toEqual([
      [],
      [
        'property:contacts/loyaltytier was applied and is no longer declared, so it stays in the account. Definitions of the service cannot be deleted.',
      ],
    ]);
  });

  it('is blocked where the read for it failed', () => {
    const plan = planned({
      desired: [],
      records: [record(TIER)],
      live: [],
      unseen: [TIER.address],
      allow: [consentAt(TIER.address)],
    });
    expect(plan.changes.map(({ action, because }) => [action, because])).toEqual([['blocked', 'unseen']]);
    expect(plan.calls).toEqual([]);
  });
});

describe('removals', () => {
  it('are compared with all known resources, including kept undeclared resources', () => {
    const many = Array.from({ length: 11 }, (_, index) => tier({ name: `tier${index}` }));
    const dropped = {
      desired: [],
      records: many.map((one) => record(one)),
      live: many.map((one) => live(one)),
      allow: many.slice(1).map(({ address }) => consentAt(address)),
    };
    expect(planned(dropped).findings.find(({ code }) => code === 'too-many-changes')?.message).toBe(
      'The plan updates or removes 10 of 11 known resources, more than 30 percent.',
    );
  });

  it('go in the reverse order of creation', () => {
    const plan = planned({ desired: [], allow: ALL.map(({ address }) => consentAt(address)) });
    expect(removals(plan)).toHaveLength(ALL.length);
    expect(waitsFor(plan, TIER.address)).toEqual([SUBSCRIPTION.address]);
    expect(waitsFor(plan, GROUP.address)).toEqual([TIER.address, POINTS.address].sort());
  });

  it('leave a group that holds a property of others, and name it', () => {
    const plan = planned({
      desired: [],
      allow: ALL.map(({ address }) => consentAt(address)),
      dependents: new Map([[GROUP.address, [POINTS.address, FOREIGN, TIER.address]]]),
    });
    expect(plan.changes.find(({ address }) => address === GROUP.address)).toMatchObject({
      action: 'blocked',
      because: 'dependency-blocked',
      reason:
        'It cannot be deleted while property:contacts/shoesize needs it. First delete the resources that need it, or declare it again.',
      neededBy: [FOREIGN],
    });
    expect(removals(plan)).toContain(TIER.address);
  });

  it('keep a group whose property stays or is declared', () => {
    const allow = [consentAt(GROUP.address), consentAt(POINTS.address)];
    for (const desired of [[], [TIER]]) {
      const plan = planned({ desired, allow });
      expect(plan.changes.find(({ address }) => address === GROUP.address)).toMatchObject({
        action: 'blocked',
        reason:
          'It cannot be deleted while property:contacts/loyaltytier needs it. First delete the resources that need it, or declare it again.',
        neededBy: [TIER.address],
      });
    }
  });

  it('leave a group that a new property is about to join', () => {
    const scene = { records: [record(GROUP)], live: [live(GROUP)], dependents: new Map() };
    const plan = planned({ ...scene, desired: [TIER], allow: [consentAt(GROUP.address)] });
    expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([
      [GROUP.address, 'blocked'],
      [TIER.address, 'create'],
    ]);
  });

  it('name all that keeps a group, although the reason names three', () => {
    const needing = ['e', 'd', 'c', 'b', 'a'].map((name): Address => `property:contacts/${name}`);
    const plan = planned({
      desired: [],
      allow: [consentAt(GROUP.address)],
      dependents: new Map([[GROUP.address, needing]]),
    });
    expect(plan.changes).toMatchObject([
      {
        reason:
          'It cannot be deleted while property:contacts/a, property:contacts/b, property:contacts/c and 2 more need it. First delete the resources that need it, or declare it again.',
        neededBy: needing.toReversed(),
      },
    ]);
  });

  it('wait for properties that move out', () => {
    const other = declare('property-group', { objectType: 'contacts', name: 'other', displayName: 'Other' });
    const plan = planned({
      desired: [other, tier({ groupName: 'other' })],
      records: [record(GROUP), record(TIER)],
      live: [live(GROUP), live(TIER)],
      dependents: new Map([[GROUP.address, [TIER.address]]]),
      allow: [consentAt(GROUP.address)],
    });
    expect(waitsFor(plan, GROUP.address)).toEqual([TIER.address]);
    expect(waitsFor(plan, TIER.address)).toEqual([other.address]);
  });

  it('leave a group whose property cannot be removed', () => {
    const kinds = REMOVABLE.map((kind) => {
      if (kind.name !== 'property') return kind;
      const write = ({ length }: { readonly length: number }) => ({
        calls: [],
        blocked:
          length === 0
            ? []
            : [{ address: TIER.address, because: 'read-only' as const, reason: 'It is locked.', section: '11.3' }],
      });
      return { ...kind, writer: { ...kind.writer, write } };
    });
    const scene = { desired: [], records: [record(GROUP), record(TIER)], live: [live(GROUP), live(TIER)], kinds };
    const plan = planned({
      ...scene,
      dependents: new Map([[GROUP.address, [TIER.address]]]),
      allow: [consentAt(GROUP.address), consentAt(TIER.address)],
    });
    expect(plan.changes.map(({ address, because, reason }) => [address, because, reason])).toEqual([
      [GROUP.address, 'dependency-blocked', 'It depends on property:contacts/loyaltytier, which is blocked.'],
      [TIER.address, 'read-only', 'It is locked.'],
    ]);
  });
});

describe('if any resources are dropped', () => {
  const dropped = fc.subarray(ALL);

  it('nothing is removed if the consent is missing', () => {
    fc.assert(
      fc.property(dropped, (gone) => {
        const plan = planned({ desired: ALL.filter((one) => !gone.includes(one)) });
        expect([plan.calls, plan.applyable]).toEqual([[], true]);
        for (const { address } of gone) expect(plan.findings.some((finding) => isAbout(finding, address))).toBe(true);
      }),
    );
  });

  it('nothing is removed if the consent names no address', () => {
    const allow = KIND_NAMES.map((kind) => ({ risk: riskOf(kind) }));
    fc.assert(
      fc.property(dropped, (gone) => {
        const plan = planned({ desired: ALL.filter((each) => !gone.includes(each)), allow });
        expect(plan.calls).toEqual([]);
      }),
    );
  });

  it('only resources with a consent and without dependents are removed', () => {
    fc.assert(
      fc.property(dropped, fc.subarray(ALL), (gone, named) => {
        const plan = planned({
          desired: ALL.filter((one) => !gone.includes(one)),
          allow: named.map(({ address }) => consentAt(address)),
        });
        const both = gone.filter((one) => named.includes(one));
        const needed = [TIER, POINTS].some((one) => !both.includes(one));
        const expected = both.filter((one) => one !== GROUP || !needed).map(({ address }) => address);
        expect([...removals(plan)].sort()).toEqual(expected.sort());
      }),
    );
  });
});

it('blocks a long chain of removals and checks each resource once', () => {
  let looked = 0;
  const chainOf = (length: number) => {
    const chain = Array.from({ length }, (_, index) => tier({ name: `p${String(index).padStart(5, '0')}` }));
    const dependents = new Map(
      chain
        .slice(1)
        .map((one, index): [Address, readonly Address[]] => [chain[index]?.address ?? one.address, [one.address]]),
    );
    const last = chain.at(-1)?.address ?? FOREIGN;
    dependents.set(last, [FOREIGN]);
    const get = dependents.get.bind(dependents);
    dependents.get = (address) => {
      looked += 1;
      return get(address);
    };
    return { chain, dependents };
  };
  const looksAt = (length: number): number => {
    const { chain, dependents } = chainOf(length);
    looked = 0;
    const plan = planned({
      desired: [],
      records: chain.map((one) => record(one)),
      live: chain.map((one) => live(one)),
      dependents,
      allow: chain.map(({ address }) => consentAt(address)),
    });
    expect([removals(plan), plan.summary.blocked]).toEqual([[], length]);
    return looked / length;
  };
  const [few, many] = [looksAt(100), looksAt(12_000)];
  expect(many).toBeLessThanOrEqual(few + 1);
});
