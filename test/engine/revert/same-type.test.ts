import { afterEach, beforeEach, expect, test } from 'vitest';
import { converge } from '../../laws/world.ts';
import { aNamesWorld, BOARD, type NamesWorld } from '../observe/names-world.ts';

let world: NamesWorld;
beforeEach(async () => {
  world = await aNamesWorld();
});
afterEach(() => world.close());

const ENV = { TRUEUP_BASE_URL: 'http://127.0.0.1', TRUEUP_ACCESS_TOKEN: 'pat-na1-names-1001' };
const limits = (one: string) => `associationLimits: [{ from: contacts, to: companies, limits: [${one}] }]\n`;
const BY_LABEL = limits('{ label: Board member, maxToObjectIds: 3 }');
const BY_ID = limits(`{ category: USER_DEFINED, typeId: ${BOARD[1001]}, maxToObjectIds: 7 }`);
const LABELLED = 'association-limit:contacts/companies/USER_DEFINED/Board%20member';
const NUMBERED = `association-limit:contacts/companies/USER_DEFINED/${BOARD[1001]}`;
const PURGE = [{ risk: 'limit-purge', address: LABELLED }] as const;

const dated = (text: string) => world.reconciler(1001, text);
const documented = (text: string) => world.reconciler(1001, text, { env: { ...ENV, TRUEUP_SURFACE: 'documented' } });
const held = async () => (await world.snapshot(1001)).limits.map(({ maxToObjectIds }) => maxToObjectIds);

/** The id of the run that set the limit by its label. */
async function setByLabel(text = BY_LABEL): Promise<string> {
  return (await converge(dated(text), [])).result.run;
}

test('a revert purges no limit that the files declare by its type id', async () => {
  const run = await setByLabel();
  await converge(documented(BY_ID), []);
  const plan = await documented(BY_ID).revert({ run, allow: PURGE });
  await documented(BY_ID).apply(plan);
  expect(await held()).toEqual([7]);
});

test('a revert keeps a limit that the files declare by type id', async () => {
  await setByLabel();
  const run = await setByLabel(BY_LABEL.replace('3', '4'));
  await converge(documented(BY_ID), []);
  expect((await documented(BY_ID).revert({ run })).calls).toEqual([]);
});

test('a limit by label is reverted on the documented surface despite another limit', async () => {
  const run = await setByLabel();
  const other = limits('{ category: HUBSPOT_DEFINED, typeId: 1, maxToObjectIds: 3 }');
  const plan = await documented(other).revert({ run, allow: PURGE });
  expect((await documented(other).apply(plan)).summary).toMatchObject({ applied: 1 });
  expect(await held()).toEqual([]);
});

test('the dated surface recognizes the same limit and its change by another run', async () => {
  const run = await setByLabel();
  await converge(documented(BY_ID), []);
  const { calls, findings } = await dated(BY_ID).revert({ run, allow: [{ risk: 'limit-purge', address: NUMBERED }] });
  expect([calls, findings.map(({ code }) => code)]).toEqual([[], ['revert-changed']]);
});

test('a limit is not purged by the old text of its label', async () => {
  const run = await setByLabel();
  await world.relabel(1001, [BOARD[1001], 'Director']);
  await converge(dated(BY_LABEL.replace('Board member', 'Director').replace('3', '7')), []);
  const plan = await documented('').revert({ run, allow: PURGE });
  expect(plan.calls).toEqual([]);
  expect(await held()).toEqual([7]);
});
