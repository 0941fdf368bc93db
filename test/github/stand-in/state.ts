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
  /** Absent while it is open. */
  readonly mergeSha?: string;
}

export interface HostState {
  readonly comments: Comment[];
  readonly issues: Issue[];
  readonly pulls: PullRequest[];
  /** `runId/attempt` to its status. */
  readonly runs: Map<string, 'in_progress' | 'completed'>;
}

export const ACTIONS_BOT: Person = { login: 'github-actions[bot]', type: 'Bot' };

export function emptyState(): HostState {
  return { comments: [], issues: [], pulls: [], runs: new Map() };
}
