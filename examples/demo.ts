/** Starts the embedded service, plans and applies the complete example, shows that a second plan is empty, and stops. */

import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const trueup = fileURLToPath(new URL('../bin/trueup.mjs', import.meta.url));
const example = fileURLToPath(new URL('complete/trueup.yaml', import.meta.url));
const ledger = await mkdtemp(join(tmpdir(), 'trueup-demo-'));

const service = spawn(process.execPath, [trueup, 'serve', '--port', '0', '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const started = await firstLine();
  console.log(`\nThe embedded service listens on ${started.url}: open it in a browser to look at the account.\n`);
  const env = { ...process.env, TRUEUP_BASE_URL: started.url, TRUEUP_ACCESS_TOKEN: started.accessToken };
  for (const command of [['plan'], ['apply', '--auto-approve'], ['plan']]) {
    console.log(`$ trueup ${command.join(' ')} --file examples/complete/trueup.yaml\n`);
    const code = await run([...command, '--file', example, '--ledger', ledger], env);
    if (code !== 0) {
      process.exitCode = code;
      break;
    }
    console.log('');
  }
} finally {
  service.kill('SIGTERM');
  await rm(ledger, { recursive: true, force: true });
}

interface Started {
  readonly url: string;
  readonly accessToken: string;
}

async function firstLine(): Promise<Started> {
  for await (const line of createInterface({ input: service.stdout })) return JSON.parse(line) as Started;
  throw new Error('The embedded service stopped before it was ready.');
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [trueup, ...args], { stdio: 'inherit', env });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
