import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ComparedResource, Comparison, SideName } from '../../../src/model/comparison.ts';
import type { SnapshotResource } from '../../../src/model/snapshot.ts';
import { aProperty, aSnapshot, compared, PRODUCTION, states } from './states.ts';

const SWAPPED = { 'only-left': 'only-right', 'only-right': 'only-left' } as const;

/** What the same comparison is, seen from the other side. */
function mirrored({ left, right, summary, resources, notCompared, findings, ...rest }: Comparison): Comparison {
  return {
    ...rest,
    left: { ...right, name: 'left' },
    right: { ...left, name: 'right' },
    summary: { ...summary, onlyLeft: summary.onlyRight, onlyRight: summary.onlyLeft },
    resources: resources.map(mirroredResource),
    notCompared: notCompared.map((one) => ({ ...one, side: otherSide(one.side) })),
    findings: { left: findings.right, right: findings.left },
  };
}

function otherSide(side: SideName): SideName {
  return side === 'both' ? 'both' : side === 'left' ? 'right' : 'left';
}

function mirroredResource({ address, rightAddress, status, fields, ...rest }: ComparedResource): ComparedResource {
  return {
    ...rest,
    address: rightAddress ?? address,
    ...(rightAddress === undefined ? {} : { rightAddress: address }),
    status: status === 'different' ? status : SWAPPED[status],
    fields: fields.map(({ field, left, right, options, order }) => ({
      field,
      ...(left === undefined ? {} : { right: left }),
      ...(right === undefined ? {} : { left: right }),
      ...(options === undefined
        ? {}
        : {
            options: options.map((one) => ({
              value: one.value,
              status: one.status === 'only-left' || one.status === 'only-right' ? SWAPPED[one.status] : one.status,
              ...(one.left === undefined ? {} : { right: one.left }),
              ...(one.right === undefined ? {} : { left: one.right }),
            })),
          }),
      ...(order === undefined ? {} : { order: { left: order.right, right: order.left } }),
    })),
  };
}

/** Causes name a side and address things as that side does, and stand in the order of their names. */
function plain(comparison: Comparison): unknown {
  const { notCompared, ...rest } = comparison;
  const causes = notCompared.map(({ kind, because, side, fields, addresses }) =>
    JSON.stringify([kind, because, side, fields, addresses.length]),
  );
  return { ...rest, notCompared: causes.sort() };
}

test('a state is the same as itself, whatever it holds', () => {
  fc.assert(
    fc.property(states, (state) => {
      const { resources, summary, complete, notCompared } = compared(state, state);
      expect(resources).toEqual([]);
      expect(summary).toMatchObject({ different: 0, onlyLeft: 0, onlyRight: 0, notCompared: 0 });
      expect(summary.same).toBe(state.resources.length);
      expect(notCompared.every(({ because }) => because === 'read-failed')).toBe(true);
      expect(complete).toBe(state.parts.every(({ unread }) => unread === undefined));
    }),
  );
});

test('a comparison is the mirror of the one from the other side', () => {
  fc.assert(
    fc.property(states, states, (one, other) => {
      expect(plain(compared(other, one))).toEqual(plain(mirrored(compared(one, other))));
    }),
  );
});

test('every resource is counted once: as the same, different, on one side, not compared or left out', () => {
  fc.assert(
    fc.property(states, states, (one, other) => {
      const { summary } = compared(one, other);
      const { same, different, onlyLeft, onlyRight, notCompared, leftOut } = summary;
      const pairs = same + different;
      const held = one.resources.length + other.resources.length;
      expect(onlyLeft + onlyRight + leftOut + pairs + notCompared).toBeGreaterThanOrEqual(held - pairs - notCompared);
      expect(onlyLeft + onlyRight + leftOut + pairs + notCompared).toBeLessThanOrEqual(held);
    }),
  );
});

test('an address of a shared app is in exactly one class', () => {
  fc.assert(
    fc.property(states, states, (one, other) => {
      const { resources, notCompared, summary } = compared(one, other);
      const inClass = new Map<string, Set<string>>();
      const add = (address: string, name: string) =>
        inClass.set(address, (inClass.get(address) ?? new Set()).add(name));
      for (const { address, rightAddress, status } of resources) {
        add(address, status);
        if (rightAddress !== undefined) add(rightAddress, status);
      }
      for (const { addresses, fields } of notCompared)
        if (fields === undefined) for (const address of addresses) add(address, 'not compared');
      const shared = [...inClass].filter(([address]) => address.startsWith('webhook-subscription:'));
      expect(shared.filter(([, classes]) => classes.size > 1)).toEqual([]);
      const counted = summary.onlyLeft + summary.onlyRight + summary.different;
      expect(counted).toBe(resources.length);
    }),
  );
});

test('ten times as many properties take ten times as many looks', () => {
  const looks = (amount: number): number => {
    let seen = 0;
    // Counted, not timed: a machine under load says nothing about the work.
    const watched = (label: string) =>
      Array.from({ length: amount }, (_, index) => {
        const { address, fields, ...rest } = aProperty(`p${index}`, { label, options: [{ value: 'a', label }] });
        return Object.defineProperties(rest, {
          address: { get: () => count(address), enumerable: true },
          fields: { get: () => count(fields), enumerable: true },
        }) as SnapshotResource;
      });
    const count = <T>(value: T): T => {
      seen += 1;
      return value;
    };
    const result = compared(aSnapshot(watched('one')), aSnapshot(watched('other'), PRODUCTION));
    expect(result.summary.different).toBe(amount);
    return seen;
  };
  expect(looks(10_000) / looks(1000)).toBeLessThan(10.5);
});
