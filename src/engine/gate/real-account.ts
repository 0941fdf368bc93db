/** Warns about requests that the vendor's hosts refuse and the embedded service accepts. */

import { acceptsAppToken } from '../../contract/developer-keys.ts';
import { isPlainName, qualifiedName } from '../../contract/object-types.ts';
import { isAppToken } from '../../contract/token-forms.ts';
import type { Account } from '../../model/account.ts';
import type { DesiredResource, Resolution } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import { parseHost, VENDOR } from '../../model/host.ts';
import type { Kind } from '../../model/kind.ts';
import { kindLookup } from '../kind-lookup.ts';

type Declared = Pick<Resolution, 'account' | 'desired' | 'declaredKeys'>;

export function realAccountFindings(declared: Declared, kinds: readonly Kind[]): readonly Finding[] {
  const { account } = declared;
  if (account.baseUrlUnset === true || parseHost(account.baseUrl) !== VENDOR) return [];
  return [
    ...(account.surface === 'documented' ? [...plainNames(declared, kinds), ...categories(declared, kinds)] : []),
    ...keys(declared, kinds),
  ];
}

/** Returns one finding for each name. */
function plainNames({ account, desired }: Declared, kinds: readonly Kind[]): readonly Finding[] {
  const { kindOf } = kindLookup(kinds);
  const first = indexFirst(desired.resources, ({ address }) => kindOf(address)?.objectTypes?.(address) ?? []);
  return [...first].flatMap(([name, { address, provenance }]): readonly Finding[] => {
    if (!isPlainName(name)) return [];
    return [
      {
        code: 'object-not-addressable',
        severity: 'warning',
        message: `${JSON.stringify(name)} is not a standard object that trueup knows, and the documented surface of a real account refuses the plain name of a custom object.`,
        hint: `Write ${qualifiedName(account.hubId ?? '<hubId>', name)} or the type id of the object, or set \`surface: dated\` for the account.`,
        address,
        provenance,
      },
    ];
  });
}

/** Returns one finding for all categories, because the correction is the same. */
function categories({ desired }: Declared, kinds: readonly Kind[]): readonly Finding[] {
  const { kindOf } = kindLookup(kinds);
  const sent = desired.resources.filter(
    ({ address, spec }) => kindOf(address)?.associationType !== undefined && spec['category'] === 'SERVICE_DEFINED',
  );
  const [one] = sent;
  if (one === undefined) return [];
  const others = sent.length === 1 ? '' : ` So are ${sent.length - 1} more.`;
  return [
    {
      code: 'category-refused',
      severity: 'warning',
      message: `${one.address} is sent with the category SERVICE_DEFINED, which a real account is likely to refuse.${others}`,
      hint: 'Write `category: HUBSPOT_DEFINED`. It is the same limit, with the same address and record.',
      address: one.address,
      provenance: one.provenance,
    },
  ];
}

/** Returns one finding for each app. */
function keys({ account, desired, declaredKeys }: Declared, kinds: readonly Kind[]): readonly Finding[] {
  if (!isAppTokenOf(account) || acceptsAppToken(account.versions.webhooks)) return [];
  const { kindOf } = kindLookup(kinds);
  const known = new Set(declaredKeys.map(({ app }) => app));
  const first = indexFirst(desired.resources, ({ address }) => kindOf(address)?.app?.(address) ?? []);
  return [...first].flatMap(([app, { provenance }]): readonly Finding[] =>
    known.has(app)
      ? []
      : [
          {
            code: 'developer-key-missing',
            severity: 'warning',
            message: `The subscriptions of the app ${app} need its developer key: the service refuses the token of a private app and a service key for webhooks.`,
            fix: [
              { action: 'set-developer-key', app },
              { action: 'export-webhooks', app },
            ],
            provenance,
          },
        ],
  );
}

/** An OAuth token of the app itself may be accepted; of a token that is not known here, the account only names the variable. */
function isAppTokenOf({ credentials, auth }: Account): boolean {
  if (credentials.kind === 'access-token') return isAppToken(credentials.accessToken.reveal());
  return credentials.kind === 'none' && credentials.app === undefined && auth?.accessToken !== undefined;
}

function indexFirst(
  resources: readonly DesiredResource[],
  keysOf: (resource: DesiredResource) => string | readonly string[],
): ReadonlyMap<string, DesiredResource> {
  const first = new Map<string, DesiredResource>();
  for (const resource of resources)
    for (const key of [keysOf(resource)].flat()) if (!first.has(key)) first.set(key, resource);
  return first;
}
