/** Judges a plan by the policy in force, which is in the ledger, and not by the policy of the changed files. */

import { PolicyError } from '../errors.ts';
import { findRefused, isBranchLocation, loosened, planParts, projectTerms, stricter, termsDigest } from '../faces.ts';
import { readFileAt } from '../github/contents.ts';
import type { InForce, Plan, Reconciler, Terms } from '../index.ts';
import { commandData, markdownCode, markdownText, terminalLine } from '../report/escape.ts';
import { pathFromTop, realPathOf } from './inside.ts';
import { planOptions, type Run } from './run.ts';
import { configurationOptions } from './variables.ts';

export interface Judged {
  /** Markdown above the plan. Empty if there is nothing to report. */
  readonly notice: string;
  /** Set where the plan must not be applied. */
  readonly refusal: PolicyError | undefined;
  /** Settings of the files. */
  readonly terms: Terms;
  /** SHA-256 of the policy in the files. */
  readonly digest: string;
  readonly inForce: InForce | undefined;
}

/** Judges the plan. Makes the reads of a second plan if the files are looser than the policy in force. */
export async function judge(run: Run, account: string, reconciler: Reconciler, plan: Plan): Promise<Judged> {
  const terms = projectTerms(run.project, account, configurationOptions(run));
  const digest = termsDigest(terms);
  const inForce = await policyInForce(run, reconciler);
  const judged = { notice: '', refusal: undefined, terms, digest, inForce };
  const expected = run.inputs['policy-sha256'];
  if (expected.length > 0 && !expected.includes(digest)) {
    const refusal = differs(account, digest);
    return { ...judged, refusal, notice: `> **${markdownText(refusal.message)}**` };
  }
  const base = baseOf(inForce, terms);
  const loosenings = [...new Set(loosened(base, terms))];
  if (loosenings.length === 0) return judged;
  run.step.annotate(loosenings.map((text) => `::warning title=policy-loosened::${commandData(text)}`));
  // A change of the policy alone changes nothing, so other loose settings do not matter.
  const needs = madeIn(plan).size === 0 ? [] : await needsUnder(run, reconciler, plan, base);
  const way = inForce === undefined ? FIRST_WAY : WAY;
  const refusal = needs.length === 0 ? undefined : refused(account, needs, way);
  return { ...judged, refusal, notice: noticeOf(account, loosenings, needs, way) };
}

/**
 * Returns the policy in force after an apply. A stricter setting takes force with any apply. A looser setting takes force if the apply
 * adopts the policy of the files. Returns undefined if nothing changes.
 * @param applied commit whose record is used up
 */
export function inForceAfter(
  { inForce, terms, digest }: Judged,
  { isTaken, applied }: { readonly isTaken: boolean; readonly applied: string | undefined },
): InForce | undefined {
  const now = isTaken ? terms : stricter(baseOf(inForce, terms), terms);
  const commit = applied ?? inForce?.commit;
  const next = { terms: now, digest: isTaken ? digest : termsDigest(now), ...(commit === undefined ? {} : { commit }) };
  return inForce?.digest === next.digest && inForce.commit === next.commit ? undefined : next;
}

/** Before the first apply, no policy is in force. The limits and rules of the files hold then, without their consents. */
function baseOf(inForce: InForce | undefined, terms: Terms): Terms {
  return inForce?.terms ?? { ...terms, policy: { ...terms.policy, allow: [] } };
}

/** A ledger that the commit itself contains says nothing: a change of the files can write it. */
async function policyInForce(run: Run, { ledger }: Reconciler): Promise<InForce | undefined> {
  const { inForce } = await ledger.read();
  if (inForce === undefined || isBranchLocation(run.inputs.ledger)) return inForce;
  const located = await ledger.location();
  const { top, commit } = run.checkout;
  if (located === undefined || top === undefined || commit === '') return undefined;
  const { github, repository } = run.host();
  const committed = await readFileAt(github, repository, commit, pathFromTop(top, realPathOf(located.path)));
  return committed === undefined ? inForce : undefined;
}

/** Returns the parts of the plan that need a looser policy than `terms`. */
async function needsUnder(run: Run, reconciler: Reconciler, plan: Plan, terms: Terms): Promise<readonly string[]> {
  const under = await reconciler.plan({ ...planOptions(run), terms });
  const possible = new Set(madeIn(under).values());
  return [
    ...(terms.protected && !reconciler.account.protected ? ['The account was protected.'] : []),
    ...[...madeIn(plan)].flatMap(([address, part]) => (possible.has(part) ? [] : [address])),
    ...findRefused(under.findings, plan.findings).map(({ code, message }) => `${code}: ${message}`),
  ];
}

/** Returns digests of the changes of a plan by address. */
function madeIn(plan: Plan): ReadonlyMap<string, string> {
  const made = plan.changes.filter(({ action }) => action !== 'keep' && action !== 'blocked');
  return planParts({ ...plan, changes: made }).changes;
}

function differs(account: string, digest: string): PolicyError {
  const message = `The policy of ${account} is not one of those in the input policy-sha256: its SHA-256 is ${digest}.`;
  return new PolicyError('policy-differs', message, {
    hint: 'Ask a reviewer who decides about the policy to review it. Then put its SHA-256 into the variable that the input is read from.',
  });
}

/** Number of addresses in the error. The rest is counted. */
const SHOWN = 20;
const WAY =
  'Merge the policy change first, in a separate pull request. Once its apply has passed, the next pull request can use it.';
const FIRST_WAY = `The first apply puts the policy in force. Until then, consents in the files do not count. ${WAY}`;

function refused(account: string, needs: readonly string[], hint: string): PolicyError {
  const more = needs.length > SHOWN ? [`and ${needs.length - SHOWN} more`] : [];
  const texts = [...needs.slice(0, SHOWN), ...more].map((text) => text.replace(/\.$/, '').slice(0, 300));
  const message = `The plan for ${account} needs a looser policy than the policy in force: ${texts.join('; ')}.`;
  return new PolicyError('policy-loosened', message, { hint });
}

/** Bytes that one list takes of a comment: the plan has to fit below it. */
const LONGEST_LIST = 12_000;

function noticeOf(account: string, loosenings: readonly string[], needs: readonly string[], way: string): string {
  const verdict =
    needs.length === 0
      ? ['> The plan does not need this.']
      : ['> **The plan needs this, so it is refused:**', '>', ...listed(needs), '>', `> ${markdownText(way)}`];
  const head = `> **The policy of ${markdownCode(account)} is looser than the one in force:**`;
  return [head, '>', ...listed(loosenings), '>', ...verdict].join('\n');
}

function listed(texts: readonly string[]): readonly string[] {
  let bytes = 0;
  const lines = texts.map((text) => `> - ${markdownText(terminalLine(text))}`);
  const shown = lines.filter((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes <= LONGEST_LIST;
  });
  return shown.length === lines.length
    ? lines
    : [...shown, `> - and ${lines.length - shown.length} more, which the log has`];
}
