/** Checks the number of pipelines that the account may still get (interface 11.9). */

import { canonicalObjectType, isStandardObjectType } from '../../../contract/object-types.ts';
import { PipelineLimits } from '../../../contract/pipelines.ts';
import { type Address, parseAddress } from '../../../model/address.ts';
import type { Finding } from '../../../model/finding.ts';
import type { Room } from '../../../model/kind-reader.ts';

export const room: Room = {
  reads: () => [{ endpoint: 'readPipelineLimits', params: {} }],
  exceeded(_call, reply, created) {
    const { hubspotDefinedObjectTypes, customObjectTypes } = PipelineLimits().parse(reply);
    const ofType = Map.groupBy(created, parseObjectType);
    const standard = hubspotDefinedObjectTypes.flatMap(({ objectTypeId, limit, usage }) => {
      const type = canonicalObjectType(objectTypeId);
      return passed(ofType.get(type) ?? [], { of: type, limit, usage });
    });
    const custom = created.filter((address) => !isStandardObjectType(parseObjectType(address)));
    const { overallLimit: limit, overallUsage: usage } = customObjectTypes ?? {};
    return limit == null || usage == null
      ? standard
      : [...standard, ...passed(custom, { of: 'custom objects together', limit, usage })];
  },
};

interface Limit {
  readonly of: string;
  readonly limit: number;
  readonly usage: number;
}

function passed(created: readonly Address[], { of, limit, usage }: Limit): readonly Finding[] {
  const [address] = created;
  if (address === undefined || usage + created.length <= limit) return [];
  return [
    {
      code: 'account-limit',
      severity: 'warning',
      message: `The plan creates ${created.length === 1 ? 'a pipeline' : `${created.length} pipelines`} of ${of}. The account has ${usage} of at most ${limit}.`,
      hint: 'The service refuses what passes its limit. Remove pipelines in the account, or raise the limit there.',
      address,
    },
  ];
}

function parseObjectType(address: Address): string {
  return canonicalObjectType(parseAddress(address)?.parts[0] ?? '');
}
