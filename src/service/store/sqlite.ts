/** Kysely over the SQLite built into Node.js: in memory, or one file with a write-ahead log that is synced at every commit. */

import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';
import { codeOf } from '../../database/unavailable.ts';
import { UsageError } from '../../errors.ts';

/**
 * Opens `<dataDir>/service.db`, creates it if missing, or opens a database in memory without a folder. The file is
 * locked until it is closed or its process ends. Throws UsageError if another process has it.
 */
export function openSqlite(dataDir: string | undefined): Dialect {
  const database = dataDir === undefined ? new DatabaseSync(':memory:') : openFile(dataDir);
  return new SqliteDialect({ database: { close: () => database.close(), prepare: statements(database) } });
}

function openFile(dataDir: string): DatabaseSync {
  const file = join(dataDir, 'service.db');
  makeFolder(dataDir, dataDir);
  let database: DatabaseSync | undefined;
  try {
    keepPrivate(file);
    database = new DatabaseSync(file);
    database.exec('pragma locking_mode = exclusive');
    database.exec('pragma journal_mode = wal');
    database.exec('pragma synchronous = full');
    database.exec('begin immediate; commit');
    return database;
  } catch (cause) {
    database?.close();
    throw new UsageError('data-folder-unusable', `The service cannot open ${file}.`, {
      hint: 'Another service may be using this folder, or the file may belong to another program. Use another folder.',
      cause,
    });
  }
}

/** Creates folder by folder, because Node's recursive call never ends below a read-only folder such as /proc. */
function makeFolder(dir: string, dataDir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw noFolder(dataDir, `${dir} is not a folder`);
  if (dirname(dir) !== dir) makeFolder(dirname(dir), dataDir);
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (cause) {
    const code = codeOf(cause);
    throw noFolder(dataDir, `the folder ${dir} cannot be created${code === undefined ? '' : ` (${code})`}`, cause);
  }
}

function noFolder(dataDir: string, why: string, cause?: unknown): UsageError {
  return new UsageError('data-folder-unusable', `The service cannot store its data in ${dataDir}: ${why}.`, {
    hint: 'Use a folder that exists or that can be created.',
    cause,
  });
}

/**
 * Restricts the files to their owner, because they contain account data. SQLite gives its log the mode of the file. If
 * the mode cannot be changed, the files stay as they are.
 */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const name of [file, `${file}-wal`, `${file}-shm`]) {
    if (!existsSync(name)) continue;
    try {
      chmodSync(name, 0o600);
    } catch {
      // The file is another user's, or its file system knows no modes.
    }
  }
}

/** More texts than the service has, unless lists of many lengths are asked for. */
const KEPT = 500;

/**
 * Keeps prepared statements, because preparing takes longer than most statements. A connection runs its statements in
 * sequence.
 */
function statements(database: DatabaseSync): (sql: string) => SqliteStatement {
  const kept = new Map<string, SqliteStatement>();
  return (sql) => {
    const found = kept.get(sql);
    if (found !== undefined) return found;
    if (kept.size >= KEPT) kept.clear();
    const made = statement(database, sql);
    kept.set(sql, made);
    return made;
  };
}

function statement(database: DatabaseSync, sql: string): SqliteStatement {
  const prepared = database.prepare(sql);
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...parameters.map(bindable)),
    run: (parameters) => prepared.run(...parameters.map(bindable)),
    iterate: (parameters) => prepared.iterate(...parameters.map(bindable)),
  };
}

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new TypeError(`a ${typeof value} cannot be stored`);
}
