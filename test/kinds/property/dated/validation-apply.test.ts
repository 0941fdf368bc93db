import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transport } from '../../../../src/contract/http.ts';
import type { Outcome, Plan } from '../../../../src/index.ts';
import { ENV, HUB } from '../../../laws/world.ts';
import { aDatedWorld, type DatedWorld } from '../../dated-world.ts';

let world: DatedWorld;
beforeEach(async () => {
  world = await aDatedWorld();
});
afterEach(() => world.close());

const ADDRESS = 'property:contacts/code';
const project = (validation: string, label = 'Code') => {
  const rules = validation === '' ? '' : `, validation: { ${validation} }`;
  return `objects: { contacts: { groups: { loyalty: { displayName: Loyalty, properties: { code: { label: ${label}, type: string, fieldType: text${rules} } } } } } }`;
};

async function applied(text: string): Promise<readonly Outcome[]> {
  const reconciler = world.project(text);
  return (await reconciler.apply(await reconciler.plan())).outcomes;
}

interface Listed {
  readonly results: readonly { readonly ruleType: string; readonly ruleArguments: readonly string[] }[];
}

/** `MAX_LENGTH 40` for each rule, by rule type. */
async function rules(): Promise<readonly string[]> {
  const params = { objectTypeId: '0-1', propertyName: 'code' };
  const { results } = (await world.colleague({ endpoint: 'readPropertyValidationRules', params })) as Listed;
  return results.map(({ ruleType, ruleArguments }) => [ruleType, ...ruleArguments].join(' ')).toSorted();
}

const rule = (ruleType: string) =>
  world.colleague({ endpoint: 'readValidationRule', params: { objectTypeId: '0-1', propertyName: 'code', ruleType } });

const set = (ruleType: string, ruleArguments: readonly string[], shouldApplyNormalization?: boolean) =>
  world.service.admin(HUB).setRule('contacts', 'code', {
    ruleType,
    ruleArguments,
    ...(shouldApplyNormalization === undefined ? {} : { shouldApplyNormalization }),
  });

const codes = ({ findings }: Pick<Plan, 'findings'>) => findings.map(({ code }) => code);
const calledSince = async () => (await world.called()).filter((endpoint) => /alidation/.test(endpoint));
const RULES = 'MAX_LENGTH: 40, FORMAT: UPPER';

describe('the validation rules of a property', () => {
  it('are set after it is created, one call for each, and kept afterwards', async () => {
    expect(await applied(project(RULES))).toMatchObject([
      { status: 'applied' },
      { address: ADDRESS, status: 'applied' },
    ]);
    expect(await rules()).toEqual(['FORMAT UPPER', 'MAX_LENGTH 40']);
    expect((await calledSince()).filter((endpoint) => endpoint === 'setValidationRule')).toHaveLength(2);
    const plan = await world.project(project(RULES)).plan();
    expect([plan.summary, plan.findings]).toMatchObject([{ keep: 2, calls: { write: 0 } }, []]);
    expect(await calledSince()).toEqual(['listValidationRules']);
  });

  it('are read only for a project with a rule', async () => {
    await applied(project(''));
    await world.project(project('')).drift();
    expect(await calledSince()).toEqual([]);
  });

  it('are recorded without a write if they exist as declared', async () => {
    await applied(project(''));
    await set('MAX_LENGTH', ['40']);
    await calledSince();
    expect(await applied(project('MAX_LENGTH: 40'))).toEqual([]);
    expect(await calledSince()).toEqual(['listValidationRules']);
    await set('MAX_LENGTH', ['50']);
    expect((await world.project(project('MAX_LENGTH: 40')).drift()).summary).toMatchObject({ drifted: 1 });
  });

  it('change one by one, next to the definition', async () => {
    await applied(project(RULES));
    await world.called();
    expect(await applied(project('MAX_LENGTH: 50, FORMAT: UPPER', 'Other'))).toMatchObject([{ status: 'applied' }]);
    const writes = (await world.called()).filter((endpoint) => !/^(list|read)/.test(endpoint));
    expect(writes).toEqual(['updateDatedProperty', 'setValidationRule']);
    expect(await rules()).toEqual(['FORMAT UPPER', 'MAX_LENGTH 50']);
  });

  it('compare sets of domains in any order', async () => {
    await applied(project('EMAIL_ALLOWED_DOMAINS: [a.example, b.example]'));
    await set('EMAIL_ALLOWED_DOMAINS', ['b.example', 'a.example']);
    const { summary } = await world.project(project('EMAIL_ALLOWED_DOMAINS: [b.example, a.example]')).plan();
    expect(summary).toMatchObject({ keep: 2, calls: { write: 0 } });
  });

  it('are set on a property with a locked definition', async () => {
    await world.service.admin(HUB).addProperty('contacts', {
      ...{ name: 'locked', label: 'Locked', groupName: 'contactinformation', type: 'string', fieldType: 'text' },
      ...{ serviceDefined: true, readOnlyDefinition: true },
    });
    const text =
      'objects: { contacts: { groups: { contactinformation: { properties: { locked: { label: Locked, type: string, fieldType: text, validation: { MAX_LENGTH: 9 } } } } } } }';
    expect(await applied(text)).toMatchObject([{ address: 'property:contacts/locked', status: 'applied' }]);
  });
});

describe('a validation rule of a colleague', () => {
  beforeEach(async () => {
    await applied(project(RULES));
    await set('WHITESPACE', ['TRIM'], true);
  });

  it('is kept, is no drift, and is reported as an addition', async () => {
    expect(await applied(project('MAX_LENGTH: 50, FORMAT: UPPER'))).toMatchObject([{ status: 'applied' }]);
    expect(await rules()).toEqual(['FORMAT UPPER', 'MAX_LENGTH 50', 'WHITESPACE TRIM']);
    expect(await rule('WHITESPACE')).toMatchObject({ shouldApplyNormalization: true });
    const { summary, resources } = await world.project(project('MAX_LENGTH: 50, FORMAT: UPPER')).drift();
    expect([summary.drifted, summary.foreign]).toEqual([0, 1]);
    expect(resources.find(({ address }) => address === ADDRESS)?.foreign).toMatchObject([{ value: 'WHITESPACE' }]);
  });

  it('is kept by optionsMode exact, which is about options', async () => {
    const text = project(RULES).replace('fieldType: text', 'fieldType: text, optionsMode: exact');
    expect((await world.project(text).plan()).summary).toMatchObject({ keep: 2, blocked: 0, calls: { write: 0 } });
  });

  it('in place of ours is drift, and a conflict if the file changed too', async () => {
    await set('MAX_LENGTH', ['60']);
    const { resources } = await world.project(project(RULES)).drift();
    expect(resources.find(({ address }) => address === ADDRESS)).toMatchObject({
      status: 'drifted',
      fields: [{ options: [{ value: 'MAX_LENGTH', change: 'update' }] }],
    });
    // The definition tells who changed the property, and not who changed its rules.
    expect(resources.find(({ address }) => address === ADDRESS)).not.toHaveProperty('changedAt');
    const { changes } = await world.project(project('MAX_LENGTH: 50, FORMAT: UPPER')).plan();
    expect(changes.find(({ address }) => address === ADDRESS)).toMatchObject({ because: 'both-changed' });
  });

  it('in place of ours is kept while drift is held', async () => {
    await set('MAX_LENGTH', ['60']);
    const held = `accounts: { default: { hubId: ${HUB}, baseUrl: "${ENV.TRUEUP_BASE_URL}", surface: dated, drift: hold, auth: { accessToken: "\${env.TRUEUP_ACCESS_TOKEN}" } } }\n${project('MAX_LENGTH: 40, FORMAT: LOWER')}`;
    const plan = await world.project(held).plan();
    expect(codes(plan)).toContain('drift-held');
    expect(plan.calls.map(({ params }) => params['ruleType'])).toEqual(['FORMAT']);
    const dropped = await world.project(held.replace('FORMAT: LOWER', 'MIN_LENGTH: 1')).plan();
    expect(codes(dropped)).toEqual(expect.arrayContaining(['drift-held', 'entry-stays']));
    const options = dropped.changes.flatMap(({ fields }) => fields.flatMap((field) => field.options ?? []));
    expect(options.map(({ value, change }) => [value, change])).toEqual([
      ['MIN_LENGTH', 'add'],
      ['WHITESPACE', 'foreign'],
    ]);
  });

  it('is set again if a colleague removed it', async () => {
    await world.service.admin(HUB).removeRule('contacts', 'code', 'FORMAT');
    expect(await applied(project(RULES))).toMatchObject([{ status: 'applied' }]);
    expect(await rules()).toEqual(['FORMAT UPPER', 'MAX_LENGTH 40', 'WHITESPACE TRIM']);
  });

  it('keeps its flag when its arguments change', async () => {
    await set('MAX_LENGTH', ['60'], true);
    const plan = await world.project(project(RULES)).plan();
    expect(plan.calls).toMatchObject([{ body: { ruleArguments: ['40'], shouldApplyNormalization: true } }]);
    expect(await applied(project(RULES))).toMatchObject([{ status: 'applied' }]);
    expect(await rule('MAX_LENGTH')).toMatchObject({ ruleArguments: ['40'], shouldApplyNormalization: true });
  });

  it('is a conflict if its flag changes after the plan', async () => {
    await set('MAX_LENGTH', ['60'], true);
    const reconciler = world.project(project(RULES));
    const plan = await reconciler.plan();
    await set('MAX_LENGTH', ['60']);
    expect(await reconciler.apply(plan).catch((error: { readonly code: string }) => error)).toMatchObject({
      outcomes: [{ status: 'conflict' }],
    });
    expect(await rule('MAX_LENGTH')).toMatchObject({ ruleArguments: ['60'] });
  });
});

describe('a validation rule that left the file', () => {
  it.each([
    ['with other rules left', 'MAX_LENGTH: 40'],
    ['as the last one', ''],
  ])('%s stays, is reported, and is no longer managed', async (_, left) => {
    await applied(project(RULES));
    const reconciler = world.project(project(left, 'Other'));
    const plan = await reconciler.plan();
    expect(codes(plan)).toEqual(['entry-stays']);
    expect(plan.findings[0]).toMatchObject({
      address: ADDRESS,
      message: expect.stringContaining('FORMAT'),
      hint: expect.stringContaining('Settings > Properties > [property] > Rules'),
    });
    expect(plan.calls.map(({ endpoint }) => endpoint)).toEqual(['updateDatedProperty']);
    expect((await reconciler.apply(plan)).outcomes).toMatchObject([{ status: 'applied' }]);
    expect(await rules()).toEqual(['FORMAT UPPER', 'MAX_LENGTH 40']);
    await set('FORMAT', ['LOWER']);
    expect((await reconciler.drift()).summary.drifted).toBe(0);
    expect(codes(await reconciler.plan())).toEqual([]);
  });

  it('is reported once if nothing else changes, and the ledger no longer has it', async () => {
    await applied(project(RULES));
    expect(codes(await world.project(project('MAX_LENGTH: 40')).plan())).toEqual(['entry-stays']);
    expect(await applied(project('MAX_LENGTH: 40'))).toEqual([]);
    const reconciler = world.project(project('MAX_LENGTH: 40'));
    expect(codes(await reconciler.plan())).toEqual([]);
    expect(await rules()).toEqual(['FORMAT UPPER', 'MAX_LENGTH 40']);
  });

  it('is not reported if a person removed it', async () => {
    await applied(project(RULES));
    await world.service.admin(HUB).removeRule('contacts', 'code', 'FORMAT');
    expect(codes(await world.project(project('MAX_LENGTH: 40')).plan())).toEqual([]);
  });
});

describe('a plan', () => {
  it.each([
    ['is new', '', 'MAX_LENGTH: 40', true],
    ['has a smaller maximum', 'MAX_LENGTH: 40', 'MAX_LENGTH: 30', true],
    ['has a larger maximum', 'MAX_LENGTH: 40', 'MAX_LENGTH: 50', false],
    ['has a larger minimum', 'MIN_LENGTH: 4', 'MIN_LENGTH: 5', true],
    ['has a smaller minimum', 'MIN_LENGTH: 4', 'MIN_LENGTH: 3', false],
    ['has another pattern', 'REGEX: [a, x]', 'REGEX: [b, x]', true],
    ['allows fewer domains', 'URL_ALLOWED_DOMAINS: [a.example, b.example]', 'URL_ALLOWED_DOMAINS: a.example', true],
    ['allows more domains', 'URL_ALLOWED_DOMAINS: a.example', 'URL_ALLOWED_DOMAINS: [a.example, b.example]', false],
    ['blocks more domains', 'URL_BLOCKED_DOMAINS: a.example', 'URL_BLOCKED_DOMAINS: [a.example, b.example]', true],
    ['blocks fewer domains', 'URL_BLOCKED_DOMAINS: [a.example, b.example]', 'URL_BLOCKED_DOMAINS: a.example', false],
    ['has another word', 'WHITESPACE: ALL', 'WHITESPACE: TRIM', true],
  ])('warns about a rule that %s only if it tightens: %s -> %s', async (_, first, second, warns) => {
    await applied(project(first));
    const plan = await world.project(project(second)).plan();
    expect(plan.summary.update).toBe(1);
    expect(codes(plan)).toEqual(warns ? ['validation-tightens'] : []);
    if (warns)
      expect(plan.findings[0]).toMatchObject({
        address: ADDRESS,
        message: expect.stringContaining('will fail from 2026-09'),
      });
  });
});

describe('a revert of a run', () => {
  it('restores the arguments, and keeps a flag that a colleague set since', async () => {
    await applied(project('MAX_LENGTH: 50'));
    await applied(project('MAX_LENGTH: 40'));
    await set('MAX_LENGTH', ['40'], true);
    const reconciler = world.project(project('MAX_LENGTH: 40'));
    const revert = await reconciler.revert();
    expect(codes(revert)).toContain('revert-changed');
    expect(revert.calls).toEqual([]);
    expect(await rule('MAX_LENGTH')).toEqual({
      ruleType: 'MAX_LENGTH',
      ruleArguments: ['40'],
      shouldApplyNormalization: true,
    });
    await set('MAX_LENGTH', ['40']);
    expect((await reconciler.apply(await reconciler.revert())).outcomes).toMatchObject([{ status: 'applied' }]);
    expect(await rules()).toEqual(['MAX_LENGTH 50']);
  });

  it('keeps the flag that a colleague set, next to a rule with an unread flag', async () => {
    await applied(project('FORMAT: UPPER, MAX_LENGTH: 10'));
    await set('FORMAT', ['UPPER'], true);
    await applied(project('FORMAT: LOWER, MAX_LENGTH: 10'));
    await set('FORMAT', ['LOWER'], false);
    const revert = await world.project(project('FORMAT: LOWER, MAX_LENGTH: 10')).revert();
    expect([codes(revert).includes('revert-changed'), revert.calls]).toEqual([true, []]);
  });

  it('says that a rule which the run added stays', async () => {
    await applied(project(''));
    await applied(project('MAX_LENGTH: 40'));
    const plan = await world.project(project('MAX_LENGTH: 40')).revert();
    expect(plan.calls).toEqual([]);
    expect(codes(plan)).toContain('entry-stays');
    expect(plan.changes).toMatchObject([
      { action: 'keep', reason: 'The interface has no call that removes a validation rule.' },
    ]);
  });
});

describe('a rule whose reply is lost', () => {
  it.each(['drop-after', 'drop-before'] as const)('is set once after %s', async (fault) => {
    await applied(project(''));
    world.service.faults.add({ do: fault, endpoint: 'setValidationRule' });
    expect(await applied(project('MAX_LENGTH: 40'))).toMatchObject([{ address: ADDRESS, status: 'applied' }]);
    expect(await rules()).toEqual(['MAX_LENGTH 40']);
    expect((await world.project(project('MAX_LENGTH: 40')).plan()).summary).toMatchObject({ calls: { write: 0 } });
  });

  it('leaves the rules before it recorded, and the next run sets the rest', async () => {
    world.service.faults.add({ do: 'drop-before', endpoint: 'setValidationRule', nth: 2, times: 'always' });
    const outcomes = await applied(project(RULES));
    expect(outcomes.find(({ address }) => address === ADDRESS)).toMatchObject({ status: 'failed' });
    expect(await rules()).toEqual(['FORMAT UPPER']);
    world.service.faults.clear();
    expect(await applied(project(RULES))).toMatchObject([{ status: 'applied' }]);
    expect(await rules()).toEqual(['FORMAT UPPER', 'MAX_LENGTH 40']);
  });

  it('fails if the service refuses it, and the property stays', async () => {
    world.service.faults.add({ do: 'status', status: 400, endpoint: 'setValidationRule' });
    const outcomes = await applied(project('MAX_LENGTH: 40'));
    expect(outcomes.find(({ address }) => address === ADDRESS)).toMatchObject({ status: 'failed' });
    expect(await rules()).toEqual([]);
    expect(await applied(project('MAX_LENGTH: 40'))).toMatchObject([{ status: 'applied' }]);
  });
});

describe('between two writes of one apply', () => {
  /** The colleague acts after the reply to the first write with this path. */
  function afterFirst(path: RegExp, act: () => Promise<void>): Transport {
    const { transport } = world.service;
    let isDone = false;
    return {
      async send(request, options) {
        const reply = await transport.send(request, options);
        if (request.method !== 'GET' && path.test(request.url) && !isDone) {
          isDone = true;
          await act();
        }
        return reply;
      },
      close: () => transport.close(),
    };
  }

  async function appliedBy(text: string, transport: Transport): Promise<readonly Outcome[]> {
    const files = [{ path: 'trueup.yaml', text: `version: 1\n${text}` }];
    const reconciler = world.reconciler(files, { transport, env: { ...ENV, TRUEUP_SURFACE: 'dated' } });
    return (await reconciler.apply(await reconciler.plan())).outcomes;
  }

  it.each([
    ['a create and its rule', 'none', /properties\/[^/]+\/0-1(\/batch\/create)?$/],
    ['an update and its rule', 'label', /0-1\/code$/],
    ['two rules', 'rules', /rule-type\/FORMAT/],
  ])('%s, a rule of a colleague is not overwritten', async (_, first, path) => {
    if (first !== 'none')
      await applied(project(first === 'rules' ? 'MAX_LENGTH: 30' : 'MAX_LENGTH: 30, FORMAT: UPPER', 'Earlier'));
    const label = first === 'rules' ? 'Earlier' : 'Code';
    const outcomes = await appliedBy(
      project(first === 'none' ? 'MAX_LENGTH: 40' : RULES, label),
      afterFirst(path, () => set('MAX_LENGTH', ['99'])),
    );
    expect(outcomes.find(({ address }) => address === ADDRESS)).toMatchObject({ status: 'conflict' });
    expect(await rules()).toContain('MAX_LENGTH 99');
  });

  it('a rule that the service ignores fails', async () => {
    await applied(project(''));
    const { transport } = world.service;
    const ignoring: Transport = {
      send: (request, options) =>
        request.method === 'PUT'
          ? Promise.resolve({ status: 204, headers: {}, body: '' })
          : transport.send(request, options),
      close: () => transport.close(),
    };
    expect(await appliedBy(project('MAX_LENGTH: 40'), ignoring)).toMatchObject([{ status: 'failed' }]);
    expect((await world.project(project('MAX_LENGTH: 40')).plan()).summary).toMatchObject({ calls: { write: 1 } });
  });
});
