/** Sets up a scenario: a service behind a socket, a folder with the project, and commands that run there. */

import { readFile } from 'node:fs/promises';
import { type CallMoment, type RecordedCall, type Service, startService } from '../../src/service/index.ts';
import { copyExample } from '../support/project.ts';
import { aShell, type Ran } from '../support/world.ts';
import { type Ended, startCli } from './child.ts';
import type { Scenario } from './scenarios.ts';

export interface Site {
  readonly service: Service & { readonly url: string };
  /** Applies in a child, to the end or until it is killed; resolves when the service has nothing in hand any more. */
  apply(options?: Blow): Promise<Ended>;
  /** Applies in this process, which is quicker. */
  applyHere(...more: readonly string[]): Promise<Ended>;
  /** Any other command, in this process. */
  run(...words: readonly string[]): Promise<Ran>;
  /** The calls since the scenario was set up. */
  calls(): Promise<readonly RecordedCall[]>;
  close(): Promise<void>;
}

export interface Blow {
  /** More of the child's environment: see preload.ts. */
  readonly env?: Readonly<Record<string, string>>;
  readonly json?: boolean;
  /** Kills the child at this moment of the nth request, from 1. */
  readonly killAt?: { readonly nth: number; readonly at: CallMoment['at'] };
}

const LEDGER = ['--ledger', 'ledger'];

export async function aSite(scenario: Scenario): Promise<Site> {
  let onCall: (moment: CallMoment) => Promise<void> = async () => undefined;
  const inHand = new Set<number>();
  const seed = JSON.parse(await readFile('examples/two-accounts/seed.json', 'utf8'));
  const service = await startService({
    seed,
    rateLimit: false,
    // So that a dated run needs none of the older paths.
    sunset: scenario.surface === 'dated',
    onCall: async (moment) => {
      if (moment.at === 'arrived') inHand.add(moment.sequence);
      await onCall(moment);
      if (moment.at === 'answered') inHand.delete(moment.sequence);
    },
  });
  const env = { ...(await environmentOf(service)), TRUEUP_SURFACE: scenario.surface };
  const shell = await aShell({ env });
  await place(scenario, shell, service);
  const earlier = (await service.calls()).length;
  const words = ['apply', '--auto-approve', ...LEDGER, ...scenario.flags, ...scenario.consent, ...scenario.confirm];

  /** Waits until the service has read all requests of a dead process and has answered the open requests. */
  const idle = async (): Promise<void> => {
    await fetch(service.url);
    while (inHand.size > 0) await new Promise((resolve) => setImmediate(resolve));
  };

  return {
    service,
    async apply({ env: more = {}, json = false, killAt } = {}) {
      const child = startCli([...words, ...(json ? ['--json'] : [])], { cwd: shell.cwd, env: { ...env, ...more } });
      let seen = 0;
      let marked: number | undefined;
      onCall = async ({ at, sequence }) => {
        if (at === 'arrived') seen += 1;
        if (at === 'arrived' && seen === killAt?.nth) marked = sequence;
        if (sequence === marked && at === killAt?.at) await child.kill();
      };
      const ended = await child.ended;
      onCall = async () => undefined;
      await idle();
      return ended;
    },
    applyHere: (...more) => shell.run(...words, ...more),
    run: (...given) => shell.run(...given, ...LEDGER, ...scenario.flags),
    calls: async () => (await service.calls()).slice(earlier),
    close: () => service.close(),
  };
}

async function environmentOf(service: Site['service']): Promise<Readonly<Record<string, string>>> {
  const { accessToken, developerKey } = service.development;
  const production = await service.issueToken({ hubId: 7007, appId: 2002 });
  return {
    TRUEUP_BASE_URL: service.url,
    TRUEUP_ACCESS_TOKEN: accessToken,
    SANDBOX_TOKEN: accessToken,
    CLIENT_ID: 'trueup-production',
    CLIENT_SECRET: 'trueup-production-secret',
    PRODUCTION_REFRESH_TOKEN: production.refreshToken,
    APP_2001_KEY: developerKey,
  };
}

async function place(
  { project, earlier, consent, hubId }: Scenario,
  shell: Awaited<ReturnType<typeof aShell>>,
  service: Service,
): Promise<void> {
  if (earlier !== undefined) {
    await shell.write('trueup.yaml', earlier.text);
    const { code, stderr } = await shell.run('apply', '--auto-approve', ...LEDGER, ...consent);
    if (code !== 0) throw new Error(`The earlier apply ended with ${code}: ${stderr}`);
    await earlier.meddle(service.admin(hubId));
  }
  if ('example' in project) await copyExample(project.example, shell.cwd);
  else await shell.write('trueup.yaml', project.text);
}
