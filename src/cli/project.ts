/** Loads the files of a project; a separate file, so that offline commands load no client. */

import { projectSecrets } from '../config/accounts/secrets.ts';
import { readProject } from '../config/files/load.ts';
import { parseProject } from '../config/files/project.ts';
import { excerpt } from '../config/yaml/excerpt.ts';
import { defined } from '../contract/defined.ts';
import { listForms } from '../contract/scrub.ts';
import { InternalError } from '../errors.ts';
import type { Project, ProjectLocation } from '../model/project.ts';
import type { Context } from './context.ts';
import type { CommonFlags } from './flags.ts';

export const DEFAULT_FILE = 'trueup.yaml';

/** What cannot be read becomes a finding of the project. */
export async function openProject(context: Context, flags: CommonFlags): Promise<Project> {
  const project = await readProject(flags.file ?? [DEFAULT_FILE], { cwd: context.world.cwd });
  const secrets = projectSecrets(project, context.world.env).map((secret) => secret.reveal());
  for (const secret of secrets) context.redaction.hide(secret);
  // A line is cut to its width, so secrets are masked before they could be cut in two.
  const forms = secrets.flatMap(listForms);
  context.useExcerpts((provenance) => excerpt(project, provenance, forms));
  return project;
}

/** Without a default file the project is empty: its account comes from the environment. */
export async function openProjectIfThere(context: Context, flags: CommonFlags): Promise<Project> {
  const project = await openProject(context, flags);
  if (flags.file !== undefined || project.files.length > 0) return project;
  const { location } = project;
  return { ...parseProject([]), ...defined({ location }) };
}

/** Where a project is that has no file yet. */
export async function projectLocation(context: Context, flags: CommonFlags): Promise<ProjectLocation> {
  const { location } = await openProject(context, flags);
  if (location === undefined) throw new InternalError('A project on disk has a location.');
  return location;
}

/** A project whose only file is not written yet. */
export function openUnwritten(text: string): typeof openProject {
  return async (context, flags) => {
    const location = await projectLocation(context, flags);
    return { ...parseProject([{ path: DEFAULT_FILE, text }]), location };
  };
}
