/** What a pull works with. */

import type { Project } from '../../model/project.ts';
import type { Parts } from '../parts.ts';
import type { ResolvedProject } from '../project.ts';

export interface PullParts extends Parts {
  readonly project: Project;
  /** The same account with other files, or another account that the files declare. */
  resolve(project: Project, account?: string): ResolvedProject;
}
