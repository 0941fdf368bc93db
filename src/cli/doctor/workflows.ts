/** Reads from the workflow files of a checkout which jobs use the Action to plan and to apply. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseText } from '../../config/yaml/document.ts';
import { defined } from '../../contract/defined.ts';

export const WORKFLOW_FOLDER = '.github/workflows';

export interface ActionJob {
  /** Path from the top of the repository. */
  readonly file: string;
  readonly command: 'plan' | 'apply';
  /** Name of its check. Undefined if the name depends on an expression, a matrix or a calling workflow. */
  readonly check?: string;
  /** Name of its environment, which may be an expression. */
  readonly environment?: string;
  /** Branch of the ledger. Undefined if the ledger is a folder. */
  readonly ledgerBranch?: string;
  /** Its action cannot change without a change of the workflow. */
  readonly isPinned: boolean;
  /** Names of the secrets that its step uses, in upper case. */
  readonly secrets: readonly string[];
}

export interface Workflows {
  readonly jobs: readonly ActionJob[];
  /** Paths of the files that name credentials or trueup and are no valid workflow. */
  readonly unreadable: readonly string[];
}

const Step = z.looseObject({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() });
const Job = z.looseObject({
  name: z.string().optional(),
  environment: z.union([z.string(), z.looseObject({ name: z.string() })]).optional(),
  strategy: z.unknown().optional(),
  steps: z.array(Step).optional(),
});
const Workflow = z.looseObject({ on: z.unknown(), jobs: z.record(z.string(), Job) });

export async function readWorkflows(repository: string): Promise<Workflows> {
  const names = await readdir(join(repository, WORKFLOW_FOLDER)).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).sort();
  const jobs: ActionJob[] = [];
  const unreadable: string[] = [];
  for (const name of files) {
    const file = `${WORKFLOW_FOLDER}/${name}`;
    const text = await readFile(join(repository, file), 'utf8').catch(() => '');
    if (!/credentials:|trueup/.test(text)) continue;
    const { value, findings } = parseText({ path: file, text });
    const workflow = Workflow.safeParse(value);
    if (workflow.success && !findings.some(({ severity }) => severity === 'error'))
      jobs.push(...findJobs(file, workflow.data));
    else unreadable.push(file);
  }
  return { jobs, unreadable };
}

function findJobs(file: string, { on, jobs }: z.infer<typeof Workflow>): readonly ActionJob[] {
  const isCalled = JSON.stringify(on ?? null).includes('"workflow_call"');
  return Object.entries(jobs).flatMap(([id, { name = id, strategy, environment, steps = [] }]) => {
    const isNamed = !isCalled && strategy === undefined && !isExpression(name);
    const job = {
      file,
      ...(isNamed ? { check: name } : {}),
      ...defined({ environment: typeof environment === 'object' ? environment.name : environment }),
    };
    return steps.flatMap((step) => {
      const { command, ledger } = step.with ?? {};
      if (step.with?.['credentials'] === undefined || (command !== 'plan' && command !== 'apply')) return [];
      const [, ledgerBranch] = /^branch:(.+)$/.exec(String(ledger ?? '')) ?? [];
      const secrets = [...JSON.stringify(step).matchAll(SECRET)].map(([, secret = '']) => secret.toUpperCase());
      const used = [...new Set(secrets)].filter((secret) => secret !== 'GITHUB_TOKEN');
      const isPinned = PINNED.test(step.uses ?? '');
      return [{ ...job, command, isPinned, ...defined({ ledgerBranch }), secrets: used }];
    });
  });
}

/** A commit, or the repository itself. */
const PINNED = /@[0-9a-f]{40}$|^\.\//;
const SECRET = /\bsecrets(?:\.|\[')([A-Za-z_]\w*)/g;

export function isExpression(text: string): boolean {
  return text.includes('${{');
}
