import { afterEach, expect, it, vi } from 'vitest';
import { lazy } from '../../src/contract/lazy.ts';

// Test files share their modules. A module that was loaded with the mock must not reach the next test.
afterEach(() => {
  vi.doUnmock('../../src/contract/lazy.ts');
  vi.resetModules();
});

it('makes a value when it is first asked for, and once', () => {
  let count = 0;
  const counted = lazy(() => {
    count += 1;
    return { count };
  });
  expect(count).toBe(0);
  expect([counted(), counted()]).toEqual([{ count: 1 }, { count: 1 }]);
});

it('no schema of a body or a reply is made when the kinds are loaded', async () => {
  const asked: string[] = [];
  vi.resetModules();
  vi.doMock('../../src/contract/lazy.ts', () => ({
    lazy: (make: () => object) => () => {
      asked.push(make.toString());
      return make();
    },
  }));
  const { KINDS } = await import('../../src/kinds/index.ts');
  expect(asked).toEqual([]);
  expect(KINDS.flatMap(({ fields }) => Object.values(fields)).some(({ mutable }) => mutable)).toBe(true);
  expect(asked.length).toBeGreaterThan(0);
});
