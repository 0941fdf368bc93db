/** Runs the steps of action.yml as a runner does, with variables and files for outputs and summary. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { runStep } from '../../src/action/main.ts';
import { REPOSITORY, TOKEN } from '../github/stand-in/server.ts';
import { builtAction } from '../support/built.ts';
import { ACTION, type ActionStep, fillIn, type Names } from './action-file.ts';

export interface RunRequest {
  readonly inputs: Readonly<Record<string, string>>;
  readonly workspace: string;
  readonly apiUrl: string;
  readonly event?: { readonly name: string; readonly payload: unknown };
  readonly sha?: string;
  /** `refs/heads/main` if left out. */
  readonly ref?: string;
  readonly runId?: number;
  /** Attempt of the run; 2 and more repeat the run. */
  readonly attempt?: number;
  /** More variables of the runner. */
  readonly env?: Readonly<Record<string, string>>;
  /** Kills the runner when it resolves. The step then runs as a process. */
  readonly dies?: Promise<unknown>;
}

export interface Ran {
  readonly code: number;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Annotations that the Git host keeps. */
  readonly annotations: readonly string[];
}

/** The runner drops a larger summary whole. */
const SUMMARY_LIMIT = 1024 * 1024;
/** Number of annotations that the host keeps for each severity and step. */
const ANNOTATIONS_KEPT = 10;

/**
 * Code that a step runs. A user's job runs `source`. A `bundle` starts faster. `here` runs in the process of the tests.
 */
export type Code = 'bundle' | 'here' | 'source';

const CHECKOUT: Readonly<Record<Code, readonly string[]>> = {
  here: [],
  bundle: ['dist', 'bin', 'package.json', 'node_modules'],
  source: ['src', 'bin', 'package.json', 'package-lock.json', 'node_modules'],
};

const SHELL_STEPS = ACTION.runs.steps.filter(({ run }) => run !== undefined);

/** A bundle needs no packages installed. */
const STEPS: Readonly<Record<Code, readonly ActionStep[]>> = {
  here: SHELL_STEPS.filter(({ id }) => id === 'trueup'),
  bundle: SHELL_STEPS.filter(({ id }) => id === 'trueup'),
  source: SHELL_STEPS,
};

/** A checkout of the action: links to ours, with an `npm` that notes how it was called in place of a registry. */
async function checkout(code: Code): Promise<{ readonly path: string; readonly bin: string; readonly calls: string }> {
  const path = await mkdtemp(join(tmpdir(), 'trueup-action-'));
  const from = code === 'bundle' ? await builtAction() : '.';
  for (const name of CHECKOUT[code]) await symlink(resolve(from, name), join(path, name));
  const bin = await mkdtemp(join(tmpdir(), 'trueup-action-bin-'));
  const calls = join(bin, 'npm.calls');
  await writeFile(join(bin, 'npm'), `#!/bin/sh\necho "$PWD npm $*" >> ${calls}\n`, { mode: 0o755 });
  return { path, bin, calls };
}

/** Folder for temporary files that all jobs of a process share, so that code is compiled once. */
const TEMPORARY = mkdtemp(join(tmpdir(), 'trueup-runner-temp-'));

export interface Runner {
  run(request: RunRequest): Promise<Ran>;
  /** Lists the calls that installed the action, one line per call. */
  installs(): Promise<string>;
}

export async function aRunner(code: Code): Promise<Runner> {
  const action = await checkout(code);
  let runs = 0;
  let mortal: Promise<Runner> | undefined;
  return {
    installs: async () => (await readFile(action.calls, 'utf8')).replaceAll(action.path, 'ACTION'),
    async run(request) {
      // Only a process can be killed.
      if (code === 'here' && request.dies !== undefined) {
        mortal ??= aRunner('bundle');
        return (await mortal).run(request);
      }
      runs += 1;
      const files = await mkdtemp(join(tmpdir(), 'trueup-run-'));
      const file = async (name: string, text: string) => {
        await writeFile(join(files, name), text);
        return join(files, name);
      };
      const [output, summary] = [await file('output', ''), await file('summary', '')];
      const env = {
        PATH: [action.bin, dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
        HOME: files,
        RUNNER_TEMP: await TEMPORARY,
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: action.path,
        GITHUB_ACTOR: 'ann',
        GITHUB_API_URL: request.apiUrl,
        GITHUB_EVENT_NAME: request.event?.name ?? 'workflow_dispatch',
        GITHUB_EVENT_PATH: await file('event.json', JSON.stringify(request.event?.payload ?? {})),
        GITHUB_OUTPUT: output,
        GITHUB_REF: request.ref ?? 'refs/heads/main',
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_RUN_ATTEMPT: String(request.attempt ?? 1),
        GITHUB_RUN_ID: String(request.runId ?? runs),
        GITHUB_SERVER_URL: 'https://github.example',
        GITHUB_SHA: request.sha ?? '0'.repeat(40),
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKFLOW: 'Test',
        GITHUB_WORKSPACE: request.workspace,
        ...request.env,
      };
      const names = namesOf(request, action.path);
      let exit = 0;
      let log = '';
      for (const step of STEPS[code]) {
        const ran = await (code === 'here' ? stepHere : stepAsProcess)(step, names, env, request);
        log += ran.log;
        exit = ran.code;
        if (exit !== 0) break;
      }
      const told = await readFile(summary, 'utf8');
      const refused = Buffer.byteLength(told) > SUMMARY_LIMIT;
      return {
        code: exit,
        log: refused ? `${log}##[error]$GITHUB_STEP_SUMMARY upload aborted\n` : log,
        outputs: parseOutputs(await readFile(output, 'utf8')),
        summary: refused ? '' : told,
        annotations: keptAnnotations(log),
      };
    },
  };
}

function namesOf({ inputs }: RunRequest, actionPath: string): Names {
  const unknown = Object.keys(inputs).filter((name) => ACTION.inputs[name] === undefined);
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}.`);
  const github = { 'github.token': TOKEN, 'github.action_path': actionPath };
  const values = Object.entries(ACTION.inputs).map(
    ([name, input]) => [`inputs.${name}`, inputs[name] ?? fillIn(input.default ?? '', github)] as const,
  );
  return { ...github, ...Object.fromEntries(values) };
}

interface RanStep {
  readonly code: number;
  readonly log: string;
}

type Variables = Readonly<Record<string, string>>;

function variablesOf({ env = {} }: ActionStep, names: Names, given: Variables): Variables {
  const own = Object.entries(env).map(([name, value]) => [name, fillIn(value, names)] as const);
  return { ...given, ...Object.fromEntries(own) };
}

async function stepHere(step: ActionStep, names: Names, given: Variables): Promise<RanStep> {
  let log = '';
  const write = (text: string): void => {
    log += text;
  };
  const env = variablesOf(step, names, given);
  return { code: await runStep({ env, write, signal: new AbortController().signal }), log };
}

/** `shell: bash` as the runner starts it. */
function stepAsProcess(
  step: ActionStep,
  names: Names,
  given: Variables,
  { workspace, dies }: RunRequest,
): Promise<RanStep> {
  const options = {
    cwd: fillIn(step['working-directory'] ?? workspace, names),
    env: variablesOf(step, names, given),
    maxBuffer: 64 * 1024 * 1024,
  };
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', fillIn(step.run ?? '', names)];
  return new Promise((done) => {
    const child = execFile('bash', words, options, (_, stdout, stderr) => {
      done({ code: child.exitCode ?? 1, log: stdout + stderr });
    });
    // Bash gave its process to the one command that it was handed.
    void dies?.then(() => child.kill('SIGKILL'));
  });
}

/** Commands inside stopped text are text. */
function keptAnnotations(log: string): readonly string[] {
  const commands = log
    .replace(/^::stop-commands::(.+)\n[\s\S]*?^::\1::$/gm, '')
    .match(/^::(error|warning|notice) ?.*$/gm);
  const bySeverity = Map.groupBy(commands ?? [], (command) => /^::\w+/.exec(command)?.[0]);
  return [...bySeverity.values()].flatMap((of) => of.slice(0, ANNOTATIONS_KEPT));
}

/** `name<<END`, lines, `END`. */
function parseOutputs(text: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, end] = /^([\w-]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined || end === undefined) continue;
    const last = lines.indexOf(end, at + 1);
    outputs[name] = lines.slice(at + 1, last).join('\n');
    at = last;
  }
  return outputs;
}
