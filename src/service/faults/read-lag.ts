/** Older property lists, archived ones in them too, for the read-lag fault: what a reader sees who is behind the last writes. */

import type { EndpointId } from '../../contract/endpoints.ts';
import type { StoredProperty } from '../model/property.ts';

type PropertyList = readonly StoredProperty[];

export interface ReadLag {
  /** Keeps the list as it is before a write at `now`; lists that no lag reaches are forgotten. */
  remember(key: LagKey, list: PropertyList, times: { readonly now: number; readonly longest: number }): void;
  /** The list as it was `ms` ago, or undefined when nothing was written since. */
  before(key: LagKey, times: { readonly now: number; readonly ms: number }): PropertyList | undefined;
}

interface LagKey {
  readonly hubId: number;
  readonly objectType: string;
}

export function createReadLag(): ReadLag {
  let kept: readonly (LagKey & { readonly at: number; readonly list: PropertyList })[] = [];
  return {
    remember({ hubId, objectType }, list, { now, longest }) {
      kept = [...kept.filter(({ at }) => at > now - longest), { hubId, objectType, at: now, list }];
    },
    before(key, { now, ms }) {
      return kept.find(
        ({ hubId, objectType, at }) => hubId === key.hubId && objectType === key.objectType && at > now - ms,
      )?.list;
    },
  };
}

/** The object type whose property list an endpoint changes; undefined when it changes none. */
export function changedList(endpoint: EndpointId, params: Readonly<Record<string, string>>): string | undefined {
  switch (endpoint) {
    case 'createProperty':
    case 'patchProperty':
    case 'createDatedProperty':
    case 'updateDatedProperty':
    case 'archiveDatedProperty':
    case 'createDatedProperties':
    case 'archiveDatedProperties':
      return params['object_type'];
    case 'createContactProperty':
      return 'contacts';
    case 'updateCompanyProperty':
      return 'companies';
    case 'updateDealProperty':
      return 'deals';
    default:
      return undefined;
  }
}
