/** The policy that an account had at another commit, in whichever folder. */

import { defined } from '../contract/defined.ts';
import {
  accountNames,
  declares,
  formerTerms,
  type Plan,
  type Project,
  type ProjectTerms,
  type Reconciler,
} from '../index.ts';
import { terminalLine } from '../report/escape.ts';
import { positionText } from '../report/text/position.ts';
import { type FormerElsewhere, termsElsewhere } from './base-elsewhere.ts';
import { shortOf } from './commit-name.ts';
import type { Base, Run, Unreadable } from './run.ts';
import { configurationOptions } from './variables.ts';

export interface Former {
  /** Of each account of the commit that may be this one. */
  readonly terms: readonly ProjectTerms[];
  /** Folders of other projects that they are from. */
  readonly folders: readonly string[];
}

export async function formerPolicy(
  run: Run,
  account: Reconciler['account'],
  plan: Plan,
  base: Exclude<Base, { state: 'none' }>,
): Promise<Former | Unreadable> {
  if (base.state === 'unreadable') return base;
  const options = configurationOptions(run);
  const sought = soughtOf(account, plan);
  const here = base.state === 'new' ? [] : formerTerms(base.project, sought, options);
  const there = base.state === 'read' && isOf(base.project, run, sought) ? HERE : await moved(run, base, sought);
  if ('reason' in there) return there;
  return certain({ terms: [...here, ...there.terms], folders: there.folders }, base.commit);
}

/** Of the files of the run. */
export function presentPolicy(run: Run, account: Reconciler['account'], plan: Plan): Former | Unreadable {
  const terms = formerTerms(run.project, soughtOf(account, plan), configurationOptions(run));
  return certain({ terms, folders: [] }, run.checkout.commit);
}

function certain(former: Former, commit: string): Former | Unreadable {
  const [error] = former.terms.flatMap(({ errors }) => errors);
  if (error === undefined) return former;
  const { message, provenance, hint } = error;
  const place = provenance === undefined ? '' : `${positionText(provenance)} in commit ${shortOf(commit)}: `;
  return { reason: `${place}${message}`, ...defined({ hint }) };
}

const HERE = { terms: [], folders: [] };

type Sought = Parameters<typeof formerTerms>[1];

export function soughtOf(account: Reconciler['account'], plan: Plan) {
  return { ...account, hubId: plan.account.hubId ?? account.hubId };
}

/** Whether the folder had the account before. One that the environment defines stays the same as long as no file names it. */
export function isOf(before: Project, run: Run, sought: Sought): boolean {
  const isUnnamed = [before, run.project].every((project) => accountNames(project).length === 0);
  return isUnnamed || declares(before, sought, configurationOptions(run)) === 'yes';
}

/** An account that its folder did not have before may have been another folder's. */
async function moved(
  run: Run,
  base: Exclude<Base, { state: 'none' | 'unreadable' }>,
  sought: Sought,
): Promise<Pick<FormerElsewhere, 'terms' | 'folders'> | Unreadable> {
  const elsewhere = await base.elsewhere();
  if ('reason' in elsewhere) return elsewhere;
  const isNamed = accountNames(run.project).length > 0;
  const found = termsElsewhere(elsewhere, { ...sought, isNamed }, configurationOptions(run));
  const [unclear] = found.unclear;
  if (unclear === undefined) return found;
  return {
    reason: `${terminalLine(unclear)} may declare the account there, and is no configuration of the same name.`,
  };
}
