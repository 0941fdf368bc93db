/** Path parameters of a pipeline (interface 11.9). */

import { canonicalObjectType } from '../../../contract/object-types.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import { parseIdentity } from '../../object-levels.ts';

/** Returns the object type in the paths of its pipelines: its name if it is a standard type, otherwise its id. */
export function pathOfPipelines(names: AccountNames, objectType: string): string {
  return canonicalObjectType(names.typeIdOf(objectType));
}

export function buildParams(names: AccountNames, address: Address) {
  const { objectType, name } = parseIdentity(address);
  return { object_type: pathOfPipelines(names, objectType), pipelineId: name };
}

/** True for the pipeline that every account has of this object type. It cannot be deleted. */
export function isDefaultPipeline(objectType: string, id: string): boolean {
  return DEFAULT_IDS[objectType] === id;
}

const DEFAULT_IDS: Readonly<Record<string, string>> = { deals: 'default', tickets: '0' };
