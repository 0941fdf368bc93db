/** Tests that a success reply about another resource is ignored, for every kind and effect class. */

import { describe, expect, it } from 'vitest';
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import type { DesiredResource } from '../../../src/model/desired.ts';
import { EVENT_PROPERTY, GROUP, LIMIT, SUBSCRIPTION } from '../applying.ts';
import { declare, type Scene, tier } from '../planning.ts';
import { scripted } from '../scripted.ts';
import { LIVE, RELABEL, REPLY, run, SUBSCRIBED } from '../scripted-run.ts';

const ON_OBJECT = declare('webhook-subscription', {
  appId: 2001,
  eventType: 'object.propertyChange',
  objectTypeId: '2-3451',
  propertyName: 'size',
  active: true,
});
const ON_CREATION = declare('webhook-subscription', { appId: 2001, eventType: 'contact.creation', active: true });
const ON_SIZE = { ...SUBSCRIBED, eventType: 'object.propertyChange', objectTypeId: '2-3451', propertyName: 'size' };
const limits = (category: string, typeId: number) => ({
  status: 'COMPLETE',
  results: [{ category, typeId, userEnforcedMaxToObjectIds: 1 }],
});

interface Case {
  readonly what: string;
  readonly scene: Scene;
  readonly endpoint: EndpointId;
  /** About the resource, in other letters than it was sent. */
  readonly spelt: object;
  /** Reply about another resource, and the difference that the error names. */
  readonly other: object;
  readonly says: string;
}

const creates = (resource: DesiredResource): Scene => ({ desired: [resource] });

const CASES: readonly Case[] = [
  {
    what: 'the create of a property',
    scene: creates(tier()),
    endpoint: 'createProperty',
    spelt: { ...REPLY, name: 'LoyaltyTier' },
    other: { ...REPLY, name: 'othertier' },
    says: 'name is "othertier" instead of "loyaltytier"',
  },
  {
    what: 'the update of a property',
    scene: RELABEL,
    endpoint: 'patchProperty',
    spelt: { ...REPLY, name: 'LOYALTYTIER', label: 'Level' },
    other: { ...REPLY, name: 'loyaltytier2', label: 'Level' },
    says: 'name is "loyaltytier2" instead of "loyaltytier"',
  },
  {
    what: 'the create of a group',
    scene: creates(GROUP),
    endpoint: 'createGroup',
    spelt: { name: 'Loyalty', displayName: 'Loyalty' },
    other: { name: 'shipping', displayName: 'Loyalty' },
    says: 'name is "shipping" instead of "loyalty"',
  },
  {
    what: 'the event type of a subscription',
    scene: creates(SUBSCRIPTION),
    endpoint: 'createSubscription',
    spelt: { ...SUBSCRIBED, eventType: 'CONTACT.PROPERTYCHANGE' },
    other: { ...SUBSCRIBED, eventType: 'contact.deletion' },
    says: 'eventType is "contact.deletion" instead of "contact.propertyChange"',
  },
  {
    what: 'the property of a subscription',
    scene: creates(SUBSCRIPTION),
    endpoint: 'createSubscription',
    spelt: { ...SUBSCRIBED, propertyName: 'LoyaltyTier' },
    other: { ...SUBSCRIBED, propertyName: 'lifecyclestage' },
    says: 'propertyName is "lifecyclestage" instead of "loyaltytier"',
  },
  {
    what: 'a property that the subscription has none of',
    scene: creates(ON_CREATION),
    endpoint: 'createSubscription',
    spelt: { ...SUBSCRIBED, eventType: 'Contact.Creation' },
    other: { ...SUBSCRIBED, eventType: 'contact.creation', propertyName: 'loyaltytier' },
    says: 'propertyName is "loyaltytier" instead of ""',
  },
  {
    what: 'the object type of a subscription',
    scene: creates(ON_OBJECT),
    endpoint: 'createSubscription',
    spelt: ON_SIZE,
    other: { ...ON_SIZE, objectTypeId: '2-9' },
    says: 'objectTypeId is "2-9" instead of "2-3451"',
  },
  {
    what: 'the create of an event-definition property',
    scene: creates(EVENT_PROPERTY),
    endpoint: 'createEventProperty',
    spelt: { name: 'OrderTotal', label: 'Order total', type: 'number' },
    other: { name: 'voucher', label: 'Order total', type: 'number' },
    says: 'name is "voucher" instead of "ordertotal"',
  },
  {
    what: 'a batch of limits',
    scene: creates(LIMIT),
    endpoint: 'updateAssociationLimits',
    spelt: limits('HUBSPOT_DEFINED', 279),
    other: limits('SERVICE_DEFINED', 280),
    says: 'category/typeId is "SERVICE_DEFINED/280" instead of "SERVICE_DEFINED/279"',
  },
];

/** The account as the plan saw it, and as a read shows it after the call. */
async function answered({ scene, endpoint }: Case, value: unknown, after: readonly object[] = []) {
  const before = scene === RELABEL ? [{ name: 'loyaltytier', ...LIVE }] : [];
  const listProperties = scene === RELABEL ? [{ value: before }, { value: after }] : [{ value: after }];
  const caller = scripted({ [endpoint]: [{ value }], listProperties });
  return { ...(await run(scene, caller)), caller };
}

describe.each(CASES)('a reply about another resource: $what', (one) => {
  const { scene, endpoint, other, spelt, says } = one;
  const readable = endpoint === 'createProperty' || endpoint === 'patchProperty';

  it('leaves the call in doubt', async () => {
    const held = scene === RELABEL ? [{ name: 'loyaltytier', ...LIVE }] : [];
    const { result, ledger, caller } = await answered(one, other, held);
    const [outcome] = result.outcomes;
    expect(outcome?.message).toContain(says);
    expect(ledger.records).toEqual({});
    if (readable) {
      expect(outcome).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('Reads show no effect of it'),
      });
      expect(ledger.intentions).toEqual([]);
      return;
    }
    expect(outcome?.status).toBe('uncertain');
    expect(ledger.intentions).toHaveLength(1);
    if (ledger.intentions[0]?.recovery === 'ask') expect(caller.said).toEqual([endpoint]);
  });

  it('is no doubt when only the letters differ', async () => {
    const { result, ledger } = await answered(one, spelt, [{ ...REPLY, ...(scene === RELABEL && { label: 'Level' }) }]);
    expect(result.outcomes).toMatchObject([{ status: 'applied' }]);
    expect(ledger.intentions).toEqual([]);
  });
});

it('a call is applied if a read shows its values, in spite of an unrelated reply', async () => {
  const [create] = CASES;
  if (create === undefined) throw new Error('There is no case.');
  const { result, ledger } = await answered(create, create.other, [REPLY]);
  expect(result.outcomes).toMatchObject([{ status: 'applied', message: expect.stringContaining('a read shows') }]);
  expect(ledger.records['property:contacts/loyaltytier']?.basis).toBe('observed');
});

it('a member that the reply or the call leaves out says nothing', async () => {
  const caller = scripted({ createSubscription: [{ value: SUBSCRIBED }] });
  expect((await run(creates(SUBSCRIPTION), caller)).result.summary.applied).toBe(1);
  const filled = { ...SUBSCRIBED, eventType: 'contact.creation', objectTypeId: '0-1', propertyName: '' };
  const { result } = await run(creates(ON_CREATION), scripted({ createSubscription: [{ value: filled }] }));
  expect(result.summary.applied).toBe(1);
});
