/** Checks which service the ledger was written for: another service can have an account with the same id. */

import { UnsafePlanError } from '../../errors.ts';
import type { Account } from '../../model/account.ts';
import type { Finding } from '../../model/finding.ts';
import { parseHost } from '../../model/host.ts';
import { isUnsupported, type Kind } from '../../model/kind.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Plan } from '../../model/plan.ts';
import type { Consent } from '../../model/policy.ts';

type Target = Pick<Account, 'name' | 'baseUrl'>;

/** Returns undefined if the ledger is of this host, or of no host yet. */
export function hostChange({ baseUrl }: Pick<Account, 'baseUrl'>, ledger: Ledger): Plan['hostChange'] {
  const to = parseHost(baseUrl);
  const from = listHostPins(ledger).find(({ host }) => host !== undefined && host !== to)?.host;
  return from === undefined ? undefined : { from, to };
}

/** Of the account, and of the apps that it shares with other accounts. */
function listHostPins({
  account,
  apps = {},
}: Ledger): readonly { readonly app?: string; readonly host?: string | undefined }[] {
  return [account, ...Object.entries(apps).map(([app, { host }]) => ({ app, host }))];
}

/** Called before a token is sent. Throws UnsafePlanError unless exactly this host has a consent. */
export function requireHost(target: Target, ledger: Ledger, allow: readonly Pick<Consent, 'risk' | 'address'>[]): void {
  const change = hostChange(target, ledger);
  if (change === undefined) return;
  if (allow.some(({ risk, address }) => risk === 'host-change' && parseHost(address ?? '') === change.to)) return;
  const app = listHostPins(ledger).find(({ host }) => host === change.from)?.app;
  const finding: Finding = {
    code: 'host-changed',
    severity: 'error',
    message: `The ledger of ${app === undefined ? target.name : `app ${app}`} was written for ${change.from}, but the base URL points to ${change.to}: resources that cannot be read there would count as unchanged.`,
    hint: 'Correct the base URL, or use another ledger for the other host. If it is the same account at a new address, allow the change of host.',
    fix: [{ action: 'use-ledger' }, { action: 'allow', risk: 'host-change', address: change.to }],
  };
  throw new UnsafePlanError(`Nothing was sent: ${finding.message}`, [finding]);
}

/** Returns the findings for a plan with a consented change of host. */
export function hostFindings(change: Plan['hostChange'], kinds: readonly Kind[]): readonly Finding[] {
  if (change === undefined) return [];
  const unread = kinds.filter(({ reader }) => isUnsupported(reader)).map(({ words }) => words.plural);
  return [
    {
      code: 'host-changed',
      severity: 'warning',
      message: `The ledger was written for ${change.from}: apply pins ${change.to} in it.`,
      hint: `Check these addresses in the account, because no call can read them: ${unread.join(', ')}.`,
    },
  ];
}
