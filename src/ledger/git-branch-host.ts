/** Functions of a Git host that a ledger on a branch uses. */

export type Moved = { readonly moved: true } | { readonly moved: false; readonly reason: string };

/** Names of files are paths from the top of the tree. Every promise may reject with the host's own error. */
export interface GitHost {
  /** The repository as people know it, for messages. */
  readonly repository: string;
  /** Commit that the branch points at, or pointed at a while ago; undefined when there is, or was, no such branch. */
  head(branch: string): Promise<string | undefined>;
  /** Files of a commit, in every folder, and the ids of their contents. */
  tree(commit: string): Promise<ReadonlyMap<string, string>>;
  /**
   * Returns true if the branch moved from `from` to `to`, or was rewritten. Returns false if the read was only late, because `from` is a
   * descendant of `to`, and if the host does not know both.
   */
  hasMoved(step: { readonly from: string; readonly to: string }): Promise<boolean>;
  content(id: string): Promise<string>;
  /** A commit that nothing points at yet. A null content removes the file. */
  commit(commit: {
    readonly parent: string | undefined;
    readonly changes: ReadonlyMap<string, string | null>;
    readonly message: string;
  }): Promise<string>;
  /** Moves the branch, or makes it when `from` is undefined; not when it points at anything but `from`. */
  move(branch: string, step: { readonly from: string | undefined; readonly to: string }): Promise<Moved>;
  /** Milliseconds since the epoch of the last commit that touched the file. */
  changedAt(branch: string, file: string): Promise<number | undefined>;
}
