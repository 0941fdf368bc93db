/** What a ledger store needs from a disk; the store's rules are implemented once on top of it. */

/** One file that only grows, open for the time of a lock. */
export interface AppendFile {
  /** Adds the text to the end. Durable when it resolves. */
  append(text: string): Promise<void>;
  /** Cuts the file to its first `bytes` bytes. */
  truncate(bytes: number): Promise<void>;
  /**
   * Length in bytes; undefined when the name belongs to another file by now, or to none. Left out where the writes themselves
   * refuse that.
   */
  size?(): Promise<number | undefined>;
  /** The text of the file that was opened, whatever its name belongs to now. */
  own(): Promise<string>;
  close(): Promise<void>;
}

/** Names are plain file names inside one folder. Throws LedgerError. */
export interface Disk {
  /** The folder as people know it, for messages. */
  readonly location: string;
  /** Where a file of this name really is, for messages; left out where that is the folder always. */
  pathOf?(file: string): Promise<string>;
  /** No write goes on top of a lock file of this disk that somebody else took or removed: the disk itself refuses it. */
  readonly keepsLocks?: boolean;
  /** Names of everything in the folder; none when there is no such folder. */
  list(): Promise<readonly string[]>;
  /** Undefined when there is no such file. */
  read(file: string): Promise<string | undefined>;
  /** The last whole lines of a file that only grows, where reading all of it costs more; an empty text tells nothing. */
  readEnd?(file: string): Promise<string>;
  /** All or nothing, and durable when it resolves. */
  replace(file: string, text: string): Promise<void>;
  /** False when the file is there already. The file appears with its whole text. */
  create(file: string, text: string): Promise<boolean>;
  /** Durable when it resolves; nothing happens when there is no such file. */
  remove(file: string): Promise<void>;
  /** Milliseconds since the epoch of the last write; undefined when there is no such file. */
  modifiedAt(file: string): Promise<number | undefined>;
  openAppend(file: string): Promise<AppendFile>;
}

/** The process that takes a lock, and what it can know about another one. */
export interface Self {
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
  /** When this process started, in a form that differs after a reboot or for a reused pid; absent where it cannot be known. */
  readonly started?: string;
  /**
   * Where its pid means something: processes of another namespace cannot be seen, whatever the host is called. Absent where
   * the system has one only.
   */
  readonly namespace?: string;
  /** Whether this very process, of this host and namespace, still runs; `at` is the ISO time at which it took the lock. */
  alive(process: { readonly pid: number; readonly started?: string; readonly at: string }): Promise<boolean>;
}
