/** The example of a promotion: a service with both accounts, and a folder with the project. */

import { readFile, rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { type Service, startService } from '../../src/service/index.ts';
import { copyExample } from './project.ts';
import { aShell, type Shell } from './world.ts';

export interface Promotion {
  readonly service: Service & { readonly url: string };
  readonly shell: Shell;
  readonly env: Readonly<Record<string, string>>;
}

const PRODUCTION_TOKEN = 'pat-na1-promotion-production';

/** `scopes` of the token of production. If absent, every scope. */
export async function aPromotion(scopes?: readonly string[]): Promise<Promotion> {
  const seed = JSON.parse(await readFile('examples/promotion/seed.json', 'utf8'));
  if (scopes !== undefined) seed.accounts[0].privateAppTokens[0].scopes = scopes;
  const service = await startService({ seed });
  const env = {
    TRUEUP_BASE_URL: service.url,
    SANDBOX_TOKEN: 'trueup-dev-token',
    PRODUCTION_TOKEN,
    APP_2001_KEY: 'trueup-dev-developer-key',
    APP_2002_KEY: 'trueup-production-developer-key',
  };
  const shell = await aShell({ env });
  await copyExample('promotion', shell.cwd);
  onTestFinished(async () => {
    await service.close();
    await rm(shell.cwd, { recursive: true });
  });
  return { service, shell, env };
}
