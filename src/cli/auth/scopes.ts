/** The scopes that a configuration needs: for the reads and writes of what it declares (assumption A08). */

import type { ApiCall } from '../../contract/calls.ts';
import { acceptsAppToken, carriesKey } from '../../contract/developer-keys.ts';
import { ENDPOINTS, formatPath } from '../../contract/endpoints.ts';
import { listScopes } from '../../contract/scopes.ts';
import type { TokenIdentity } from '../../faces.ts';
import { listKinds } from '../../kinds/index.ts';
import type { Address } from '../../model/address.ts';
import type { DesiredResource, Resolution } from '../../model/desired.ts';
import type { Fields } from '../../model/json.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import { NOTHING_WANTED } from '../../model/kind-reader.ts';

/** Any one of `scopes` is enough. */
export interface Need {
  readonly scopes: readonly string[];
  /** Title of the last kind that needs it. */
  readonly kind: string;
  /** Method and path of its last call that does. */
  readonly call: string;
  /** True if the call is made for an app and refuses the token of a private app. The developer key of the app is enough. */
  readonly ofApp: boolean;
}

/** Calls that carry the developer key of their app need no scope of the token. */
type Declared = Pick<Resolution, 'account' | 'desired' | 'developerKeys'>;

/** Needs of the declared resources, by the credential that meets them. */
export interface Needs {
  /** Needs that a scope of the token meets. */
  readonly met: readonly Need[];
  readonly lacking: readonly Need[];
  /** Needs that only the developer key of the app meets. */
  readonly keyed: readonly Need[];
}

/** If the scopes of the token are unknown, only the keyed needs are returned. */
export function judgeNeeds(declared: Declared, { kind, scopes }: Pick<TokenIdentity, 'kind' | 'scopes'>): Needs {
  const needs = neededScopes(declared);
  const keyed = needs.filter(({ ofApp }) => ofApp && kind === 'app-token');
  const judged = scopes === null ? [] : needs.filter((need) => !keyed.includes(need));
  const isMet = (need: Need): boolean => need.scopes.some((scope) => scopes?.includes(scope) === true);
  return { met: judged.filter(isMet), lacking: judged.filter((need) => !isMet(need)), keyed };
}

/** The first scope of each need, the one that grants least. */
export function scopesToAsk(declared: Declared): readonly string[] {
  return [...new Set(['oauth', ...neededScopes(declared).flatMap(({ scopes }) => scopes.slice(0, 1))])];
}

/** Returns each need once, in the order of the kinds. */
function neededScopes({ account, desired, developerKeys }: Declared): readonly Need[] {
  const needs = listKinds(account.surface).flatMap((kind) =>
    listNeeds(
      kind,
      desired.resources.filter((resource) => resource.kind === kind.name),
      { developerKeys, account },
    ),
  );
  return [...new Map(needs.map((need) => [need.scopes.join(' '), need])).values()];
}

function listNeeds(
  kind: Kind,
  resources: readonly DesiredResource[],
  { developerKeys, account }: Pick<Declared, 'developerKeys' | 'account'>,
): readonly Need[] {
  const specs = new Map<Address, Fields>(resources.map(({ address, spec }) => [address, spec]));
  const reads = isUnsupported(kind.reader)
    ? []
    : kind.reader.reads(
        resources.map(({ address }) => address),
        { ...NOTHING_WANTED, fields: (address) => specs.get(address) ?? {} },
      );
  const calls: readonly ApiCall[] = [
    ...reads.flatMap(({ call, together = [] }) => [call, ...together]),
    ...kind.writer.write(resources.map((resource) => draftCreation(kind, resource))).calls,
  ];
  return calls
    .filter((call) => !carriesKey(call, developerKeys))
    .map((call) => ({
      scopes: listScopes(call.endpoint, call.params),
      kind: kind.words.title,
      ofApp: ENDPOINTS[call.endpoint].authorized === 'app' && !acceptsAppToken(account.versions.webhooks),
      call: `${ENDPOINTS[call.endpoint].method} ${formatPath(call.endpoint, call.params, account.versions)}`,
    }))
    .filter(({ scopes }) => scopes.length > 0);
}

/** As if nothing existed yet: a create needs the same scopes as any later update. */
function draftCreation(kind: Kind, resource: DesiredResource) {
  const owned = Object.keys(kind.fields).filter((field) => field in resource.spec);
  const after = Object.fromEntries(Object.entries(resource.spec).filter(([field]) => owned.includes(field)));
  return { address: resource.address, action: 'create' as const, spec: resource.spec, after, changed: owned };
}
