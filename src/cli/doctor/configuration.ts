/** Checks of what the files say: findings, the account, and its surface with the announced ends. */

import { defined } from '../../contract/defined.ts';
import type { TokenIdentity } from '../../faces.ts';
import { validateProject } from '../../index.ts';
import { type Account, ownTokenHint } from '../../model/account.ts';
import type { Check } from '../../model/checkup.ts';
import { countOf, type Finding } from '../../model/finding.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Project } from '../../model/project.ts';
import { mention } from '../../report/command.ts';
import { count } from '../../report/text/layout.ts';
import type { Context } from '../context.ts';
import type { CommonFlags } from '../flags.ts';
import { ok, problem, warning } from './checks.ts';

const SURFACE_ENDING = 'surface-ending';

/** Offline findings of the account, or of all accounts if none is chosen. */
export function listOfflineFindings(
  { world }: Context,
  { account }: CommonFlags,
  project: Project,
): readonly Finding[] {
  const accounts = account === undefined ? [] : [account];
  return validateProject(project, { env: world.env, now: world.now(), accounts }).findings;
}

export function checkConfiguration({ files: read }: Project, findings: readonly Finding[]): Check {
  const told = findings.filter(({ code }) => code !== SURFACE_ENDING);
  const [errors, warnings] = [countOf(told, 'error'), countOf(told, 'warning')];
  if (read.length === 0 && errors === 0)
    return ok('configuration', 'No files: the account comes from the environment.');
  const files = count(read.length, 'file');
  const hint = `See the findings: ${mention('validate')}`;
  if (errors > 0) return problem('configuration', `${files}, with ${count(errors, 'error')}.`, hint);
  if (warnings > 0) return warning('configuration', `${files}, with ${count(warnings, 'warning')}.`, hint);
  return ok('configuration', `${files}, without an error or a warning.`);
}

/** Configured or recorded id; undefined: neither. */
export function findExpectedId({ hubId }: Pick<Account, 'hubId'>, ledger: Ledger | undefined): number | undefined {
  return hubId ?? ledger?.account.hubId ?? undefined;
}

/** Configured, recorded and proven id, as far as they are known. */
export function checkAccount(
  { name, hubId, hubIdVariable, auth }: Account,
  ledger: Ledger | undefined,
  identity: TokenIdentity | undefined,
): Check {
  const recorded = ledger?.account.hubId ?? undefined;
  if (hubId !== undefined && recorded !== undefined && hubId !== recorded) {
    const message = `${name} is account ${hubId} in the configuration, and the ledger was written for ${recorded}.`;
    return problem('account', message, 'Use another ledger, or correct the account id.');
  }
  const expected = findExpectedId({ hubId }, ledger);
  if (identity === undefined) {
    const known =
      expected === undefined ? 'No account id is configured' : `${name} is account ${expected} in the configuration`;
    return warning(
      'account',
      `${known}. The account of the token is unknown, because the service was not asked or did not name it.`,
    );
  }
  const type = identity.accountType === null ? '' : ` (${identity.accountType})`;
  const proven = `account ${identity.hubId}${type}`;
  if (expected === undefined) {
    const message = `The token is of ${proven}; no account id is configured.`;
    // An account of the environment has no auth entry.
    const how = auth === undefined ? `TRUEUP_HUB_ID=${identity.hubId}` : `hubId: ${identity.hubId} in the account`;
    return warning('account', message, `Set ${how}, so that no token of another account is taken.`);
  }
  if (expected === identity.hubId) return ok('account', `${name} is ${proven}, as the service says.`);
  return problem(
    'account',
    `The token is of ${proven}, and ${name} is account ${expected}.`,
    ownTokenHint(identity.hubId, expected, defined({ hubIdVariable })),
  );
}
