/** Functions of a disk that a ledger store uses. The rules of the store are implemented once, for every disk. */

/** A file that only grows, open while the lock is held. */
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
  /** Returns the text of the opened file, even if its name belongs to another file by now. */
  own(): Promise<string>;
  close(): Promise<void>;
}

/** Names are plain file names inside one folder. Throws LedgerError. */
export interface Disk {
  /** The folder as people know it, for messages. */
  readonly location: string;
  /** Returns the real path of a file, for messages. Absent if the file is always in the folder. */
  pathOf?(file: string): Promise<string>;
  /** True if the disk refuses writes after its lock file was taken or removed by another process. */
  readonly keepsLocks?: boolean;
  /** Returns the names of all files in the folder. Returns an empty list if the folder does not exist. */
  list(): Promise<readonly string[]>;
  /** Undefined when there is no such file. */
  read(file: string): Promise<string | undefined>;
  /** The last whole lines of a file that only grows, where reading all of it costs more; an empty text tells nothing. */
  readEnd?(file: string): Promise<string>;
  /** All or nothing, and durable when it resolves. */
  replace(file: string, text: string): Promise<void>;
  /** False when the file is there already. The file appears with its whole text. */
  create(file: string, text: string): Promise<boolean>;
  /** Removes a file durably. Accepts a file that does not exist. */
  remove(file: string): Promise<void>;
  /** Milliseconds since the epoch of the last write; undefined when there is no such file. */
  modifiedAt(file: string): Promise<number | undefined>;
  openAppend(file: string): Promise<AppendFile>;
}

/** The process that takes a lock, and its knowledge of other processes. */
export interface Self {
  readonly owner: string;
  readonly host: string;
  readonly pid: number;
  /** Start time of this process, in a form that differs after a reboot and for a reused pid. Absent if it is unknown. */
  readonly started?: string;
  /**
   * Namespace of the pid. Processes of another namespace are invisible, even with the same host name. Absent if the system has only one.
   */
  readonly namespace?: string;
  /** Returns true if the process of this host and namespace still runs. `at` is the ISO time at which it took the lock. */
  alive(process: { readonly pid: number; readonly started?: string; readonly at: string }): Promise<boolean>;
}
