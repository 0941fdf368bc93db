/** Earlier versions of lists for the read-lag fault: a reader may not see the last writes yet. */

import type { EndpointId } from '../../contract/endpoints.ts';

export interface ReadLag<T> {
  /** Keeps the list as it is before a write at `now`; lists that no lag reaches are forgotten. */
  remember(key: LagKey, list: readonly T[], times: { readonly now: number; readonly longest: number }): void;
  /** The list as it was `ms` ago, or undefined when nothing was written since. */
  before(key: LagKey, times: { readonly now: number; readonly ms: number }): readonly T[] | undefined;
}

interface LagKey {
  readonly hubId: number;
  readonly objectType: string;
}

export function createReadLag<T>(): ReadLag<T> {
  let kept: readonly (LagKey & { readonly at: number; readonly list: readonly T[] })[] = [];
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

interface ChangedList {
  readonly of: 'properties' | 'pipelines' | 'objectTypes';
  readonly objectType: string;
}

/** Returns the list that an endpoint changes, or undefined if it changes none. */
export function changedList(endpoint: EndpointId, params: Readonly<Record<string, string>>): ChangedList | undefined {
  const objectType = params['object_type'] ?? '';
  switch (endpoint) {
    case 'createProperty':
    case 'patchProperty':
    case 'createDatedProperty':
    case 'updateDatedProperty':
    case 'archiveDatedProperty':
    case 'createDatedProperties':
    case 'archiveDatedProperties':
      return { of: 'properties', objectType };
    case 'setValidationRule':
      return { of: 'properties', objectType: params['objectTypeId'] ?? '' };
    case 'createContactProperty':
      return { of: 'properties', objectType: 'contacts' };
    case 'updateCompanyProperty':
      return { of: 'properties', objectType: 'companies' };
    case 'updateDealProperty':
      return { of: 'properties', objectType: 'deals' };
    case 'createPipeline':
    case 'updatePipeline':
    case 'replacePipeline':
    case 'deletePipeline':
    case 'createStage':
    case 'updateStage':
    case 'deleteStage':
      return { of: 'pipelines', objectType };
    case 'createDatedSchema':
    case 'updateDatedSchema':
    case 'archiveDatedSchema':
      return { of: 'objectTypes', objectType: '' };
    default:
      return undefined;
  }
}
