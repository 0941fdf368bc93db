/** The embedded service and a folder with a project of its account: both new for a test, and gone after it. */

import { rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { projectText, TOKEN } from './project.ts';
import { aShell, type Shell } from './world.ts';

export interface Sandbox {
  readonly service: Service & { readonly url: string };
  readonly shell: Shell;
}

/** To be called by a test, or before each. `text`: the project. */
export async function aSandbox(text: (url: string) => string = projectText): Promise<Sandbox> {
  const service = await startService({ rateLimit: false });
  const shell = await aShell({ env: TOKEN });
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  await shell.write('trueup.yaml', text(service.url));
  return { service, shell };
}
