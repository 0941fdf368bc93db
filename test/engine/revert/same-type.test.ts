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

const staying = (why: string) => ({
  code: 'revert-stays',
  severity: 'warning',
  address: LABELLED,
  message: `The run set ${LABELLED}. It may be ${NUMBERED}, which is ${why}: this surface cannot tell what a name stands for. So it stays as it is.`,
  hint: 'Revert the run on the dated surface, which can tell.',
});

test.each([
  ['declared', BY_ID],
  ['recorded', ''],
])(
  'a limit that a run created by its label is not purged where the same type may be %s by its id',
  async (why, text) => {
    const run = await setByLabel();
    await converge(documented(BY_ID), []);
    const plan = await documented(text).revert({ run, allow: PURGE });
    expect(plan.calls).toEqual([]);
    expect(plan.changes).toMatchObject([{ address: LABELLED, action: 'keep', because: 'unseen' }]);
    expect(plan.findings.filter(({ code }) => code === 'revert-stays')).toEqual([staying(why)]);
    expect(await held()).toEqual([7]);
  },
);

test('nor is a value that a run overwrote by the label put back over that of the id', async () => {
  await setByLabel();
  const run = await setByLabel(BY_LABEL.replace('3', '4'));
  await converge(documented(BY_ID), []);
  const plan = await documented(BY_ID).revert({ run });
  expect([plan.calls, plan.findings.filter(({ code }) => code === 'revert-stays')]).toEqual([
    [],
    [staying('declared')],
  ]);
});

test('a limit by its label is reverted on the documented surface where nothing by an id may be the same', async () => {
  const run = await setByLabel();
  const other = limits('{ category: HUBSPOT_DEFINED, typeId: 1, maxToObjectIds: 3 }');
  const plan = await documented(other).revert({ run, allow: PURGE });
  expect((await documented(other).apply(plan)).summary).toMatchObject({ applied: 1 });
  expect(await held()).toEqual([]);
});

test('the dated surface knows that they are one, and that another run changed it since', async () => {
  const run = await setByLabel();
  await converge(documented(BY_ID), []);
  const { calls, findings } = await dated(BY_ID).revert({ run, allow: [{ risk: 'limit-purge', address: NUMBERED }] });
  expect([calls, findings.map(({ code }) => code)]).toEqual([[], ['name-ambiguous', 'revert-changed']]);
});

/** A colleague gives the label of the type another text. */
const relabelled = (label: string) =>
  world.service.transport.send({
    method: 'PUT',
    url: 'http://127.0.0.1/crm/associations/2026-03/contacts/companies/labels',
    headers: { authorization: 'Bearer pat-na1-names-1001', 'content-type': 'application/json' },
    body: JSON.stringify({ associationTypeId: BOARD[1001], label }),
  });

test('a limit by the old text of a label is not purged where it is recorded by the new one', async () => {
  const run = await setByLabel();
  expect((await relabelled('Director')).status).toBe(204);
  await converge(dated(BY_LABEL.replace('Board member', 'Director').replace('3', '7')), []);
  const plan = await documented('').revert({ run, allow: PURGE });
  expect([plan.calls, plan.changes.map(({ action, because }) => [action, because])]).toEqual([
    [],
    [['keep', 'unseen']],
  ]);
  const renamed = 'association-limit:contacts/companies/USER_DEFINED/Director';
  expect(plan.findings.filter(({ code }) => code === 'revert-stays')).toEqual([
    { ...staying('recorded'), message: staying('recorded').message.replace(NUMBERED, renamed) },
  ]);
  expect(await held()).toEqual([7]);
});
