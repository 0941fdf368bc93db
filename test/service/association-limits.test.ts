import { describe, expect, it } from 'vitest';
import { aService, START, send } from './harness.ts';

const params = { fromObjectType: 'contacts', toObjectType: 'companies' };
const at = new Date(START).toISOString();
const times = { requestedAt: at, startedAt: at, completedAt: at };
const limit = (maxToObjectIds: number, typeId = 279, category = 'SERVICE_DEFINED') => ({
  category,
  typeId,
  maxToObjectIds,
});
const row = (maxToObjectIds: number, typeId = 279, category = 'SERVICE_DEFINED') => ({
  from: 'contacts',
  to: 'companies',
  category,
  typeId,
  maxToObjectIds,
});

describe('setting association limits', () => {
  it('creates and changes limits in any spelling of object types and category', async () => {
    const { service } = await aService();
    const created = await send(service, 'updateAssociationLimits', { params, body: { inputs: [limit(5)] } });
    expect([created.status, created.body]).toEqual([
      200,
      {
        status: 'COMPLETE',
        results: [{ category: 'SERVICE_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 5 }],
        ...times,
      },
    ]);
    const spelled = { fromObjectType: '0-1', toObjectType: 'company' };
    const inputs = [limit(7, 279, 'HUBSPOT_DEFINED')];
    const changed = await send(service, 'updateAssociationLimits', { params: spelled, body: { inputs } });
    expect(changed.body.results[0].category).toBe('HUBSPOT_DEFINED');
    expect((await service.snapshot(1001)).limits).toEqual([row(7)]);
  });

  it('applies the inputs that stand and reports the others (207)', async () => {
    const { service } = await aService();
    const inputs = [limit(0), limit(3), limit(10_001, 931), limit(1, 0, 'USER_DEFINED'), limit(1, 1, ' ')];
    const mixed = await send(service, 'updateAssociationLimits', { params, body: { inputs } });
    const error = (message: string, category: string, typeId: string) => ({
      status: 'error',
      category: 'VALIDATION_ERROR',
      message,
      context: { category: [category], typeId: [typeId] },
    });
    expect([mixed.status, mixed.body]).toEqual([
      207,
      {
        status: 'COMPLETE',
        results: [{ category: 'SERVICE_DEFINED', typeId: 279, userEnforcedMaxToObjectIds: 3 }],
        ...times,
        numErrors: 4,
        errors: [
          error('maxToObjectIds must be at least 1, not 0', 'SERVICE_DEFINED', '279'),
          error('maxToObjectIds must be from 1 to 3, not 10001', 'SERVICE_DEFINED', '931'),
          error('typeId must be at least 1', 'USER_DEFINED', '0'),
          error('category must be a non-empty string without leading or trailing whitespace', ' ', '1'),
        ],
      },
    ]);
    expect((await service.snapshot(1001)).limits).toEqual([row(3)]);
  });

  it('takes any limit from 1, and any text as a category (assumption A42)', async () => {
    const { service } = await aService();
    const inputs = [limit(Number.MAX_SAFE_INTEGER), limit(1_000_000, 31, 'A1')];
    expect((await send(service, 'updateAssociationLimits', { params, body: { inputs } })).status).toBe(200);
    expect((await service.snapshot(1001)).limits).toEqual([row(1_000_000, 31, 'A1'), row(Number.MAX_SAFE_INTEGER)]);
  });

  it('keeps every label at or below the object level in any order (assumption A23)', async () => {
    const { service } = await aService();
    const set = async (...inputs: object[]) =>
      (await send(service, 'updateAssociationLimits', { params, body: { inputs } })).status;
    expect(await set(limit(5), limit(5, 12, 'USER_DEFINED'))).toBe(200);
    expect(await set(limit(6, 12, 'USER_DEFINED'))).toBe(207);
    expect(await set(limit(4))).toBe(207);
    expect(await set(limit(2, 12, 'USER_DEFINED'), limit(4))).toBe(200);
    expect((await service.snapshot(1001)).limits).toEqual([row(4), row(2, 12, 'USER_DEFINED')]);
  });

  it.each([
    ['no inputs', []],
    ['101 inputs', Array.from({ length: 101 }, (_, index) => limit(1, index + 1, 'USER_DEFINED'))],
    ['an input that lacks a member', [limit(1), { category: 'USER_DEFINED', typeId: 3 }]],
  ])('refuses %s as a whole', async (_, inputs) => {
    const { service } = await aService();
    expect((await send(service, 'updateAssociationLimits', { params, body: { inputs } })).status).toBe(400);
    expect((await service.snapshot(1001)).limits).toEqual([]);
  });
});

describe('a batch fault', () => {
  const inputs = [limit(5), limit(2, 12, 'USER_DEFINED')];
  const [first, second] = inputs.map(({ maxToObjectIds, ...input }) => ({
    ...input,
    userEnforcedMaxToObjectIds: maxToObjectIds,
  }));
  const links = {
    self: '/crm/associations/v4/definitions/configurations/contacts/companies/batch/update',
  };

  it.each([
    ['PENDING', { results: [], requestedAt: at }, true],
    ['PROCESSING', { results: [first], requestedAt: at, startedAt: at }, true],
    ['CANCELED', { results: [], ...times }, false],
    ['COMPLETE', { results: [first, second], ...times }, true],
  ] as const)('makes the batch answer %s, with links (assumption A45)', async (state, reply, happens) => {
    const { service } = await aService({ faults: [{ do: 'batch', endpoint: 'updateAssociationLimits', state }] });
    const answered = await send(service, 'updateAssociationLimits', { params, body: { inputs } });
    expect(answered).toMatchObject({ status: 200 });
    expect(answered.body).toEqual({ status: state, ...reply, links });
    expect((await service.snapshot(1001)).limits).toEqual(happens ? [row(5), row(2, 12, 'USER_DEFINED')] : []);
    const again = await send(service, 'updateAssociationLimits', { params, body: { inputs } });
    expect(again.body).toEqual({ status: 'COMPLETE', results: [first, second], ...times });
  });
});

describe('purging association limits', () => {
  it('removes those that are named and succeeds for those that are not there', async () => {
    const { service } = await aService();
    const body = { inputs: [limit(5), limit(2, 12, 'USER_DEFINED')] };
    await send(service, 'updateAssociationLimits', { params, body });
    const inputs = [
      { category: 'HUBSPOT_DEFINED', typeId: 279 },
      { category: 'USER_DEFINED', typeId: 99 },
    ];
    const purged = await send(service, 'purgeAssociationLimits', { params, body: { inputs } });
    expect([purged.status, purged.body]).toEqual([204, undefined]);
    expect((await service.snapshot(1001)).limits).toEqual([row(2, 12, 'USER_DEFINED')]);
  });

  it('purges nothing if an input has a faulty type, and names every member (assumption A42)', async () => {
    const { service } = await aService();
    await send(service, 'updateAssociationLimits', { params, body: { inputs: [limit(5)] } });
    const inputs = [
      { category: 'SERVICE_DEFINED', typeId: 279 },
      { category: '', typeId: 0 },
      { category: 'USER_DEFINED ', typeId: -1 },
    ];
    const text = 'category must be a non-empty string without leading or trailing whitespace';
    const at = (member: string, message: string) => ({ in: `inputs.${member}`, message, code: 'INVALID_VALUE' });
    expect(await send(service, 'purgeAssociationLimits', { params, body: { inputs } })).toMatchObject({
      status: 400,
      body: {
        category: 'VALIDATION_ERROR',
        errors: [
          at('1.category', text),
          at('1.typeId', 'typeId must be at least 1'),
          at('2.category', text),
          at('2.typeId', 'typeId must be at least 1'),
        ],
      },
    });
    expect((await service.snapshot(1001)).limits).toEqual([row(5)]);
  });

  it.each(['USER_DEFINED ', ' USER_DEFINED', '\tX', ''])(
    'takes the category %j in no call (assumption A42)',
    async (category) => {
      const { service } = await aService();
      const inputs = [limit(5, 3, category)];
      expect((await send(service, 'updateAssociationLimits', { params, body: { inputs } })).status).toBe(207);
      const purge = { inputs: [{ category, typeId: 3 }] };
      expect((await send(service, 'purgeAssociationLimits', { params, body: purge })).status).toBe(400);
    },
  );
});
