/** The account that the auth and timeline commands use: from the files, or from the environment if the files have none. */

import {
  type Client,
  createClient,
  environmentProxy,
  type HttpReply,
  type Secret,
  staticToken,
  systemClock,
  type TokenSource,
  type Transport,
  undiciTransport,
} from '../../client/index.ts';
import { resolveProject } from '../../config/resolve.ts';
import { defined } from '../../contract/defined.ts';
import type { DeveloperKeys } from '../../contract/developer-keys.ts';
import { ConfigError } from '../../errors.ts';
import { tokensOf } from '../../faces.ts';
import { listKinds } from '../../kinds/index.ts';
import type { Account } from '../../model/account.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Project } from '../../model/project.ts';
import { requireAccount } from '../../reconciler/validate.ts';
import type { Context } from '../context.ts';
import { exchangeLine } from '../exchange-line.ts';
import type { CommonFlags } from '../flags.ts';
import { allowedPatterns } from '../hosts.ts';
import { openProjectIfThere } from '../project.ts';
import { isRemarkable, waitText } from '../wait-line.ts';

/** A missing default file is not an error here: tokens come before configurations. */
export async function resolveAccount(context: Context, flags: CommonFlags): Promise<Resolution> {
  const project = await openProjectIfThere(context, flags);
  const resolution = resolveOnly(context, flags, project);
  requireAccount(resolution.findings, project);
  // Credentials go to the host that is configured and allowed, or nowhere: the default does not stand in for it.
  if (resolution.addressFaults.length > 0) throw new ConfigError(resolution.addressFaults);
  const faults = resolution.findings.filter(({ code }) => OF_SETTINGS.has(code));
  if (faults.length > 0) throw new ConfigError(faults);
  return resolution;
}

/** Variables that say which account is meant, and how it is spoken to: without them it would be another one. */
const OF_SETTINGS: ReadonlySet<string> = new Set(['hub-id-malformed', 'surface-unknown']);

/** Whatever is wrong with it. */
export function resolveOnly(context: Context, flags: CommonFlags, project: Project): Resolution {
  return resolveProject(project, {
    kindsOn: listKinds,
    env: context.world.env,
    allowed: allowedPatterns(context.world, flags),
    ...defined({ account: flags.account }),
  });
}

/** What keeps the account from having credentials is said as a plan says it. Throws ConfigError. */
export function requireCredentials({ account, findings }: Resolution): void {
  const faults = findings.filter(({ code, severity }) => severity === 'error' && OF_CREDENTIALS.has(code));
  const given = account.auth !== undefined || faults.some(({ code }) => code === 'credential-malformed');
  if (account.credentials.kind === 'none' && given && faults.length > 0) throw new ConfigError(faults);
}

const OF_CREDENTIALS: ReadonlySet<string> = new Set([
  'credential-unset',
  'credential-malformed',
  'secret-in-file',
  'auth-incomplete',
  'auth-ambiguous',
]);

export interface GivenClient {
  readonly account: Pick<Account, 'baseUrl' | 'versions'>;
  readonly tokens?: TokenSource;
  readonly developerKeys?: DeveloperKeys;
  /** Calls in flight get their reply when the run is stopped: an aborted write would leave its outcome unknown. */
  readonly writes?: boolean;
  /** Handed the headers of each reply, names in lower case. */
  readonly replied?: (headers: HttpReply['headers']) => void;
}

/** A client that sends the account's token, which is obtained first. */
export function withToken<T>(
  context: Context,
  flags: CommonFlags,
  { account, developerKeys, replied }: Pick<Resolution, 'account' | 'developerKeys'> & Pick<GivenClient, 'replied'>,
  work: (client: Client, token: Secret) => Promise<T>,
): Promise<T> {
  const watched = defined({ replied });
  return withClient(context, flags, { account, ...watched }, async (tokenClient) => {
    const token = await tokensOf(account, tokenClient, systemClock).token();
    return withClient(context, flags, { account, tokens: staticToken(token), developerKeys, ...watched }, (client) =>
      work(client, token),
    );
  });
}

/** A client of the account's service, closed when the work is done. Without tokens, only the token endpoints can be called. */
export async function withClient<T>(
  context: Context,
  flags: CommonFlags,
  given: GivenClient,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const transport = undiciTransport({ proxy: environmentProxy(context.world.env) });
  const { account, writes = false, replied, ...parts } = given;
  const { baseUrl, versions } = account;
  try {
    return await work(
      createClient({
        ...{ ...parts, baseUrl, versions, transport: watching(transport, replied) },
        clock: systemClock,
        redaction: context.redaction,
        ...(writes ? { stop: context.signal } : { signal: context.signal }),
        onWait: (wait) => {
          if (isRemarkable(wait)) context.note(waitText(wait));
        },
        ...(flags.verbose === true ? { onExchange: (exchange) => context.note(exchangeLine(exchange)) } : {}),
      }),
    );
  } finally {
    await transport.close();
  }
}

function watching(transport: Transport, replied: GivenClient['replied']): Transport {
  if (replied === undefined) return transport;
  return {
    ...transport,
    async send(request, options) {
      const reply = await transport.send(request, options);
      replied(reply.headers);
      return reply;
    },
  };
}
