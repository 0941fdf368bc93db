/** Validation rules in commands that read whole object types, and tokens that may not read them. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { HUB } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
  await world
    .project(project(''))
    .plan()
    .then((plan) => world.project(project('')).apply(plan));
  await set('MAX_LENGTH', '40');
  await set('FORMAT', 'UPPER');
  await world.called();
});
afterEach(() => world.close());

const ADDRESS = 'property:contacts/code';
const EMPTY = 'objects: { contacts: {} }';
const project = (validation: string) =>
  `objects: { contacts: { groups: { loyalty: { displayName: Loyalty, properties: { code: { label: Code, type: string, fieldType: text${validation === '' ? '' : `, validation: { ${validation} }`} } } } } } }`;
const set = (ruleType: string, argument: string) =>
  world.service.admin(HUB).setRule('contacts', 'code', { ruleType, ruleArguments: [argument] });
const refuseRules = () =>
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'listValidationRules', times: 'always' });
const rulesRead = async () => (await world.called()).filter((endpoint) => /alidation/.test(endpoint));

it('pull writes the mapping, with one call for each object type', async () => {
  const { files } = await world.project(EMPTY).pull({ objects: ['contacts'], single: true });
  expect(files.map(({ text }) => text).join('')).toContain('validation: { FORMAT: UPPER, MAX_LENGTH: 40 }');
  expect(await rulesRead()).toEqual(['listValidationRules']);
});

it('compare finds a rule that differs, and says why a rule on the right stays', async () => {
  const compared = async (validation: string) => {
    const reconciler = world.project(project(validation));
    return reconciler.compare(reconciler.declared());
  };
  expect((await compared('FORMAT: UPPER, MAX_LENGTH: 40')).summary).toMatchObject({ different: 0 });
  const { resources } = await compared('FORMAT: UPPER');
  expect(resources).toMatchObject([
    {
      address: ADDRESS,
      status: 'different',
      fields: [{ field: 'validation', options: [{ value: 'MAX_LENGTH', change: 'remove' }] }],
      reason: 'The interface has no call that removes a validation rule.',
    },
  ]);
  const [changed] = (await compared('FORMAT: UPPER, MAX_LENGTH: 50')).resources;
  expect(changed).toMatchObject({ fields: [{ options: [{ value: 'MAX_LENGTH', change: 'update' }] }] });
  expect(changed).not.toHaveProperty('reason');
});

it('compare reports different rules of two accounts, and rules that one account does not show', async () => {
  const reconciler = world.project(EMPTY);
  const left = await reconciler.snapshot({ objects: ['contacts'] });
  await set('MAX_LENGTH', '50');
  expect((await reconciler.compare(left)).resources).toMatchObject([
    { address: ADDRESS, fields: [{ field: 'validation', options: [{ value: 'MAX_LENGTH', change: 'update' }] }] },
  ]);
  refuseRules();
  const unread = await reconciler.compare(left);
  expect([unread.resources, unread.complete]).toEqual([[], true]);
  expect(unread.notCompared).toMatchObject([{ side: 'right', fields: ['validation'], addresses: [ADDRESS] }]);
  expect(unread.findings.right).toMatchObject([{ code: 'validation-unread', severity: 'info' }]);
});

it('a list without the right to read rules leaves them out and says so', async () => {
  refuseRules();
  const { resources, findings, complete } = await world.project(EMPTY).list({ objects: ['contacts'] });
  expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['validation-unread', 'info']]);
  expect(complete).toBe(true);
  expect(resources.find(({ address }) => address === ADDRESS)?.fields).not.toHaveProperty('validation');
});

it('a plan of a declared rule is blocked if the token may not read rules', async () => {
  refuseRules();
  const plan = await world.project(project('MAX_LENGTH: 50')).plan();
  expect(plan.calls).toEqual([]);
  expect(plan.changes.find(({ address }) => address === ADDRESS)).toMatchObject({
    action: 'blocked',
    because: 'unseen',
  });
});

it('a plan of a declared rule is an error on the documented surface', async () => {
  const text = `accounts: { default: { hubId: ${HUB}, baseUrl: "http://127.0.0.1", surface: documented, auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" } } }\n${project('MAX_LENGTH: 50')}`;
  await expect(world.project(text).plan()).rejects.toMatchObject({
    findings: [{ code: 'member-needs-dated', severity: 'error', provenance: { line: 3 } }],
  });
});

it('several faults in the rules of a property are reported together', async () => {
  const rules = 'MAX_LENGHT: 1, MIN_LENGTH: abc, MAX_LENGTH: false, MAX_NUMBER: 5, REGEX: [1.50, m], FORMAT: UPPER';
  const overrides =
    'overrides: { objects: { contacts: { groups: { loyalty: { properties: { code: { validation: { omit: [FORMAT, BOGUS] } } } } } } } }';
  const text = `accounts: { default: { hubId: ${HUB}, baseUrl: "http://127.0.0.1", surface: dated, auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" }, ${overrides} } }\n${project(rules)}`;
  await expect(world.project(text).plan()).rejects.toMatchObject({
    findings: [
      { code: 'unknown-value', message: expect.stringContaining('"BOGUS"') },
      { code: 'override-omits-nothing', message: expect.stringContaining('"BOGUS"') },
      { code: 'unknown-key', message: 'Unknown key "MAX_LENGHT".' },
      { code: 'validation-arguments', message: 'MIN_LENGTH takes a whole number from 1 to 10000.' },
      { code: 'bad-form', message: 'MAX_LENGTH takes a whole number from 1 to 10000.' },
      { code: 'validation-unsuited', message: expect.stringContaining('MAX_NUMBER') },
      { code: 'wrong-type', message: 'Expected a string, found the number 1.50.' },
    ],
  });
});

it('a number with zeros at its end is the same rule', async () => {
  await world.service.admin(HUB).addProperty('contacts', {
    ...{ name: 'points', label: 'Points', groupName: 'loyalty', type: 'number', fieldType: 'number' },
  });
  const setPoints = (argument: string) =>
    world.service.admin(HUB).setRule('contacts', 'points', { ruleType: 'MAX_NUMBER', ruleArguments: [argument] });
  const text = project('').replace(
    'properties: {',
    'properties: { points: { label: Points, type: number, fieldType: number, validation: { MAX_NUMBER: 10.5 } },',
  );
  const writes = async (argument: string) => {
    await setPoints(argument);
    return (await world.project(text).plan()).calls.length;
  };
  expect([await writes('10.50'), await writes('10.5000'), await writes('10.05'), await writes('105')]).toEqual([
    0, 0, 1, 1,
  ]);
});

it('a rule with an unreadable flag is blocked, and the plan names the refused call', async () => {
  world.service.faults.add({ do: 'status', status: 403, endpoint: 'readValidationRule', times: 'always' });
  const plan = await world.project(project('MAX_LENGTH: 50')).plan();
  expect(plan.calls).toEqual([]);
  expect(plan.changes.find(({ address }) => address === ADDRESS)).toMatchObject({ because: 'unseen' });
  expect(plan.findings).toMatchObject([
    {
      code: 'validation-unread',
      message: expect.stringContaining(`The validation rule MAX_LENGTH of ${ADDRESS} cannot be read separately`),
      hint: expect.stringContaining('scope'),
    },
  ]);
});

it.each([
  ['MAX_LENGTH: 20', ['FORMAT LOWER', 'MAX_LENGTH 20']],
  ['MAX_LENGTH: 20, omit: [FORMAT]', ['MAX_LENGTH 20']],
])('an account overrides rules with %s', async (rules, sent) => {
  const overrides = `overrides: { objects: { contacts: { groups: { loyalty: { properties: { code: { validation: { ${rules} } } } } } } } }`;
  const text = `accounts: { default: { hubId: ${HUB}, baseUrl: "http://127.0.0.1", surface: dated, auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" }, ${overrides} } }\n${project('MAX_LENGTH: 40, FORMAT: LOWER')}`;
  const { calls, changes } = await world.project(text).plan();
  expect(calls.map(({ params, body }) => `${params['ruleType']} ${Object(body).ruleArguments}`)).toEqual(sent);
  expect(changes.find(({ address }) => address === ADDRESS)?.overrides).toMatchObject([{ field: 'validation' }]);
});

it('a rule of a sensitive property is read and set as any other', async () => {
  await world.service.admin(HUB).addProperty('contacts', {
    ...{ name: 'secret', label: 'Secret', groupName: 'loyalty', type: 'string', fieldType: 'text' },
    dataSensitivity: 'sensitive',
  });
  await world.service.admin(HUB).setRule('contacts', 'secret', { ruleType: 'MAX_LENGTH', ruleArguments: ['9'] });
  const text = project('').replace(
    'properties: {',
    'properties: { secret: { label: Secret, type: string, fieldType: text, dataSensitivity: sensitive, validation: { MAX_LENGTH: 8 } },',
  );
  const reconciler = world.project(text);
  const plan = await reconciler.plan();
  expect(plan.calls).toMatchObject([{ endpoint: 'setValidationRule', params: { propertyName: 'secret' } }]);
  const { outcomes } = await reconciler.apply(plan);
  expect(outcomes).toMatchObject([{ address: 'property:contacts/secret', status: 'applied' }]);
});
