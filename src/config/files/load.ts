/** Reads a project from disk: files, folders and their includes, each file once, within limits. Reads nothing outside of its bounds. */

import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { defined } from '../../contract/defined.ts';
import { ConfigError } from '../../errors.ts';
import { A_STRING, FILES, requireArguments, requireOptionsOf, strings } from '../../model/arguments.ts';
import type { Finding, Provenance } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import { append } from '../../model/lists.ts';
import type { Project, SourceFile } from '../../model/project.ts';
import { quoted } from '../yaml/shown.ts';
import { parseDocument, sourceFile } from '../yaml/source.ts';
import { listIncludes, unmatched, untried } from './include.ts';
import { fixedPart } from './include-pattern.ts';
import { locateProject } from './location.ts';
import { matching, YAML_NAME } from './matching.ts';
import { type Bounds, boundsOfRepository, findBounds } from './project-bounds.ts';
import { findRealPath, findStat } from './real-path.ts';
import { isConfiguration } from './recognized.ts';

/** Limits: bytes of a file, bytes of all files, parser tokens of all files, number of files. */
const LOAD_LIMITS = { file: 10_000_000, total: 50_000_000, lexemes: 10_000_000, files: 2_000 } as const;

const TOO_LARGE = 'The project has more than 2,000 files, 50 MB or 10 million YAML tokens; the rest was not read.';

/** Advice for a missing file that another file includes. */
const INCLUDED: Advice = {
  hint: 'Paths are relative to the working directory.',
  fix: [{ action: 'pass-files', paths: [] }],
};
const MISSING: Advice = { ...INCLUDED, fix: [...(INCLUDED.fix ?? []), { action: 'start-project' }] };

export interface LoadOptions {
  /** Base of relative paths. The default is the working directory. */
  readonly cwd?: string | undefined;
  /**
   * For untrusted files, the repository folder that must contain every file, including the passed files. Contents are shown only of a file that is a configuration.
   */
  readonly within?: string | undefined;
  /**
   * Files that were parsed before, such as the files of a loaded project or of a pull. All files are read, and files with the same text are
   * not parsed again.
   */
  readonly known?: readonly SourceFile[] | undefined;
}

/** Throws ConfigError if a path of the caller does not exist, or UsageError `argument-invalid`. Any other fault is a finding. */
export async function loadProject(paths: readonly string[], options: LoadOptions = {}): Promise<Project> {
  const project = await readProject(paths, options);
  // A missing include has a position in the file that names it.
  const isMissing = project.findings.some(
    ({ code, provenance }) => code === 'file-missing' && provenance === undefined,
  );
  if (isMissing) throw new ConfigError(project.findings);
  return project;
}

/** Loads a project whose files may be missing. Each missing file is a finding. Throws UsageError `argument-invalid`. */
export async function readProject(paths: readonly string[], options: LoadOptions = {}): Promise<Project> {
  requireArguments('loadProject', { paths }, { paths: strings('a list of paths') });
  requireOptionsOf('loadProject', options, { cwd: A_STRING, within: A_STRING, known: FILES });
  const known = Map.groupBy(options.known ?? [], ({ path }) => path);
  const cwd = resolve(options.cwd ?? '.');
  const files: SourceFile[] = [];
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const folders = new Set<string>();
  const { within } = options;
  const bounds =
    within === undefined
      ? findBounds(
          paths.map((path) => resolve(cwd, path)),
          cwd,
        )
      : boundsOfRepository(within);
  let total = 0;
  let lexemes = 0;
  let full = false;
  const report = (code: string, message: string, from: Provenance | undefined, advice: string | Advice) => {
    findings.push({
      code,
      severity: 'error',
      message,
      ...(typeof advice === 'string' ? { hint: advice } : advice),
      ...defined({ provenance: from }),
    });
  };

  /** `paths` are the known paths outside of the project. The list is empty for a pattern. */
  const outside = (shown: string, from: Provenance | undefined, paths: readonly string[]) => {
    report('outside-project', `${shown} is outside the project folder.`, from, {
      ...(within === undefined
        ? {
            hint: `If it belongs to the project, move it into ${shownPath(bounds.folder, cwd)}.`,
            ...(paths.length === 0 ? {} : { fix: [{ action: 'pass-files', paths }] }),
          }
        : {
            hint: 'Every file is in the repository that is checked out, and none in .git or in a repository inside of it.',
          }),
    });
  };

  /** `named` is true for paths that the user passed. A user may pass any file. */
  async function add(path: string, from: Provenance | undefined, named = false): Promise<void> {
    const shown = quoted(shownPath(path, cwd, within));
    if (full) return;
    if ((!named || within !== undefined) && !bounds.contain(path)) return outside(shown, from, [shownPath(path, cwd)]);
    try {
      const info = statSync(path);
      if (info.isDirectory()) return await addFolder(path, from);
      if (!info.isFile())
        return report('file-unreadable', `${shown} is neither a file nor a folder.`, from, 'Pass a file or a folder.');
      await addFile(path, info.size, from);
    } catch (error) {
      if (readErrorCode(error) === 'ENOENT')
        report('file-missing', `${shown} does not exist.`, from, named ? MISSING : INCLUDED);
      else
        report('file-unreadable', `${shown} cannot be read (${readErrorCode(error)}).`, from, 'Check its permissions.');
    }
  }

  /**
   * Files are read synchronously: parsing them is synchronous and takes longer, and asynchronous reads of small files take several times as
   * long.
   */
  async function addFile(path: string, size: number, from: Provenance | undefined): Promise<void> {
    const real = realpathSync.native(path);
    if (seen.has(real)) return;
    seen.add(real);
    const shown = shownPath(path, cwd, within);
    if (size > LOAD_LIMITS.file) {
      const message = `${quoted(shown)} is larger than ${LOAD_LIMITS.file / 1e6} MB.`;
      return report('file-too-large', message, from, 'Split it into several files.');
    }
    if (files.length >= LOAD_LIMITS.files || total + size > LOAD_LIMITS.total) {
      return tooLarge(from);
    }
    total += size;
    const text = decode(readFileSync(path));
    if (text === undefined)
      return report('file-not-text', `${quoted(shown)} is not UTF-8 text.`, from, 'Save it as UTF-8.');
    // A document depends only on its path and its text.
    const same = known.get(shown)?.find((one) => one.text === text);
    const file = sourceFile(shown, text, real, same && parseDocument(same));
    if (within !== undefined && !isConfiguration(parseDocument(file))) {
      const message = `${quoted(shown)} is not a configuration.`;
      return report(
        'not-configuration',
        message,
        from ?? { file: shown, line: 1, column: 1 },
        'It has neither version: 1 nor a section, so its content is hidden.',
      );
    }
    files.push(file);
    lexemes += parseDocument(file).lexemes;
    if (lexemes > LOAD_LIMITS.lexemes) return tooLarge(from);
    await addIncludes(path, file);
  }

  function tooLarge(from: Provenance | undefined): void {
    full = true;
    report('project-too-large', TOO_LARGE, from, 'Pass fewer folders, or split the project.');
  }

  async function addFolder(path: string, from: Provenance | undefined): Promise<void> {
    const real = realpathSync.native(path);
    folders.add(real);
    const names = yamlFiles(path, bounds, new Set([real]));
    if (names.length === 0) {
      const hint = 'Files that end in .yaml or .yml are read; folders that start with a dot are not.';
      return report('folder-empty', `${quoted(shownPath(path, cwd, within))} has no YAML files.`, from, hint);
    }
    for (const name of names) await add(name, from);
  }

  async function addIncludes(path: string, file: SourceFile): Promise<void> {
    const document = parseDocument(file);
    for (const include of listIncludes(document)) {
      const from = document.position(['include', include.index], 'value');
      const fault = untried(document, include);
      const inside = fault === undefined && bounds.contain(resolve(dirname(path), fixedPart(include.pattern)));
      if (fault !== undefined) findings.push(fault);
      else if (!inside) outside(`The include ${quoted(include.pattern)}`, from, []);
      if (!inside) continue;
      const matches = await matching(include.pattern, dirname(path), LOAD_LIMITS.files);
      if (matches.length === 0) findings.push(unmatched(document, include));
      for (const match of matches) await add(match, from);
    }
  }

  for (const path of paths) await add(resolve(cwd, path), undefined, true);
  if (paths.length === 0) report('file-missing', 'No file or folder was given.', undefined, MISSING);
  const location = locateProject(paths, cwd);
  return { files, findings, folders: [...folders], ...defined({ location }) };
}

/**
 * Returns the YAML files of a folder and its subfolders, sorted. Folders that start with a dot are skipped. Links to folders are followed
 * once, and only inside of the project.
 */
function yamlFiles(folder: string, bounds: Bounds, visited: Set<string>): readonly string[] {
  const found: string[] = [];
  const entries = readdirSync(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    // A broken link counts as a file, so that reading it reports it.
    const info = entry.isSymbolicLink() ? (findStat(path) ?? entry) : entry;
    if (info.isDirectory() && !entry.name.startsWith('.')) {
      const real = realpathSync.native(path);
      if (visited.has(real)) continue;
      visited.add(real);
      if (bounds.contain(path)) append(found, yamlFiles(path, bounds, visited));
      else found.push(path);
    } else if (!info.isDirectory() && YAML_NAME.test(entry.name)) found.push(path);
  }
  return found;
}

/** Returns undefined if the bytes are not UTF-8. Removes a byte order mark. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/**
 * Returns a path with forward slashes, relative to the working directory if the file is below it. With `repository`, a file in the same
 * repository has a relative path too.
 */
function shownPath(path: string, cwd: string, repository?: string): string {
  const inside = relative(cwd, path);
  const shown = isBelow(inside)
    ? inside
    : ((repository === undefined ? undefined : findRepositoryPath(path, cwd, repository)) ?? path);
  return shown.split(sep).join('/');
}

/** Returns the relative path in the repository, which is the same in every checkout. */
function findRepositoryPath(path: string, cwd: string, repository: string): string | undefined {
  const [top, from, to] = [repository, cwd, path].map((one) => findRealPath(one) ?? one);
  if (top === undefined || from === undefined || to === undefined) return undefined;
  const isThere = (from === top || isBelow(relative(top, from))) && isBelow(relative(top, to));
  return isThere ? relative(from, to) : undefined;
}

/** True if the relative path leads into the folder. */
function isBelow(way: string): boolean {
  return way !== '' && way.split(sep)[0] !== '..' && !isAbsolute(way);
}
