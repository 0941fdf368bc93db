/** Parts of a pull. */

import type { Project } from '../../model/project.ts';
import type { Parts } from '../parts.ts';
import type { ResolvedProject } from '../project.ts';

export interface PullParts extends Parts {
  readonly project: Project;
  /** Resolves other files for the account, or the files for another declared account. */
  resolve(project: Project, account?: string): ResolvedProject;
}
