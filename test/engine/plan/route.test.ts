import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/engine/plan/decision.ts';
import { route } from '../../../src/engine/plan/route.ts';
import type { Address } from '../../../src/model/address.ts';
import type { Change } from '../../../src/model/change.ts';
import type { CallDraft, DesiredChange, Kind } from '../../../src/model/kind.ts';
import { aChange } from '../../support/builders.ts';
import { aKind } from '../a-kind.ts';

const at = (name: string): Address => `property:contacts/${name}`;

/** A decision that has to be written, with the addresses that it depends on. */
const desiring = (
  name: string,
  dependsOn: readonly string[] = [],
  action: 'create' | 'update' = 'create',
): Decision => {
  const address = at(name);
  const before = action === 'create' ? {} : { before: 'Old' };
  const fields = [{ field: 'label', ...before, after: 'A' }];
  return {
    change: aChange({ address, action, fields, dependsOn: dependsOn.map(at) }),
    desired: { address, action, after: { label: 'A' }, changed: ['label'] },
    record: { label: 'A' },
    findings: [],
  };
};
const blockedAlready = (name: string, fields: Change['fields']): Decision => ({
  change: aChange({ address: at(name), action: 'blocked', because: 'unseen', reason: 'Not seen.', fields }),
  record: {},
  findings: [],
});

const draftFor = ({ address }: Pick<DesiredChange<unknown>, 'address'>): CallDraft => ({
  endpoint: 'createProperty',
  params: {},
  covers: [address],
  writes: ['label'],
  expects: { [address]: { label: 'A' } },
  route: 'The only one.',
  after: [],
});

/** A kind that writes everything but these. */
const kindWithout = (...impossible: readonly string[]): Kind => {
  const unable = new Set<Address>(impossible.map(at));
  return aKind({
    writer: {
      ...aKind().writer,
      write: (desired) => ({
        calls: desired.filter(({ address }) => !unable.has(address)).map(draftFor),
        blocked: desired
          .filter(({ address }) => unable.has(address))
          .map(({ address }) => ({ address, because: 'no-endpoint', reason: 'No route.', section: '2.6' })),
      }),
    },
  });
};

const routed = (decisions: readonly Decision[], kinds: readonly Kind[] = [kindWithout()]) => {
  const result = route(decisions, kinds);
  return {
    said: result.decisions.map(({ change, desired }) => [change.action, change.because, desired !== undefined]),
    called: result.drafts.map((list) => list.flatMap(({ covers }) => covers)),
    decisions: result.decisions,
  };
};

describe('routing', () => {
  it('makes the calls of each kind in the order of the kinds', () => {
    const group = aKind({ ...kindWithout(), name: 'property-group' });
    const address = 'property-group:contacts/g';
    const one = desiring('a');
    const decisions = [
      one,
      {
        ...one,
        change: { ...one.change, address, kind: 'property-group' },
        desired: { address, action: 'create', after: {}, changed: [] },
      },
      { ...desiring('kept'), change: aChange({ address: at('kept'), action: 'keep' }) },
    ] as const;
    const { desired: _, ...kept } = decisions[2];
    expect(routed([decisions[0], decisions[1], kept], [group, kindWithout()]).called).toEqual([[address], [at('a')]]);
  });

  it('blocks a change that no endpoint supports, and calls the others', () => {
    const { said, called, decisions } = routed([desiring('a'), desiring('b')], [kindWithout('a')]);
    expect([said, called]).toEqual([
      [
        ['blocked', 'no-endpoint', false],
        ['create', 'missing', true],
      ],
      [[at('b')]],
    ]);
    expect(decisions[0]).toStrictEqual({
      change: {
        ...desiring('a').change,
        action: 'blocked',
        because: 'no-endpoint',
        reason: 'No route.',
        section: '2.6',
      },
      record: { label: 'A' },
      findings: [],
    });
  });

  it('blocks what depends on a blocked create, at any distance and in any order', () => {
    const chain = [desiring('c', ['b']), desiring('b', ['a']), desiring('a'), desiring('free')];
    const { said, called, decisions } = routed(chain, [kindWithout('a')]);
    expect([said, called]).toEqual([
      [
        ['blocked', 'dependency-blocked', false],
        ['blocked', 'dependency-blocked', false],
        ['blocked', 'no-endpoint', false],
        ['create', 'missing', true],
      ],
      [[at('free')]],
    ]);
    expect(decisions.map(({ change }) => change.reason).slice(0, 2)).toEqual([
      `It depends on ${at('b')}, which is blocked.`,
      `It depends on ${at('a')}, which is blocked.`,
    ]);
  });

  it('continues with dependents of a blocked update, whose resource exists', () => {
    const there = blockedAlready('a', [{ field: 'label', before: 'Old', after: 'A' }]);
    const partly = blockedAlready('b', [
      { field: 'label', before: 'Old', after: 'A' },
      { field: 'note', after: 'N' },
    ]);
    const nothing = blockedAlready('c', []);
    const { said } = routed([there, partly, nothing, desiring('d', ['a', 'b', 'c'])]);
    expect(said.at(-1)).toEqual(['create', 'missing', true]);
  });

  it('blocks an update after a blocked create, but not the dependents of the update', () => {
    const missing = blockedAlready('a', [{ field: 'label', after: 'A' }]);
    const { said } = routed([missing, desiring('b', ['a'], 'update'), desiring('c', ['b'])]);
    expect(said).toEqual([
      ['blocked', 'unseen', false],
      ['blocked', 'dependency-blocked', false],
      ['create', 'missing', true],
    ]);
  });

  it('keeps an unchanged resource in spite of blocked dependencies', () => {
    const missing = blockedAlready('a', [{ field: 'label', after: 'A' }]);
    const { desired: _, ...rest } = desiring('b', ['a']);
    const kept = { ...rest, change: { ...rest.change, action: 'keep', because: 'in-sync' } } as const;
    expect(routed([missing, kept]).said[1]).toEqual(['keep', 'in-sync', false]);
  });

  it('shows additional changes that a call makes', () => {
    const kind = aKind({
      writer: {
        ...aKind().writer,
        write: (desired) => ({
          calls: desired.map((one) => ({ ...draftFor(one), expects: { [one.address]: { label: 'A', note: 'Set' } } })),
          blocked: [],
        }),
      },
    });
    const one = desiring('a', [], 'update');
    const before = { label: 'Old', note: 'Was' };
    const { decisions } = routed([{ ...one, ...(one.desired && { desired: { ...one.desired, before } }) }], [kind]);
    expect(decisions[0]?.change.fields).toEqual([
      { field: 'label', before: 'Old', after: 'A' },
      { field: 'note', before: 'Was', after: 'Set' },
    ]);
  });
});

it('looks at each of a chain of blocked creates once', () => {
  let looked = 0;
  const counted = (index: number): Decision => {
    const decision = desiring(`p${index}`, index === 0 ? [] : [`p${index - 1}`]);
    const { dependsOn, ...change } = decision.change;
    const get = () => {
      looked += 1;
      return dependsOn;
    };
    return {
      ...decision,
      change: Object.defineProperty({ ...change, dependsOn }, 'dependsOn', { get, enumerable: true }),
    };
  };
  const looksAt = (length: number): number => {
    looked = 0;
    const chain = Array.from({ length }, (_, index) => counted(length - 1 - index));
    expect(routed(chain, [kindWithout('p0')]).called).toEqual([[]]);
    return looked / length;
  };
  const [few, many] = [looksAt(100), looksAt(12_000)];
  expect(many).toBeLessThanOrEqual(few + 1);
});
