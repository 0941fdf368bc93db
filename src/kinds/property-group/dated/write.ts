/** Calls that create, update and archive property groups on the dated surface (interface 11.2). */

import { DatedGroup } from '../../../contract/dated-groups.ts';
import { DATED_GROUPS } from '../../../contract/endpoints/dated-groups.ts';
import { lazy } from '../../../contract/lazy.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Fields } from '../../../model/json.ts';
import type { CallDraft, DesiredChange, KindWriter } from '../../../model/kind.ts';
import { pick, selectBody } from '../../bodies.ts';
import { isMoved, pathType } from '../../dated-definition-reads.ts';
import { blockChange, draftCall, draftEach } from '../../drafts.ts';
import { parseIdentity } from '../../object-levels.ts';
import type { PropertyGroupSpec } from '../spec.ts';
import { selectFields } from './read.ts';

type Change = DesiredChange<PropertyGroupSpec>;

/** The update body with the names of the fields: the label is the displayName. */
const updateBody = lazy(() => {
  const { label: displayName, ...others } = DATED_GROUPS.updateDatedGroup.body().shape;
  return { shape: { displayName, ...others } };
});
export const UPDATE_BODIES = [updateBody];

export function createWriter(names: AccountNames): KindWriter<PropertyGroupSpec> {
  return {
    remove: { risk: 'group-removal' },
    write: (changes) =>
      draftEach(changes, (change) => (isMissing(change) ? blockChange(change.address, MISSING) : draft(names, change))),
    misses: (call, covers) => covers.filter((address) => isMoved(names, call, parseIdentity(address).objectType)),
    names({ endpoint }, covers, reply) {
      if (endpoint === 'archiveDatedGroup') return [];
      const { name: shown } = DatedGroup().parse(reply);
      return covers.map((address) => ({ member: 'name', sent: parseIdentity(address).name, shown }));
    },
    settle({ endpoint }, covers, reply) {
      if (endpoint === 'archiveDatedGroup') return covers.map((address) => ({ address, status: 'applied' }));
      const echo = selectFields(DatedGroup().parse(reply));
      return covers.map((address) => ({ address, status: 'applied', echo }));
    },
  };
}

/** The file only refers to the group, or gives it a name that no create accepts. */
const MISSING = { reason: 'It is missing in the account and cannot be created as it is declared.', section: '11.2' };

function isMissing({ action, before }: Change): boolean {
  return action === 'update' && before === undefined;
}

function draft(names: AccountNames, { address, action, after, changed }: Change): CallDraft {
  const { objectType, name } = parseIdentity(address);
  const object_type = pathType(names, objectType);
  const params = { object_type, group_name: name };
  switch (action) {
    case 'create':
      return draftCall(address, after, {
        endpoint: 'createDatedGroup',
        params: { object_type },
        body: selectBody(DATED_GROUPS.createDatedGroup.body(), { ...wire(after), name }),
        route: 'The create makes a group with its label and order (interface 11.2).',
      });
    case 'update':
      return draftCall(address, after, {
        endpoint: 'updateDatedGroup',
        params,
        body: selectBody(DATED_GROUPS.updateDatedGroup.body(), wire(pick(after, changed))),
        writes: changed,
        route: 'The update changes only the members sent (interface 11.2).',
      });
    case 'remove':
      return draftCall(address, null, {
        endpoint: 'archiveDatedGroup',
        params,
        route: 'The service archives a group only once no active property belongs to it (interface 11.2).',
      });
  }
}

function wire({ displayName, ...others }: Fields): Fields {
  return { ...others, ...(displayName === undefined ? {} : { label: displayName }) };
}
