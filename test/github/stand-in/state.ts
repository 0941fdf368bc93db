/** Defines the state of the stand-in next to commits: pull requests, issues, comments, and workflow runs. */

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
  /** Commit of the branch to merge into. */
  readonly baseSha?: string;
  /** `owner/name` if it is a fork; null if that is gone. */
  readonly headRepo?: string | null;
  /** Absent while it is open. */
  readonly mergeSha?: string;
  /** ISO time; now when left out. */
  readonly mergedAt?: string;
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
}

export const REPOSITORY = 'acme/schema';
export const ACTIONS_BOT: Person = { login: 'github-actions[bot]', type: 'Bot' };

export function emptyState(): HostState {
  return { comments: [], issues: [], pulls: [], checks: [], runs: new Map() };
}
