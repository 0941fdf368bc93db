import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Plan, RiskName } from '../../../src/index.ts';
import type { Option } from '../../../src/model/option.ts';
import { aWorld, converge, HUB, type World } from '../../laws/world.ts';
import { revertAllowing } from '../../support/consents.ts';

const ADDRESS = 'property:contacts/tier';
const REMOVAL: readonly RiskName[] = ['option-removal'];

let world: World;

beforeEach(async () => {
  world = await aWorld();
});

afterEach(() => world.close());

/** One property with these options, and more lines of its own. */
function declaring(options: readonly Option[], more: Readonly<Record<string, unknown>> = {}) {
  const tier = { label: 'Tier', type: 'enumeration', fieldType: 'select', options, ...more };
  const objects = { contacts: { groups: { contactinformation: { properties: { tier } } } } };
  return [{ path: 'trueup.yaml', text: JSON.stringify({ version: 1, objects }) }];
}

/** The service behind something that stores every option in another form. */
function storing(form: (option: Option) => Option) {
  const { transport } = world.service;
  const send: typeof transport.send = (request, options) => {
    const body = request.body === undefined ? {} : JSON.parse(request.body);
    if (!Array.isArray(body.options)) return transport.send(request, options);
    const sent = { ...request, body: JSON.stringify({ ...body, options: body.options.map(form) }) };
    return transport.send(sent, options);
  };
  return { transport: { ...transport, send } };
}

const lowerValues = () => storing((option) => ({ ...option, value: option.value.toLowerCase() }));
const lowerLabels = () => storing((option) => ({ ...option, label: option.label.toLowerCase() }));

async function options(): Promise<readonly string[]> {
  const { properties } = await world.snapshot();
  const tier = properties['contacts']?.find(({ name }) => name === 'tier');
  return (tier?.options ?? []).map(({ value, label, hidden }) => `${value}: ${label}${hidden ? ' (hidden)' : ''}`);
}

const shown = ({ changes }: Plan) =>
  changes.map(({ action, because, fields }) => [
    action,
    because,
    fields.flatMap((field) => field.options?.map(({ change, value }) => `${change} ${value}`) ?? []),
  ]);

const gold = { value: 'Gold', label: 'Gold' };
const silver = { value: 'Silver', label: 'Silver' };

describe('a revert where the service stores options in another form', () => {
  test('takes away the option that the run added, and records the others as the file declares them', async () => {
    const stored = lowerValues();
    await converge(world.reconciler(declaring([gold]), stored), []);
    await converge(world.reconciler(declaring([gold, silver]), stored), []);
    await world.service.admin(HUB).addOption('contacts', 'tier', { value: 'people', label: 'People' });

    const reconciler = world.reconciler(declaring([gold, silver]), stored);
    const plan = await revertAllowing(reconciler, ['option-removal']);
    expect(shown(plan)).toEqual([['update', 'reverted', ['foreign people', 'remove silver']]]);
    expect((await reconciler.apply(plan)).summary).toMatchObject({ applied: 1, failed: 0 });
    expect(await options()).toEqual(['gold: Gold', 'people: People']);

    const { fields, stored: forms } = (await reconciler.ledger.read()).records[ADDRESS] ?? {};
    expect([fields?.['options'], forms?.['options']]).toMatchObject([[{ value: 'Gold' }], [{ value: 'gold' }]]);
    expect((await world.reconciler(declaring([gold]), stored).plan()).calls).toEqual([]);
  });

  test('brings back an option that the run removed, under the name of the file', async () => {
    const stored = lowerValues();
    await converge(world.reconciler(declaring([gold, silver]), stored), []);
    await converge(world.reconciler(declaring([gold]), stored), REMOVAL);
    const reconciler = world.reconciler(declaring([gold]), stored);
    const plan = await reconciler.revert();
    expect(shown(plan)).toEqual([['update', 'reverted', ['add silver']]]);
    await reconciler.apply(plan);
    expect((await world.reconciler(declaring([gold, silver]), stored).plan()).calls).toEqual([]);
  });

  test('restores a label that nobody changed since', async () => {
    const stored = lowerLabels();
    const labelled = (label: string) => declaring([{ value: 'gold', label }]);
    await converge(world.reconciler(labelled('First'), stored), []);
    await converge(world.reconciler(labelled('Second'), stored), []);
    const reconciler = world.reconciler(labelled('Second'), stored);
    const plan = await reconciler.revert();
    expect(shown(plan)).toEqual([['update', 'reverted', ['update gold']]]);
    expect(plan.findings.map(({ code }) => code)).toEqual(['revert-against-files']);
    await reconciler.apply(plan);
    expect(await options()).toEqual(['gold: first']);
    expect((await world.reconciler(labelled('First'), stored).plan()).calls).toEqual([]);
  });

  test('still leaves a label that somebody changed since', async () => {
    const stored = lowerLabels();
    const labelled = (label: string) => declaring([{ value: 'gold', label }]);
    await converge(world.reconciler(labelled('First'), stored), []);
    await converge(world.reconciler(labelled('Second'), stored), []);
    await world.service.admin(HUB).editOption('contacts', 'tier', 'gold', { label: 'Theirs' });
    const plan = await world.reconciler(labelled('Second'), stored).revert();
    expect([shown(plan), plan.findings.map(({ message }) => message)]).toEqual([
      [['keep', 'held', []]],
      [`${ADDRESS} was changed since the run (options: gold), so that change is kept.`],
    ]);
  });
});

describe('a tombstone of an option that the service stores in another form', () => {
  const retiring = (stage: string, more = [gold]) => declaring(more, { retire: [{ value: 'Silver', stage }] });

  test('hides it, and is the consent to its removal too', async () => {
    const stored = lowerValues();
    await converge(world.reconciler(declaring([gold, silver]), stored), []);
    await converge(world.reconciler(retiring('hide'), stored), []);
    expect(await options()).toEqual(['gold: Gold', 'silver: Silver (hidden)']);
    expect((await world.reconciler(retiring('hide'), stored).plan()).calls).toEqual([]);

    const { plan } = await converge(world.reconciler(retiring('remove'), stored), []);
    expect(shown(plan)).toEqual([['update', 'file-differs', ['remove silver']]]);
    expect(await options()).toEqual(['gold: Gold']);
    expect((await world.reconciler(retiring('remove'), stored).plan()).calls).toEqual([]);
  });

  test('is known where the file declares no list any more', async () => {
    const stored = lowerValues();
    await converge(world.reconciler(declaring([gold, silver]), stored), []);
    const alone = declaring([], { options: undefined, retire: [{ value: 'Silver', stage: 'remove' }] });
    await converge(world.reconciler(alone, stored), []);
    expect(await options()).toEqual(['gold: Gold']);
  });

  test('is no consent to take away what somebody else added in another spelling', async () => {
    await converge(world.reconciler(declaring([gold])), []);
    await world.service.admin(HUB).addOption('contacts', 'tier', { value: 'silver', label: 'Theirs' });
    expect((await world.reconciler(retiring('remove')).plan()).calls).toEqual([]);
  });
});
