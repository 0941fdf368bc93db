/** Loads the files of a project; on its own, so that offline commands load no client. */

import { excerpt } from '../config/excerpt.ts';
import { loadProject } from '../config/load.ts';
import { ConfigError } from '../errors.ts';
import type { Finding } from '../model/finding.ts';
import type { Project } from '../model/project.ts';
import type { Context } from './context.ts';
import type { CommonFlags } from './flags.ts';

const DEFAULT_FILE = 'trueup.yaml';

/** What cannot be read becomes a finding of the project. */
export async function openProject(context: Context, flags: CommonFlags): Promise<Project> {
  const project = await loadProject(flags.file ?? [DEFAULT_FILE], { cwd: context.world.cwd });
  context.useExcerpts((provenance) => excerpt(project, provenance));
  return project;
}

/** Throws ConfigError with every finding when it is not certain which account is meant: a file is missing, or none was chosen. */
export function requireAccount(findings: readonly Finding[], project: Project): void {
  const unread = project.findings.some(({ severity }) => severity === 'error');
  const undecided = findings.some(({ code }) => code === 'account-required' || code === 'account-unknown');
  if (unread || undecided) throw new ConfigError(findings);
}
