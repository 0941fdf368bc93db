import { expect, test } from 'vitest';
import { serviceOwn } from '../../../src/engine/observe/service-own.ts';
import { listKinds } from '../../../src/kinds/index.ts';
import { NO_NAMES } from '../../../src/model/account-names.ts';
import { seen } from '../planning.ts';

const group = (name: string) => `property-group:contacts/${name}` as const;

test('a group with a default property belongs to the service, unless it is custom', () => {
  const own = { defined: 'default' } as const;
  const live = [
    seen('property:contacts/email', { groupName: 'contactinformation' }, own),
    seen('property:contacts/tier', { groupName: 'loyalty' }, { defined: 'custom' }),
    seen('property:contacts/hs_sum', { groupName: 'made' }, own),
    seen(group('contactinformation'), {}),
    seen(group('loyalty'), {}),
    seen(group('made'), {}, { defined: 'custom' }),
  ];
  const ownOf = serviceOwn({ kinds: listKinds('dated', NO_NAMES), live });
  expect(live.flatMap((one) => (ownOf(one) === undefined ? [] : [[one.address, ownOf(one)?.because]]))).toEqual([
    ['property:contacts/email', 'service-defined'],
    ['property:contacts/hs_sum', 'service-defined'],
    [group('contactinformation'), 'service-group'],
  ]);
});
