import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../src/contract/webhooks.ts';
import {
  addressOfSubscription,
  buildSpec,
  check,
  levels,
  listWatchedProperties,
  parseWatched,
} from '../../../src/kinds/webhook-subscription/spec.ts';
import { NO_NAMES } from '../../../src/model/account-names.ts';
import type { Fields } from '../../../src/model/json.ts';

const missing = ['error subscription-member-missing at eventType'];
const superfluous = ['error subscription-member-superfluous at propertyName'];
const unused = (member: string) => [`warning subscription-member-unused at ${member}`];

/** Cases as declared members, issues, address within the app and watched properties. */
const CASES: readonly [declared: Fields, issues: readonly string[], address: string, watches: readonly string[]][] = [
  [{ eventType: 'contact.creation' }, [], 'contact.creation', []],
  [
    { eventType: 'contact.propertyChange', propertyName: 'tier' },
    [],
    'contact.propertyChange/tier',
    ['property:contacts/tier'],
  ],
  [
    { eventType: 'line_item.propertyChange', propertyName: 'size' },
    [],
    'line_item.propertyChange/size',
    ['property:line_items/size'],
  ],
  [{ eventType: 'conversation.propertyChange', propertyName: 'status' }, [], 'conversation.propertyChange/status', []],
  [{ eventType: 'contact.propertyChange' }, missing, 'contact.propertyChange', []],
  [
    { eventType: 'contact.creation', propertyName: 'tier' },
    superfluous,
    'contact.creation/tier',
    ['property:contacts/tier'],
  ],
  [
    { eventType: 'object.propertyChange', objectTypeId: '2-3451', propertyName: 'size' },
    [],
    'object.propertyChange/2-3451/size',
    ['property:2-3451/size'],
  ],
  [
    { eventType: 'object.propertyChange', objectTypeId: '0-1', propertyName: 'size' },
    [],
    'object.propertyChange/0-1/size',
    ['property:contacts/size'],
  ],
  [{ eventType: 'object.creation', objectTypeId: '2-3451' }, [], 'object.creation/2-3451', []],
  [{ eventType: 'object.creation' }, missing, 'object.creation', []],
  [{ eventType: 'deal.creation', objectTypeId: '0-3' }, unused('objectTypeId'), 'deal.creation', []],
  [{ eventType: 'deal.creation', objectTypeId: '0-1' }, unused('objectTypeId'), 'deal.creation/0-1', []],
  [{ eventType: 'event.completed', objectTypeId: '6-77' }, [], 'event.completed/6-77', []],
  [{ eventType: 'event.completed', objectTypeId: '6-77', eventTypeName: 'A/B' }, [], 'event.completed/6-77/A%2FB', []],
  [{ eventType: 'event.completed', eventTypeName: '6-77' }, [], 'event.completed/-/6-77', []],
  [{ eventType: 'deal.creation', eventTypeName: 'Deal' }, unused('eventTypeName'), 'deal.creation', []],
];

describe('the spec of a webhook subscription', () => {
  it.each(CASES)('%j', (declared, issues, address, watches) => {
    const spec = buildSpec({ appId: 2001, ...declared });
    const found = check(spec).map(({ severity, code, path }) => `${severity} ${code} at ${path.join('.')}`);
    expect(found).toEqual(issues);
    expect(addressOfSubscription(spec)).toBe(`webhook-subscription:2001/${address}`);
    expect(listWatchedProperties(spec, NO_NAMES)).toEqual(watches);
    expect(addressOfSubscription({ appId: '2001', ...parseWatched(addressOfSubscription(spec)) })).toBe(
      addressOfSubscription(spec),
    );
  });

  it('is active by default, and treats the app id as text', () => {
    const declared = { eventType: 'contact.creation' };
    expect(buildSpec({ ...declared, appId: 2001 })).toEqual({ ...declared, appId: '2001', active: true });
    expect(buildSpec({ ...declared, appId: '2001' })).toEqual({ ...declared, appId: '2001', active: true });
  });

  it.each(EVENT_TYPES)('has its two optional members with %s, with a warning at most', (eventType) => {
    const property = eventType.endsWith('.propertyChange') ? { propertyName: 'tier' } : {};
    const declared = { eventType, objectTypeId: '0-1', eventTypeName: 'Something', ...property };
    expect(levels[1]?.fields['objectTypeId']?.safeParse('0-1').success).toBe(true);
    expect(check(buildSpec({ appId: 2001, ...declared })).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('refuses an event type that the interface does not have', () => {
    expect(levels[1]?.fields['eventType']?.safeParse('quote.creation').success).toBe(false);
  });

  it.each(['02001', '0', '9'.repeat(400), '-1', '2e3'])('refuses the app id %s', (appId) => {
    expect(levels[0]?.fields['appId']?.safeParse(appId).success).toBe(false);
  });

  it.each([
    ['contact', 'expected an object type id; that of contacts is 0-1'],
    [
      'cars',
      'expected an object type id such as 2-3451, not a name: a subscription belongs to the app, and the id of a custom object differs from account to account. On the dated surface, a list of the object shows its id',
    ],
    ['0-01', expect.stringContaining('expected an object type id such as 2-3451')],
  ])('refuses the object type %s, and says what to write', (objectTypeId, message) => {
    expect(levels[1]?.fields['objectTypeId']?.safeParse(objectTypeId).error?.issues).toMatchObject([{ message }]);
  });
});
