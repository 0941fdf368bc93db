/** Opens a run: its inputs, what started it, the commit that is checked out, and the project in it. */

import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { systemClock, type Transport } from '../client/index.ts';
import { secret } from '../contract/secret.ts';
import { UsageError } from '../errors.ts';
import { githubClient } from '../github/client.ts';
import { PUBLIC_API, parseRepository } from '../github/repository.ts';
import { projectSecrets, readProject } from '../index.ts';
import { checkedOut } from './checkout.ts';
import { checkoutAround } from './checkout-commit.ts';
import { parseEvent } from './event.ts';
import { type Inputs, readInputs } from './inputs.ts';
import { requireInside } from './inside.ts';
import type { Run } from './run.ts';
import type { Step } from './step.ts';
import { configurationOptions, requireListable } from './variables.ts';

type Parts = Pick<Run, 'signal'> & { readonly transport: Transport };

/** Throws UsageError, and what reading the files throws. */
export async function openRun(env: Run['env'], step: Step, { signal, transport }: Parts): Promise<Run> {
  const inputs = readInputs(env);
  requireListable(inputs, env);
  const workspace = env['GITHUB_WORKSPACE'] ?? process.cwd();
  const cwd = resolve(workspace, inputs['working-directory']);
  requireInside(workspace, cwd, 'working-directory');
  if (inputs['notice-url'] !== undefined) step.redaction.hide(inputs['notice-url'].reveal());
  const payload = env['GITHUB_EVENT_PATH'];
  const event = parseEvent(payload === undefined ? undefined : await readFile(payload, 'utf8'), {
    name: env['GITHUB_EVENT_NAME'] ?? '',
    ref: env['GITHUB_REF'] ?? '',
    sha: env['GITHUB_SHA'] ?? '',
  });
  const host = () => ({
    repository: parseRepository(env['GITHUB_REPOSITORY']),
    github: githubClient({
      apiUrl: env['GITHUB_API_URL'] ?? PUBLIC_API,
      token: secret(requiredToken(inputs)),
      transport,
      clock: systemClock,
      redaction: step.redaction,
    }),
  });
  const top = checkoutAround(resolve(cwd, inputs.files[0] ?? '.'), workspace);
  const project = await readProject(inputs.files, { cwd, within: top ?? workspace });
  const { env: seen, credentials, environment } = configurationOptions({ env, inputs });
  for (const one of projectSecrets(project, seen, credentials, environment)) step.redaction.hide(one.reveal());
  const [server, repository, id] = [env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY'], env['GITHUB_RUN_ID']];
  return {
    inputs,
    env,
    step,
    event,
    checkout: await checkedOut({ event, top, host }),
    clock: systemClock,
    transport,
    signal,
    workspace,
    cwd,
    folder: relative(workspace, cwd).replaceAll('\\', '/') || '.',
    project,
    runUrl: server === undefined || id === undefined ? undefined : `${server}/${repository}/actions/runs/${id}`,
    host,
  };
}

function requiredToken(inputs: Inputs): string {
  if (inputs['github-token'] !== '') return inputs['github-token'];
  throw new UsageError('github-token-missing', 'The input github-token is empty.', {
    hint: 'Leave the input at its default. plan and drift do without it if comment and issue are false; apply does not.',
  });
}
