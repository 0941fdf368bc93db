/** Outputs of a workflow step: log, outputs, summary, annotations and masks. */

import { randomUUID } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { createScrubber, type Scrubber, SHORTEST_KNOWN } from '../contract/scrub.ts';
import { LOG } from '../report/text/words.ts';

export interface Step {
  /** Text for people; nothing in it is interpreted as a workflow command. */
  log(text: string): void;
  /** Workflow commands, already escaped; each once, because accounts share most of their findings. */
  annotate(commands: readonly string[]): void;
  /** Makes the Git host mask a string in the log. */
  mask(text: string): void;
  /** Scrubber with the secrets of the run. It removes them from everything that the step writes, and masks new secrets. */
  readonly redaction: Scrubber;
  output(name: string, value: string): Promise<void>;
  /** Returns false if the step has no summary, or no space for the text. The Git host drops a summary that is too large. */
  summary(text: string): Promise<boolean>;
}

/** Maximum bytes of one step's summary on the Git host. */
export const SUMMARY_LIMIT = 1024 * 1024;

const NO_ROOM = `\n> Truncated. In full: ${LOG}.\n`;

export function createStep(env: Readonly<Record<string, string | undefined>>, write: (text: string) => void): Step {
  const annotated = new Set<string>();
  const masked = new Set<string>();
  const { hide, scrub } = createScrubber([], SHORTEST_KNOWN);
  const mask = (text: string) => {
    for (const line of text.split(/[\r\n]+/)) {
      if (line === '' || masked.has(line)) continue;
      masked.add(line);
      write(`::add-mask::${line.replace(/%/g, '%25')}\n`);
    }
  };
  let room = SUMMARY_LIMIT - NO_ROOM.length;
  return {
    redaction: {
      hide: (secret) => {
        hide(secret);
        mask(secret);
      },
      scrub,
    },
    log(message) {
      const text = scrub(message);
      if (text === '') return;
      const end = randomUUID();
      write(`::stop-commands::${end}\n${text.endsWith('\n') ? text : `${text}\n`}::${end}::\n`);
    },
    annotate(commands) {
      for (const command of commands.filter((one) => !annotated.has(one))) {
        annotated.add(command);
        write(`${scrub(command)}\n`);
      }
    },
    mask,
    async output(name, value) {
      // A random delimiter: no value can end early and add its own outputs.
      const end = `end-${randomUUID()}`;
      await append(env['GITHUB_OUTPUT'], `${name}<<${end}\n${scrub(value)}\n${end}\n`);
    },
    async summary(message) {
      const text = scrub(message);
      const file = env['GITHUB_STEP_SUMMARY'];
      if (file === undefined || file === '' || room <= 0) return false;
      const fits = Buffer.byteLength(text) <= room;
      room = fits ? room - Buffer.byteLength(text) : 0;
      await append(file, fits ? text : NO_ROOM);
      return fits;
    },
  };
}

async function append(file: string | undefined, text: string): Promise<void> {
  if (file !== undefined && file !== '') await appendFile(file, text);
}
