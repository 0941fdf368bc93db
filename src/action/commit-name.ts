/** How a commit is named to people. */

export function shortOf(commit: string): string {
  return commit.slice(0, 12);
}
