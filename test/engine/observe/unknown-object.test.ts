import { expect, test } from 'vitest';
import { aWorld } from '../../laws/world.ts';

test.each([
  ['kontakte', /^Standard objects are contacts, companies, .* named by its type id, such as 2-3451\.$/],
  ['2-999999', /^The service rejected the request/],
])('a plan for the object %s, which the account has not, says what to look at', async (name, hint) => {
  const world = await aWorld();
  const text = `version: 1\nobjects: { ${name}: { groups: { club: { displayName: Club } } } }\n`;
  const plan = await world.reconciler([{ path: 'trueup.yaml', text }]).plan();
  expect(plan.findings.map(({ code }) => code)).toEqual(['read-failed']);
  expect(plan.findings[0]?.hint).toMatch(hint);
  await world.close();
});
