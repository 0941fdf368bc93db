/** The workflows of a project in a repository on GitHub: those of the package, for its folder, its credentials and its host. */

import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { allows, readAllowedHosts, VENDOR_HOSTS } from '../../config/accounts/allowed-hosts.ts';
import type { ProjectLocation } from '../../model/project.ts';
import type { PulledFile } from '../../model/pull.ts';
import { workflowExamples } from '../pages.ts';
import type { StarterAccount } from './starter.ts';

/** The repository, or the folder of the project. */
type Root = ProjectLocation['root'];

const VENDOR = readAllowedHosts(VENDOR_HOSTS).hosts;
const NAMES = ['plan', 'apply', 'drift', 'validate'] as const;

/** Paths from the working directory: workflows are in the root of the repository. */
export function workflowPaths(root: Root): readonly string[] {
  return NAMES.map((name) => join(relative(root.cwd, root.folder), '.github', 'workflows', `trueup-${name}.yml`));
}

type Target = Pick<StarterAccount, 'auth' | 'baseUrl'>;

export async function workflowFiles(root: Root, { auth, baseUrl }: Target): Promise<readonly PulledFile[]> {
  const { folder, cwd } = root;
  const project = relative(folder, cwd).replaceAll('\\', '/');
  const paths = workflowPaths(root);
  return Promise.all(
    NAMES.map(async (name, index) => {
      const example = await readFile(new URL(`${name}.yml`, workflowExamples()), 'utf8');
      const text = withHost(withCredentials(inFolder(example, project), Object.values(auth)), baseUrl);
      return { path: paths[index] ?? '', before: null, text };
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

/** The Action sends tokens to the vendor alone, unless the workflow says otherwise. */
function withHost(text: string, baseUrl: string | undefined): string {
  if (baseUrl === undefined || allows(VENDOR, baseUrl)) return text;
  const { host } = new URL(baseUrl);
  return text.replaceAll(
    /^( *)working-directory: .*$/gm,
    (line, indent: string) => `${line}\n${indent}allowed-hosts: ${JSON.stringify(host)}`,
  );
}

/** One variable has a secret that may only read, and one that may write; several are secrets of their own names. */
function withCredentials(text: string, variables: readonly string[]): string {
  const [only] = variables;
  if (variables.length === 1) return text.replaceAll('SANDBOX_TOKEN=', () => `${only}=`);
  return text.replaceAll(/^( *)credentials: SANDBOX_TOKEN=.*$/gm, (_, indent: string) =>
    [`${indent}credentials: |`, ...variables.map((name) => `${indent}  ${name}=\${{ secrets.${name} }}`)].join('\n'),
  );
}
