/** `trueup doctor`: what works with an account and what does not, and what to do. Every check runs; nothing is written. */

import { isWhole } from '../../config/base.ts';
import { defined } from '../../contract/defined.ts';
import { listNotCovered } from '../../contract/not-covered.ts';
import type { TokenIdentity } from '../../faces.ts';
import { CHECKUP_FORMAT, type Check, type CheckName, type Checkup } from '../../model/checkup.ts';
import type { Resolution } from '../../model/desired.ts';
import type { Project } from '../../model/project.ts';
import { requireAccount } from '../../reconciler/validate.ts';
import { json } from '../../report/documents/json.ts';
import { EXIT } from '../../report/exit.ts';
import { checkupText } from '../../report/text/checkup.ts';
import { resolveOnly } from '../auth/account.ts';
import { buildStyle, type Context } from '../context.ts';
import { buildProblem, warning } from '../doctor/checks.ts';
import { checkAccount, checkConfiguration, findExpectedId, listOfflineFindings } from '../doctor/configuration.ts';
import { checkGitHub } from '../doctor/github.ts';
import { checkLedger } from '../doctor/ledger.ts';
import { checkNetwork, checkProgram } from '../doctor/program.ts';
import { checkSurface } from '../doctor/surface.ts';
import { askService } from '../doctor/token.ts';
import type { CommonFlags } from '../flags.ts';
import { openProjectIfThere } from '../project.ts';

export interface DoctorFlags extends CommonFlags {
  /** Also checks the settings of the repository on GitHub. */
  readonly github?: boolean;
}

export async function doctor(context: Context, flags: DoctorFlags): Promise<number> {
  const document = await checkup(context, flags);
  const isQuiet = flags.quiet === true;
  const shown = isQuiet ? { ...document, checks: document.checks.filter(({ status }) => status !== 'ok') } : document;
  context.out(flags.json === true ? json(document) : checkupText(shown, buildStyle(context.world, flags)));
  return document.checks.some(({ status }) => status === 'problem') ? EXIT.error : EXIT.done;
}

async function checkup(context: Context, flags: DoctorFlags): Promise<Checkup> {
  const project = await openProjectIfThere(context, flags);
  const machine = [...checkProgram(), ...(await checkNetwork(context.world.env))];
  const findings = listOfflineFindings(context, flags, project);
  const files = checkConfiguration(project, findings);
  const { ledger, checks: ofLedger } = await checkLedger(context, flags);
  const ofGitHub = flags.github === true ? await checkGitHub(context, flags, project) : [];
  const declared = chosen(context, flags, project);
  if ('check' in declared) {
    const checks = [...machine, files, declared, ...skipChecks(project), ...ofLedger, ...ofGitHub];
    return { format: CHECKUP_FORMAT, account: NO_ACCOUNT, checks, ...judgeCommands(checks) };
  }
  const { account } = declared;
  const isMeant = (identity: TokenIdentity): boolean => checkAccount(account, ledger, identity).status !== 'problem';
  const { identity, tried, checks: asked } = await askService(context, flags, declared, isMeant);
  const checks = [
    ...machine,
    files,
    checkAccount(account, ledger, identity),
    ...asked,
    ...checkSurface(account, tried),
    ...ofLedger,
    ...ofGitHub,
  ];
  const { name, baseUrl, surface } = account;
  return {
    format: CHECKUP_FORMAT,
    account: { name, hubId: findExpectedId(account, ledger) ?? identity?.hubId ?? null, baseUrl, surface },
    checks,
    ...judgeCommands(checks),
    ...defined({ notCovered: listNotCovered(declared.desired.resources.map(({ kind }) => kind)) }),
  };
}

const NO_ACCOUNT = { name: null, hubId: null, baseUrl: null, surface: null };

/** An unread part of a file may declare the account. */
function skipChecks(project: Project): readonly Check[] {
  const reason = isWhole(project) ? 'no account is chosen' : 'correct the configuration first';
  return (['token', 'scopes', 'developer-key', 'surface', 'clock'] as const).map((check) =>
    warning(check, `Skipped: ${reason}.`),
  );
}

/** What the files say of the account, or why it is not certain which one is meant. */
function chosen(context: Context, flags: CommonFlags, project: Project): Resolution | Check {
  try {
    const resolution = resolveOnly(context, flags, project);
    requireAccount(resolution.findings, project);
    return resolution;
  } catch (error) {
    return buildProblem('account', error);
  }
}

const READING: readonly CheckName[] = ['program', 'configuration', 'network', 'account', 'token', 'surface', 'ledger'];

/** The checks that each group of commands needs. */
const COMMANDS: readonly { readonly what: string; readonly how: string; readonly needs: readonly CheckName[] }[] = [
  { what: 'validate, docs, graph, types', how: 'without the account', needs: ['program', 'configuration'] },
  { what: 'plan, drift, list, pull', how: 'reading the account', needs: READING },
  { what: 'apply, revert', how: 'writing to the account', needs: [...READING, 'clock'] },
];

/** Decides by the problems which commands work. */
function judgeCommands(checks: readonly Check[]): Pick<Checkup, 'works' | 'fails'> {
  const failed = new Set(checks.filter(({ status }) => status === 'problem').map(({ check }) => check));
  const judged = COMMANDS.map(({ what, how, needs }) => ({
    what,
    how,
    open: needs.filter((name) => failed.has(name)),
  }));
  return {
    works: judged.filter(({ open }) => open.length === 0).map(({ what, how }) => ({ what, how })),
    fails: judged
      .filter(({ open }) => open.length > 0)
      .map(({ what, open }) => ({ what, how: `until this is resolved: ${open.join(', ')}` })),
  };
}
