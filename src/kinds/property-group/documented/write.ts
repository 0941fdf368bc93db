/** Calls that create and update property groups. v2 supports every object type, so the v1 updates are not needed. */

import { DEFINITIONS } from '../../../contract/endpoints/definitions.ts';
import { V2Group } from '../../../contract/groups.ts';
import { saysNotFound } from '../../../contract/refusals.ts';
import { type Address, parseAddress } from '../../../model/address.ts';
import type { Fields } from '../../../model/json.ts';
import type { CallDraft, DesiredChange, KindWriter, Unsupported } from '../../../model/kind.ts';
import { pick, selectBody } from '../../bodies.ts';
import { draftCall, draftEach } from '../../drafts.ts';
import type { PropertyGroupSpec } from '../spec.ts';

/** Update bodies of the routed endpoints. */
export const UPDATE_BODIES = [DEFINITIONS.updateGroup.body];

const remove: Unsupported = {
  unsupported: true,
  reason: 'The interface has no call that deletes a property group.',
  section: '4.2',
  elsewhere: 'dated',
};

export const writer: KindWriter<PropertyGroupSpec> = {
  remove,
  write: (changes) =>
    draftEach(changes, (change) => (change.action === 'create' ? creation(change) : update(change)), { remove }),
  names(_call, covers, reply) {
    const { name: shown } = V2Group().parse(reply);
    return covers.map((address) => ({ member: 'name', sent: buildParams(address).group_name, shown }));
  },
  settle(_call, covers, reply) {
    const { displayName, displayOrder } = V2Group().parse(reply);
    const echo: Fields = { displayName, ...(displayOrder == null ? {} : { displayOrder }) };
    return covers.map((address) => ({ address, status: 'applied', echo }));
  },
  refutes({ endpoint }, covers, refusal) {
    if (endpoint !== 'updateGroup') return [];
    return covers.filter((address) => saysNotFound(refusal, 'Group', buildParams(address).group_name));
  },
};

/** Groups cannot be read, so a group may already exist. In this case the create becomes the update. */
function creation({ address, after }: DesiredChange<PropertyGroupSpec>): CallDraft {
  const { object_type, group_name } = buildParams(address);
  return {
    endpoint: 'createGroup',
    params: { object_type },
    body: selectBody(DEFINITIONS.createGroup.body(), { ...after, name: group_name }),
    covers: [address],
    writes: Object.keys(after),
    expects: { [address]: after },
    route: 'The v2 group create supports every object type (interface 4.2).',
    onConflict: {
      endpoint: 'updateGroup',
      params: { object_type, group_name },
      body: setting(after, Object.keys(after)),
    },
    after: [],
  };
}

/** Both members of the body are optional (assumption A04), so only changed members are sent. */
function update({ address, after, before, changed }: DesiredChange<PropertyGroupSpec>): CallDraft {
  const body = setting(after, changed);
  const reason = 'The v2 group update supports every object type and changes only the fields sent (interface 4.2).';
  return draftCall(address, after, {
    endpoint: 'updateGroup',
    params: buildParams(address),
    body,
    writes: Object.keys(body),
    route: before === undefined ? `${reason} The service refuses it if the group does not exist.` : reason,
  });
}

/** The order -1 keeps the position of a group. It is not sent, because it would move an existing group to the end (assumption A15). */
function setting(after: Fields, members: readonly string[]): Fields {
  return pick(
    after,
    members.filter((member) => member !== 'displayOrder' || after[member] !== -1),
  );
}

function buildParams(address: Address): { readonly object_type: string; readonly group_name: string } {
  const [object_type = '', group_name = ''] = parseAddress(address)?.parts ?? [];
  return { object_type, group_name };
}
