/** Checks of this machine: versions of the program and of Node.js, and the proxy. */

import { environmentProxy, undiciTransport } from '../../client/index.ts';
import type { Check } from '../../model/checkup.ts';
import { release } from '../../report/version.ts';
import type { World } from '../world.ts';
import { buildProblem, ok, problem, warning } from './checks.ts';

export function checkProgram(running: string = process.versions.node): readonly Check[] {
  const { version, node } = release();
  const message = `trueup ${version} on Node.js ${running}.`;
  if (!isOlder(running, node)) return [ok('program', message)];
  return [problem('program', message, `trueup needs Node.js ${node} or newer.`)];
}

function isOlder(running: string, needed: string): boolean {
  return running.localeCompare(needed, 'en', { numeric: true }) < 0;
}

export async function checkNetwork(env: World['env']): Promise<readonly Check[]> {
  const proxy = await checkProxy(env);
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return [proxy];
  const message =
    'NODE_TLS_REJECT_UNAUTHORIZED=0: certificates are not checked, so an attacker on the network can read the token.';
  const hint = 'Unset it, and set NODE_EXTRA_CA_CERTS to the authority that is missing.';
  return [proxy, warning('network', message, hint)];
}

async function checkProxy(env: World['env']): Promise<Check> {
  const proxy = environmentProxy(env);
  if (proxy === undefined) return ok('network', 'No proxy.');
  try {
    await undiciTransport({ proxy }).close();
  } catch (error) {
    return buildProblem('network', error);
  }
  const except = proxy.except === undefined ? '' : `, except to ${proxy.except}`;
  return ok('network', `Requests to other machines go through the proxy in ${proxy.source ?? ''}${except}.`);
}
