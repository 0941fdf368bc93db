/** Sends bodies and paths with a single spoilt member to a service. It must answer each. */

import fc from 'fast-check';
import { expect } from 'vitest';
import { ENDPOINT_IDS, ENDPOINTS, formatPath } from '../../src/contract/endpoints.ts';
import type { Service } from '../../src/service/index.ts';
import { send } from './harness.ts';

const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '\u0000',
    '\ud800',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    noise(5000),
    '{{uuid}}',
    '-1',
    'ÿ',
    "'; --",
    '%00',
  ),
);
const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.constantFrom(null, true, 0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 53, 1e308, 0.1),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
);

/** Valid body of every endpoint with a body. Tests spoil a single member of it. */
const GOOD: Readonly<Record<string, object>> = {
  createGroup: { name: 'loyalty', displayName: 'Loyalty', displayOrder: 1 },
  updateGroup: { displayName: 'Loyalty', displayOrder: 1 },
  createProperty: {
    ...{ name: 'tier', label: 'Tier', groupName: 'contactinformation', type: 'enumeration', fieldType: 'select' },
    options: [{ label: 'Gold', value: 'gold', displayOrder: 1 }],
  },
  patchProperty: { label: 'Tier', displayOrder: 1 },
  sendTimelineEvent: {
    ...{ eventTemplateId: 'template-1', id: 'e', tokens: {}, email: 'ada@example.com', utk: 'u', objectId: '7' },
    extraData: {},
  },
  createSubscription: { eventType: 'contact.propertyChange', propertyName: 'tier', active: true },
  createEventProperty: { name: 'total', label: 'Total', type: 'number' },
  updateAssociationLimits: { inputs: [{ category: 'USER_DEFINED', typeId: 5, maxToObjectIds: 5 }] },
  setValidationRule: { ruleArguments: ['40'], shouldApplyNormalization: true },
  updatePipeline: { label: 'Sales', displayOrder: 1 },
  updateStage: { label: 'Won', displayOrder: 1, metadata: { probability: '1' } },
};
const PARAMS: Readonly<Record<string, string>> = {
  ...{ object_type: 'contacts', group_name: 'contactinformation', property_name: 'phone', appId: '2001' },
  ...{ eventName: 'order_placed', fromObjectType: 'contacts', toObjectType: 'companies' },
  ...{ pipelineId: 'default', stageId: 'closedwon' },
  ...{ objectTypeId: '0-1', propertyName: 'jobtitle', ruleType: 'MAX_LENGTH' },
};

/** Returns parameters that the endpoint finds: contacts have no pipelines that a call changes. */
function paramsOf(id: (typeof ENDPOINT_IDS)[number]): Readonly<Record<string, string>> {
  return ENDPOINTS[id].section === '11.9' ? { ...PARAMS, object_type: 'deals' } : PARAMS;
}

/** Text that no store can compress. */
export function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCodePoint(0x4e00 + (state % 20_000));
  }).join('');
}

/** Sends spoilt bodies and paths to every endpoint with a body, and reads everything back after each. */
export async function withstands(service: Service, runs: number): Promise<void> {
  const endpoint = fc.constantFrom(...ENDPOINT_IDS.filter((id) => Object.hasOwn(GOOD, id)));
  await fc.assert(
    fc.asyncProperty(endpoint, fc.nat(), hostileValue, async (id, at, value) => {
      const good = Object.entries(GOOD[id] ?? {});
      const [name] = good[at % good.length] ?? ['name'];
      const body = Object.fromEntries([...good, [name, value]]);
      const { status } = await send(service, id, { params: paramsOf(id), body });
      expect([200, 201, 204, 207, 400, 404, 409]).toContain(status);
      await service.snapshot(1001);
    }),
    { numRuns: runs },
  );
  await fc.assert(
    fc.asyncProperty(endpoint, fc.constantFrom(...Object.keys(PARAMS)), hostileText, async (id, name, text) => {
      fc.pre(text !== '' && text.isWellFormed());
      const reply = await service.transport.send({
        method: ENDPOINTS[id].method,
        url: `https://x.test${formatPath(id, { ...paramsOf(id), [name]: text })}`,
        headers: { authorization: 'Bearer trueup-dev-token', 'content-type': 'application/json' },
        body: JSON.stringify(GOOD[id]),
      });
      expect([200, 201, 204, 207, 400, 404, 405, 409, 414]).toContain(reply.status);
    }),
    { numRuns: runs },
  );
}
