/** What the stand-in holds besides commits: pull requests, issues, comments, and runs of workflows. */

export interface Person {
  readonly login: string;
  readonly type: 'User' | 'Bot';
}

export interface Comment {
  readonly id: number;
  readonly issue: number;
  readonly user: Person;
  body: string;
}

export interface Issue {
  readonly number: number;
  readonly user: Person;
  readonly isPull: boolean;
  title: string;
  body: string;
  state: 'open' | 'closed';
}

export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  /** Of the branch that it is to be merged into. */
  readonly baseSha?: string;
  /** `owner/name` if it is a fork; null if that is gone. */
  readonly headRepo?: string | null;
  /** The merge that the Git host makes to test an open one. */
  readonly testMergeSha?: string;
  /** Closed without a merge. */
  readonly isClosed?: boolean;
  /** Absent while it is open. */
  readonly mergeSha?: string;
  /** Other commits that it brought, as a merge by rebase does. */
  readonly broughtShas?: readonly string[];
  /** ISO time; now when left out. */
  readonly mergedAt?: string;
  /** ISO time; when it was merged, or now, when left out. */
  readonly updatedAt?: string;
  /** `main` when left out. */
  readonly base?: string;
}

export interface CheckRun {
  readonly id: number;
  /** Short name of the app that wrote it. */
  readonly app: string;
  readonly name: string;
  readonly headSha: string;
  readonly conclusion: string;
  /** ISO time at which it ended. */
  at: string;
  output: { title: string; summary: string; text: string };
}

export interface HostState {
  readonly comments: Comment[];
  readonly issues: Issue[];
  readonly pulls: PullRequest[];
  readonly checks: CheckRun[];
  /** `runId/attempt` to its status. */
  readonly runs: Map<string, 'in_progress' | 'completed'>;
  /** Logins of the people of the repository, with what they may do. */
  readonly people: Map<string, 'admin' | 'write' | 'read'>;
}

export const REPOSITORY = 'acme/schema';
export const ACTIONS_BOT: Person = { login: 'github-actions[bot]', type: 'Bot' };

export function emptyState(): HostState {
  return { comments: [], issues: [], pulls: [], checks: [], runs: new Map(), people: new Map([['ann', 'write']]) };
}
