/** What works with an account and what does not, in plain words: what the checks found, then what the surface has for each kind. */

import type { TokenIdentity } from '../../index.ts';
import { kindsOn } from '../../kinds/index.ts';
import type { Capability, Check, CheckName } from '../../model/checkup.ts';
import type { Resolution } from '../../model/desired.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import { lackingFor, needsKey } from '../auth/scopes.ts';
import { oneOf } from '../auth/status-rows.ts';

export interface Working {
  readonly works: readonly Capability[];
  readonly fails: readonly Capability[];
}

const OFFLINE = ['program', 'configuration'] as const;
const READING = [...OFFLINE, 'network', 'account', 'token', 'surface', 'ledger'] as const;
const WRITING = [...READING, 'clock'] as const;

const COMMANDS: readonly (Capability & { readonly needs: readonly CheckName[] })[] = [
  { what: 'validate, docs, graph, types', how: 'without the account', needs: OFFLINE },
  { what: 'plan, drift, list, pull', how: 'reading the account', needs: READING },
  { what: 'apply, revert', how: 'writing to the account', needs: WRITING },
];

/** Without `declared`, no account is chosen, and no kind is listed; without `identity`, the token proved nothing. */
export function workingOf(checks: readonly Check[], declared?: Resolution, identity?: TokenIdentity): Working {
  const failed = new Set(checks.filter(({ status }) => status === 'problem').map(({ check }) => check));
  const [works, fails]: [Capability[], Capability[]] = [[], []];
  for (const { what, how, needs } of COMMANDS) {
    const because = needs.filter((name) => failed.has(name));
    if (because.length === 0) works.push({ what, how });
    else fails.push({ what, how: until(because) });
  }
  if (declared === undefined) return { works, fails };
  // Of an account that cannot be read, nothing is said to work.
  const unread = READING.filter((name) => failed.has(name));
  for (const kind of kindsOn(declared.account.surface)) {
    const isKeyless =
      kind.name === 'webhook-subscription' && identity?.kind === 'app-token' && declared.developerKeys.size === 0;
    const [can, cannot] = isKeyless ? ['', KEYLESS] : abilitiesOf(kind);
    const lacking = can === '' || unread.length > 0 ? undefined : lackingIn(kind, declared, identity);
    if (lacking !== undefined) fails.push({ what: kind.words.title, how: `${can}: ${lacking}` });
    else if (can !== '' && unread.length === 0)
      works.push({ what: kind.words.title, how: isLookedAt(kind, declared) ? can : `${can}; ${UNCHECKED}` });
    if (can !== '' && unread.length > 0) fails.push({ what: kind.words.title, how: `${can}: ${until(unread)}` });
    if (cannot !== '') fails.push({ what: kind.words.title, how: cannot });
  }
  return { works, fails };
}

/** A developer key needs no scope. */
function isLookedAt({ name }: Kind, { desired, developerKeys }: Resolution): boolean {
  const isKeyed = name === 'webhook-subscription' && developerKeys.size > 0;
  return isKeyed || desired.resources.some(({ kind }) => kind === name);
}

const UNCHECKED = 'the files declare none, so no scope was checked';

/** Of what the files declare of the kind, something needs a scope that the token does not have. */
function lackingIn(kind: Kind, declared: Resolution, identity?: TokenIdentity): string | undefined {
  if (identity === undefined || identity.scopes === null) return undefined;
  const need = lackingFor(kind.words.title, declared, identity.scopes);
  if (need === undefined || needsKey(need, identity)) return undefined;
  return `the token seems to lack ${oneOf(need.scopes, false)}, for ${need.call}`;
}

function until(names: readonly CheckName[]): string {
  return `until this is resolved: ${names.join(', ')}`;
}

const KEYLESS =
  'the service takes the developer key of the app for them, not the token of a private app or a service key';

/** What the surface has a call for, and what not. */
function abilitiesOf({ reader, writer }: Kind): readonly [can: string, cannot: string] {
  const isInferred = !isUnsupported(reader) && reader.proves === 'existence';
  const verbs = [
    { verb: 'read', is: !isUnsupported(reader) && !isInferred },
    { verb: 'create', is: true },
    { verb: 'change', is: writer.update === undefined },
    { verb: 'delete', is: !isUnsupported(writer.remove) },
  ];
  const [can, cannot] = [true, false].map((wanted) => verbs.flatMap(({ verb, is }) => (is === wanted ? [verb] : [])));
  const missing = cannot?.join(', ') ?? '';
  const seen = isInferred ? '; that one exists shows only where something in it names it' : '';
  return [can?.join(', ') ?? '', missing === '' ? '' : `${missing}: the surface has no call for it${seen}`];
}
