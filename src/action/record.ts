/** The record of a plan: a check run on its commit that names the reviewed plan. People cannot write check runs. */

import { hash } from 'node:crypto';
import { z } from 'zod';
import { defined } from '../contract/defined.ts';
import { HostError, UsageError } from '../errors.ts';
import { addCheck, listChecks, type NewCheck } from '../github/checks.ts';
import type { HostPull } from '../github/pulls.ts';
import { planDigest } from '../index.ts';
import type { Plan } from '../model/plan.ts';
import { countsText } from '../report/text/counts.ts';
import { release } from '../report/version.ts';
import { planNumbers } from './result.ts';
import type { HostAccess, Run } from './run.ts';

const FORMAT = 'trueup.record/1';
const Commit = z.string().regex(/^[0-9a-f]{40,64}$/);
const Digest = z.string().regex(/^[0-9a-f]{20}$/);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Shape = z.strictObject({
  format: z.literal(FORMAT),
  account: z.string(),
  folder: z.string(),
  hubId: z.int().nullable(),
  /** Digest of the plan. Absent if a merge approves no plan, for example after a refusal. */
  plan: Digest.exactOptional(),
  /** SHA-256 of the policy in the files. Absent if the plan failed. */
  policy: Sha256.exactOptional(),
  /** Number of the pull request; absent for a group of a merge queue. */
  pull: z.int().exactOptional(),
  /** Newest commit of the target branch at the time of the plan. */
  base: Commit.exactOptional(),
  head: Commit,
  /** Checked-out commit: the head, or its merge with the base. */
  merge: Commit,
  version: z.string(),
  /** ISO time. */
  at: z.string(),
  counts: z.record(z.string(), z.int()),
});
export type PlanRecord = z.infer<typeof Shape>;

const CONCLUSIONS = { passed: 'success', neutral: 'neutral', failed: 'failure' } as const;

interface Recorded {
  readonly plan: Plan;
  readonly policy: string;
  /** True if a merge approves the plan. */
  readonly isApproved: boolean;
  readonly conclusion: keyof typeof CONCLUSIONS;
}

/** Throws UsageError when the token may not write it, or writes as another app than expected. */
export async function writeRecord(
  run: Run,
  account: string,
  head: string,
  { plan, policy, isApproved, conclusion }: Recorded,
): Promise<void> {
  const digest = planDigest(plan);
  const made = { hubId: plan.account.hubId, policy, counts: planNumbers(plan).counts };
  const approved = isApproved ? { plan: digest } : {};
  await writeCheck(run, account, 'plan', {
    headSha: head,
    conclusion: CONCLUSIONS[conclusion],
    title: countsText(plan) || 'No changes',
    summary: isApproved ? `Merging approves the plan with the digest \`${digest}\`, and nothing else.` : NO_PLAN,
    text: textOf({ ...aboutOf(run, account, head), ...made, ...approved }),
  });
}

function aboutOf(run: Run, account: string, head: string) {
  const { base, pull } = run.event;
  return {
    format: FORMAT,
    ...{ account, folder: run.folder, head, merge: run.checkout.commit, version: release().version },
    at: new Date(run.clock.now()).toISOString(),
    ...defined({ base, pull: pull?.number }),
  } as const;
}

const NO_PLAN = 'Merging approves no plan. The comment, or the summary of the run, says why.';

/** Marks a plan as failed, so that no earlier record of the commit counts. */
export function withdrawRecord(run: Run, account: string, head: string): Promise<void> {
  const text = textOf({ ...aboutOf(run, account, head), hubId: null, counts: {} });
  const check = { headSha: head, conclusion: 'failure', title: 'No plan', summary: NO_PLAN, text } as const;
  return writeCheck(run, account, 'plan', check);
}

/** A check run that says how an apply ended, for people. */
export function writeApplied(
  run: Run,
  account: string,
  shown: Pick<NewCheck, 'conclusion' | 'title' | 'summary'>,
): Promise<void> {
  return writeCheck(run, account, 'applied', { headSha: run.checkout.commit, text: '', ...shown });
}

/**
 * Returns the latest record of a merge: the record of the merge queue on the commit, or the record of the pull request on its head from
 * before the merge. Records of another app, commit, pull request or account are ignored.
 */
export async function recordOf(
  run: Run,
  { github, repository }: HostAccess,
  account: string,
  { commit, pull }: { readonly commit: string; readonly pull: HostPull | undefined },
): Promise<PlanRecord | undefined> {
  const name = checkName(run, account, 'plan');
  const latest = async (sha: string, number: number | undefined, until: number): Promise<PlanRecord | undefined> => {
    const checks = await permitted('read', () => listChecks(github, repository, { sha, name }));
    const ours = checks.filter(
      ({ app, completedAt }) => app === expectedApp(run) && (completedAt ?? Number.NaN) <= until,
    );
    const read = ours.flatMap(({ text }) => readRecord(text) ?? []);
    const isMeant = (one: PlanRecord) => one.head === sha && one.account === account && one.folder === run.folder;
    return read.findLast((one) => isMeant(one) && one.pull === number);
  };
  const own = await latest(commit, undefined, Number.POSITIVE_INFINITY);
  if (own !== undefined || pull === undefined) return own;
  return latest(pull.headSha, pull.number, pull.mergedAt ?? Number.NEGATIVE_INFINITY);
}

function readRecord(text: string): PlanRecord | undefined {
  const [, json] = /^```json\r?\n(\{.*\})\r?\n```\s*$/.exec(text) ?? [];
  try {
    return Shape.safeParse(JSON.parse(json ?? '')).data;
  } catch {
    return undefined;
  }
}

type About = 'plan' | 'applied';

async function writeCheck(
  run: Run,
  account: string,
  about: About,
  shown: Omit<NewCheck, 'name' | 'detailsUrl'>,
): Promise<void> {
  const { github, repository } = run.host();
  const check = { name: checkName(run, account, about), detailsUrl: run.runUrl, ...shown };
  const { app } = await permitted('write', () => addCheck(github, repository, check));
  if (app === expectedApp(run)) return;
  throw new UsageError('comment-author-differs', `The github-token writes check runs as the app ${app}.`, {
    hint: `Set the input comment-author to ${app}[bot].`,
  });
}

/** The name that people see; the host takes 200 characters. */
function checkName({ folder }: Run, account: string, about: About): string {
  const name = `trueup ${about}: ${plain(folder)} ${plain(account)}`;
  return name.length <= 200 ? name : `${name.slice(0, 180)} ${hash('sha256', name).slice(0, 19)}`;
}

/** The app behind the login that the token writes as. */
function expectedApp({ inputs }: Run): string {
  return inputs['comment-author'].replace(/\[bot\]$/, '');
}

async function permitted<T>(level: 'read' | 'write', work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof HostError) || (cause.status !== 403 && cause.status !== 404)) throw cause;
    const message = `The record of the plan cannot be ${level === 'read' ? 'read' : 'written'}: ${cause.message}`;
    throw new UsageError('checks-permission', message, {
      hint: `Add "checks: ${level}" to the permissions of the workflow. Only the token of a workflow or of a GitHub App can write check runs.`,
      cause,
    });
  }
}

function textOf(record: PlanRecord): string {
  return `\`\`\`json\n${plainJson(record)}\n\`\`\``;
}

/** Returns JSON that cannot end the surrounding block, and that the host does not change. */
function plainJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]|`/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function plain(text: string): string {
  return text.toWellFormed().replace(/[^\x21-\x7e]/g, (character) => encodeURIComponent(character));
}
