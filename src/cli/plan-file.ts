/** Reads the file of a saved plan. */

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../errors.ts';
import type { Plan } from '../model/plan.ts';
import { mention } from '../report/command.ts';
import { readPlan } from '../report/documents/read-plan.ts';
import type { Context } from './context.ts';

/** Throws UsageError for a file that cannot be read, and for what is no complete plan. */
export async function readPlanFile({ world }: Context, path: string): Promise<Plan> {
  return readPlan(await readText(resolve(world.cwd, path), path), path);
}

async function readText(path: string, shown: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError('plan-file-missing', `The plan file ${shown} cannot be read.`, {
      hint: `Create one: ${mention('plan', '-o', shown)}`,
      cause,
    });
  }
}
