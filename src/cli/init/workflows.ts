/** The workflows of a project in a repository on GitHub: those of the package, for its folder and its credentials. */

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ProjectLocation } from '../../model/project.ts';
import type { PulledFile } from '../../model/pull.ts';
import { workflowExamples } from '../pages.ts';

/** The repository, or the folder of the project. */
type Root = ProjectLocation['root'];

const NAMES = ['plan', 'apply', 'drift', 'comment', 'validate'] as const;

/** Paths from the working directory: workflows are in the root of the repository. */
export function workflowPaths(root: Root): readonly string[] {
  return NAMES.map((name) => join(relative(root.cwd, root.folder), '.github', 'workflows', `trueup-${name}.yml`));
}

/** `variables`: those that hold the credentials of the account. */
export async function workflowFiles(root: Root, variables: readonly string[]): Promise<readonly PulledFile[]> {
  const { folder, cwd } = root;
  const project = relative(folder, cwd).replaceAll('\\', '/');
  const paths = workflowPaths(root);
  return Promise.all(
    NAMES.map(async (name, index) => {
      const example = await readFile(new URL(`${name}.yml`, workflowExamples()), 'utf8');
      return { path: paths[index] ?? '', before: null, text: withCredentials(inFolder(example, project), variables) };
    }),
  );
}

/** `project`: empty for the root of the repository. */
function inFolder(text: string, project: string): string {
  const below = project === '' ? '' : `${project}/`;
  return text
    .replaceAll("'crm/**'", () => `'${below.replaceAll("'", "''")}**'`)
    .replaceAll('working-directory: crm', () => `working-directory: ${project === '' ? '.' : JSON.stringify(project)}`)
    .replaceAll(/path: crm\/(\S+)/g, (_, file: string) => `path: ${JSON.stringify(`${below}${file}`)}`);
}

/** One variable has a secret that may only read, and one that may write; several are secrets of their own names. */
function withCredentials(text: string, variables: readonly string[]): string {
  const [only] = variables;
  if (variables.length === 1) return text.replaceAll('SANDBOX_TOKEN=', () => `${only}=`);
  return text.replaceAll(/^( *)credentials: SANDBOX_TOKEN=.*$/gm, (_, indent: string) =>
    [`${indent}credentials: |`, ...variables.map((name) => `${indent}  ${name}=\${{ secrets.${name} }}`)].join('\n'),
  );
}
