/** What a step of a workflow may write: its log, outputs, summary, annotations and masks. */

import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';

export interface Step {
  /** Text for people; nothing in it is read as a workflow command. */
  log(text: string): void;
  /** Workflow commands, already escaped, each line ended. */
  commands(text: string): void;
  /** Keeps a secret out of the log. */
  mask(secret: string): void;
  output(name: string, value: string): Promise<void>;
  summary(text: string): Promise<void>;
}

export function createStep(env: Readonly<Record<string, string | undefined>>, write: (text: string) => void): Step {
  return {
    log(text) {
      if (text === '') return;
      const end = randomUUID();
      write(`::stop-commands::${end}\n${text.endsWith('\n') ? text : `${text}\n`}::${end}::\n`);
    },
    commands: (text) => write(text),
    mask(secret) {
      for (const line of secret.split(/[\r\n]+/)) if (line !== '') write(`::add-mask::${line.replace(/%/g, '%25')}\n`);
    },
    async output(name, value) {
      // A random end: no value can end itself early and add outputs of its own.
      const end = `end-${randomUUID()}`;
      await append(env['GITHUB_OUTPUT'], `${name}<<${end}\n${value}\n${end}\n`);
    },
    summary: (text) => append(env['GITHUB_STEP_SUMMARY'], text),
  };
}

async function append(file: string | undefined, text: string): Promise<void> {
  if (file !== undefined && file !== '') await appendFile(file, text);
}
