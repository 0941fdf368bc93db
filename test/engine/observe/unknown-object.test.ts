import { expect, test } from 'vitest';
import { aWorld, ENV } from '../../laws/world.ts';

test.each([
  ['kontakte', /^Standard objects are contacts, companies, .* named by its type id, such as 2-3451\.$/],
  ['2-999999', /^The account has no object with the type id 2-999999, or it is hidden from the token/],
])('a plan for the unknown object %s names the check to make', async (name, hint) => {
  const world = await aWorld();
  const text = `version: 1\nobjects: { ${name}: { groups: { club: { displayName: Club } } } }\n`;
  const plan = await world.reconciler([{ path: 'trueup.yaml', text }]).plan();
  expect(plan.findings.map(({ code }) => code)).toEqual(['read-failed']);
  expect(plan.findings[0]?.hint).toMatch(hint);
  await world.close();
});

test('sensitive properties of a missing object cause no scope hint', async () => {
  const world = await aWorld('dated');
  const reconciler = world.reconciler([{ path: 'trueup.yaml', text: 'version: 1\n' }], {
    env: { ...ENV, TRUEUP_SURFACE: 'dated' },
  });
  for (const name of ['2-999999', 'p1001_nothing']) {
    const { live } = await reconciler.snapshot({ objects: [name] });
    const { findings } = live;
    expect(
      findings.map(({ code }) => code),
      name,
    ).not.toContain('sensitive-unread');
    expect(
      findings.some(({ code }) => code === 'read-failed' || code === 'holder-missing'),
      name,
    ).toBe(true);
  }
  await world.close();
});
