/** An event goes by its name with and without the account in front. A declared property is never deleted by the other name. */

import { afterEach, expect, test } from 'vitest';
import type { Transport } from '../../src/contract/http.ts';
import type { Address } from '../../src/model/address.ts';
import { aDatedWorld, type DatedWorld } from '../kinds/dated-world.ts';
import { converge } from '../laws/world.ts';

const ALLOWED = ['event-property-removal'] as const;
const [PLAIN, FULL] = ['order_placed', 'pe1001_order_placed'];

let world: DatedWorld | undefined;
afterEach(async () => world?.close());

async function anEvent() {
  const dated = await aDatedWorld();
  world = dated;
  return {
    project: (events: Readonly<Record<string, readonly string[]>>, more = '') => {
      const property = (name: string) => `${name}: { label: Of ${name}, type: number }`;
      const all = Object.entries(events).map(
        ([event, names]) => `${event}: { properties: { ${names.map(property).join(', ')} } }`,
      );
      return dated.project(`eventDefinitions: { ${all.join(', ')} }\n${more}`);
    },
    names: async () => (await dated.snapshot()).eventProperties[PLAIN]?.map(({ name }) => name).sort(),
  };
}

const addressOf = (event: string, name: string): Address => `event-definition-property:${event}/${name}`;

test.each([
  [PLAIN, FULL],
  [FULL, PLAIN],
])('a property applied under %s is kept if the files declare it under %s', async (before, after) => {
  const { project, names } = await anEvent();
  await converge(project({ [before]: ['total', 'tax', 'gone'] }), []);
  const { plan } = await converge(project({ [after]: ['total', 'tax'] }), ALLOWED);
  expect(await names()).toEqual(['tax', 'total']);
  expect(plan.changes.find(({ address }) => address === addressOf(before, 'tax'))).toMatchObject({
    action: 'forget',
    reason: `It is declared as ${addressOf(after, 'tax')}.`,
  });
  await converge(project({ [after]: ['total', 'tax'] }), ALLOWED);
  expect(await names()).toEqual(['tax', 'total']);
});

test('a consent that names it does not delete it either', async () => {
  const { project, names } = await anEvent();
  await converge(project({ [PLAIN]: ['tax'] }), []);
  const next = project({ [FULL]: ['tax'] });
  const plan = await next.plan({ allow: [{ risk: 'event-property-removal', address: addressOf(PLAIN, 'tax') }] });
  await next.apply(plan);
  expect(await names()).toEqual(['tax']);
});

test('a moved entry for one property keeps the other property', async () => {
  const { project, names } = await anEvent();
  await converge(project({ [PLAIN]: ['total', 'tax'] }), []);
  const moved = `moved: { from: "${addressOf(PLAIN, 'total')}", to: "${addressOf(FULL, 'total')}" }\n`;
  await converge(project({ [FULL]: ['total', 'tax'] }, moved), ALLOWED);
  expect(await names()).toEqual(['tax', 'total']);
});

test('a revert does not delete a property declared by another name', async () => {
  const { project, names } = await anEvent();
  const { result } = await converge(project({ [PLAIN]: ['tax'] }), []);
  const next = project({ [FULL]: ['tax'] });
  await next.apply(await next.plan());
  const address = addressOf(PLAIN, 'tax');
  const back = await next.revert({ run: result.run, allow: [{ risk: 'event-property-removal', address }] });
  expect(back.calls).toEqual([]);
  await next.apply(back);
  expect(await names()).toEqual(['tax']);
});

test('a property declared by two names of its event is written once', async () => {
  const { project, names } = await anEvent();
  const both = project({ [FULL]: ['tax', 'full'], [PLAIN]: ['tax', 'total'] });
  const { plan } = await converge(both, ALLOWED);
  expect(plan.changes.map(({ address, action, because, reason }) => [address, action, because, reason])).toEqual(
    expect.arrayContaining([
      [
        addressOf(FULL, 'tax'),
        'blocked',
        'holder-missing',
        'The event "pe1001_order_placed" is also named "order_placed".',
      ],
    ]),
  );
  expect(plan.changes.filter(({ action }) => action === 'blocked')).toHaveLength(1);
  expect(plan.findings.filter(({ code }) => code === 'name-ambiguous')).toMatchObject([
    { severity: 'warning', address: addressOf(FULL, 'tax'), hint: 'Use one name for an event everywhere.' },
  ]);
  expect(await names()).toEqual(['full', 'tax', 'total']);
  expect((await both.plan()).calls).toEqual([]);
});

test('a property declared by name and type id of its event is written once', async () => {
  const dated = await aDatedWorld();
  world = dated;
  const id = '6-4711';
  const transport: Transport = {
    ...dated.service.transport,
    // An account where the service finds an event by its type id as well.
    send: (request) =>
      dated.service.transport.send({
        ...request,
        url: request.url.replace(`event-definitions/${id}`, `event-definitions/${PLAIN}`),
      }),
  };
  const property = (name: string, label: string) => `${name}: { label: ${label}, type: number }`;
  const text = `version: 1
eventDefinitions:
  ${id}: { properties: { ${property('tax', 'By id')}, ${property('own', 'Own')} } }
  ${PLAIN}: { properties: { ${property('tax', 'By name')}, ${property('total', 'Total')} } }
`;
  const both = dated.reconciler([{ path: 'trueup.yaml', text }], {
    env: { ...dated.env, TRUEUP_SURFACE: 'dated' },
    transport,
  });
  const plan = await both.plan();
  expect(plan.findings.filter(({ code }) => code === 'name-ambiguous')).toEqual([
    {
      code: 'name-ambiguous',
      severity: 'warning',
      message: `The event "${id}" is also named "${PLAIN}".`,
      hint: 'Use one name for an event everywhere.',
      address: addressOf(id, 'tax'),
      provenance: { file: 'trueup.yaml', line: 3, column: 27 },
    },
  ]);
  const blocked = plan.changes.filter(({ action }) => action === 'blocked');
  expect(blocked.map(({ address, because }) => [address, because])).toEqual([[addressOf(id, 'tax'), 'holder-missing']]);
  await both.apply(plan, { skipBlocked: true });
  const held = (await dated.snapshot()).eventProperties[PLAIN]?.map(({ name, label }) => [name, label]).sort();
  expect(held).toEqual([
    ['own', 'Own'],
    ['tax', 'By name'],
    ['total', 'Total'],
  ]);
  const next = await both.plan();
  expect([next.calls, next.changes.filter(({ action }) => action !== 'keep').map(({ address }) => address)]).toEqual([
    [],
    [addressOf(id, 'tax')],
  ]);
});
