/** Whole runs against the embedded service, kept as their replies: a transport that plays them costs nothing and can be bent. */

import { readFileSync } from 'node:fs';
import type { HttpReply, HttpRequest, Transport } from '../../src/contract/http.ts';
import { SURFACES, type Surface } from '../../src/contract/surfaces.ts';
import { createReconciler, parseProject, type RiskName } from '../../src/index.ts';
import type { Disk } from '../../src/ledger/disk.ts';
import { memoryDisk } from '../../src/ledger/memory-store.ts';
import { storeOn } from '../../src/ledger/store.ts';
import type { SourceFile } from '../../src/model/project.ts';
import { createService, type Service } from '../../src/service/index.ts';
import { ALL_KINDS, ALL_KINDS_LATER } from '../laws/samples.ts';
import { filesOf } from '../laws/world.ts';
import { counting, testClock } from '../ledger/clock.ts';
import { planAllowing } from '../support/consents.ts';

export const ALLOW = [
  'option-removal',
  'limit-purge',
  'type-change',
  'max-changes',
] as const satisfies readonly RiskName[];

/** Environment of the account. Its secrets are in replies and must never be printed. */
export const ENV = {
  TRUEUP_BASE_URL: 'http://127.0.0.1:4010',
  CLIENT_ID: 'trueup-dev',
  CLIENT_SECRET: 'trueup-dev-secret',
  REFRESH: 'trueup-dev-refresh',
};

export interface Recording {
  readonly name: string;
  readonly surface: Surface;
  readonly files: readonly SourceFile[];
  /** The ledger file as it was before, undefined when there was none. */
  readonly ledger: string | undefined;
  /** Exchanges in the order of the run. */
  readonly exchanges: readonly { readonly key: string; readonly reply: HttpReply }[];
}

/** Opens a reconciler as a new process. */
export function open(recording: Pick<Recording, 'files' | 'surface'>, disk: Disk, transport: Transport) {
  const clock = testClock();
  const newId = counting('i');
  const self = { owner: 'ann', host: 'here', pid: 1, alive: async () => false };
  return createReconciler({
    config: parseProject(recording.files),
    env: { ...ENV, TRUEUP_SURFACE: recording.surface },
    ledger: storeOn({ disk, name: 'fuzzed', clock, newId, self }),
    transport,
    clock,
    newId,
  });
}

export function keyOf({ method, url }: HttpRequest): string {
  return `${method} ${new URL(url).pathname}`;
}

/** Creates everything, then changes everything, then does the latter once more with a list that only the v1 address gives. */
export async function record(): Promise<readonly Recording[]> {
  return (await Promise.all(SURFACES.map(recordOn))).flat();
}

async function recordOn(surface: Surface): Promise<readonly Recording[]> {
  const service = await createService({ clock: testClock(), rateLimit: false });
  const disk = memoryDisk(testClock());
  try {
    const complete = await recorded(service, disk, { name: 'complete', surface, files: completeOn(surface) });
    const created = await recorded(service, disk, { name: 'all kinds', surface, files: projectOf(ALL_KINDS) });
    const changed = await recorded(service, disk, {
      name: 'all kinds, changed',
      surface,
      files: projectOf(ALL_KINDS_LATER),
    });
    return [complete, created, changed];
  } finally {
    await service.close();
  }
}

async function recorded(
  service: Service,
  disk: Disk,
  project: Pick<Recording, 'name' | 'surface' | 'files'>,
): Promise<Recording> {
  const ledger = await disk.read(LEDGER_FILE);
  const exchanges: { key: string; reply: HttpReply }[] = [];
  const transport: Transport = {
    async send(request, options) {
      const reply = await service.transport.send(request, options);
      exchanges.push({ key: keyOf(request), reply });
      return reply;
    },
    close: async () => undefined,
  };
  const reconciler = open(project, disk, transport);
  const plan = await planAllowing(reconciler, ALLOW);
  await reconciler.apply(plan, { skipBlocked: true, concurrency: 1 });
  return { ...project, ledger, exchanges };
}

export const LEDGER_FILE = 'fuzzed.ledger.json';

/** Account with refreshed tokens, so that replies of the token endpoints are bent too. */
const ACCOUNT = `accounts:
  fuzzed:
    hubId: 1001
    baseUrl: \${env.TRUEUP_BASE_URL}
    auth: { clientId: "\${env.CLIENT_ID}", clientSecret: "\${env.CLIENT_SECRET}", refreshToken: "\${env.REFRESH}" }
    values: { appId: 2001 }
`;

function projectOf(schema: Parameters<typeof filesOf>[0]): readonly SourceFile[] {
  return [...filesOf(schema), { path: 'accounts.yaml', text: `version: 1\n${ACCOUNT}` }];
}

/** Only the dated surface has pipelines and association labels. */
function completeOn(surface: Surface): readonly SourceFile[] {
  const datedOnly = surface === 'dated' ? ['associations', 'pipelines'] : [];
  const names = ['contacts', 'companies-and-deals', 'events-and-limits', ...datedOnly];
  return [
    { path: 'trueup.yaml', text: `version: 1\ninclude: [schema/*.yaml]\n${ACCOUNT}` },
    ...names.map((name) => ({
      path: `schema/${name}.yaml`,
      text: readFileSync(`examples/complete/schema/${name}.yaml`, 'utf8'),
    })),
  ];
}
