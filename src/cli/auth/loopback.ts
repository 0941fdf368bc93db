/** Waits on `localhost` for the redirect that ends an authorization in the browser. */

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { AuthError, UsageError } from '../../errors.ts';
import { htmlText, terminalLine } from '../../report/escape.ts';

export interface Loopback {
  readonly redirectUri: string;
  /** The code of the redirect. Throws AuthError if it was refused, timed out, or the signal aborted. */
  readonly code: Promise<string>;
  close(): void;
}

export interface LoopbackOptions {
  /** Part of the redirect URI that is registered in the app. */
  readonly port: number;
  /** The state that the redirect must return: any other answer was not requested. */
  readonly state: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const PATH = '/callback';

/** What `localhost` can mean to a browser. On an address we do not listen on, another program could receive the code. */
const HOSTS = ['127.0.0.1', '::1'] as const;

/** Throws UsageError if the port is not available. */
export async function listenForRedirect(options: LoopbackOptions): Promise<Loopback> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // The caller may start to wait for the code only after it failed.
  promise.catch(() => undefined);
  const servers = await listening(options.port, (request, response) => {
    const answer = buildAnswer(request, options.state);
    page(response, answer);
    if (answer.code !== undefined) resolve(answer.code);
    else if (answer.refused !== undefined) reject(refused(answer.refused));
  });
  const timer = setTimeout(() => reject(tooLate(options.timeoutMs)), options.timeoutMs);
  const aborted = (): void => reject(options.signal.reason);
  options.signal.addEventListener('abort', aborted, { once: true });
  return {
    redirectUri: redirectUri(options.port),
    code: promise,
    close: () => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', aborted);
      for (const server of servers) {
        server.close();
        server.closeIdleConnections();
      }
    },
  };
}

interface Reply {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly code?: string;
  readonly refused?: string;
}

/** A redirect with another state is shown as such and ignored: another program may have sent it. */
function buildAnswer(request: IncomingMessage, state: string): Reply {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname !== PATH)
    return { status: 404, title: 'Not found', text: 'This address only completes an authorization.' };
  if (url.searchParams.get('state') !== state) {
    return {
      status: 400,
      title: 'Not accepted',
      text: 'This reply does not belong to the current login. Start again from the terminal.',
    };
  }
  const code = url.searchParams.get('code');
  if (code !== null && code !== '') {
    return { status: 200, title: 'Authorized', text: 'You can close this page and go back to the terminal.', code };
  }
  const why = url.searchParams.get('error_description') ?? url.searchParams.get('error') ?? 'no code was returned';
  return { status: 400, title: 'Not authorized', text: `The service answered: ${why}.`, refused: why };
}

function page(response: ServerResponse, { status, title, text }: Reply): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  response.end(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${htmlText(title)}</title><h1>${htmlText(title)}</h1><p>${htmlText(text)}</p></html>`,
  );
}

/** The service accepts plain http for this name only, and compares the port too. */
function redirectUri(port: number): string {
  return `http://localhost:${port}${PATH}`;
}

async function listening(port: number, answer: RequestListener): Promise<readonly Server[]> {
  const servers: Server[] = [];
  try {
    for (const host of HOSTS) servers.push(...(await startListening(host, port, answer)));
  } catch (cause) {
    for (const server of servers) server.close();
    throw cannotListen(port, cause);
  }
  if (servers.length === 0) throw cannotListen(port);
  return servers;
}

/** None if this machine has no such address. */
function startListening(host: string, port: number, answer: RequestListener): Promise<readonly Server[]> {
  return new Promise((resolve, reject) => {
    const server = createServer(answer);
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve([]);
      else reject(error);
    });
    server.listen(port, host, () => resolve([server]));
  });
}

function cannotListen(port: number, cause?: unknown): UsageError {
  return new UsageError('cannot-listen', `Cannot listen for the redirect on localhost, port ${port}.`, {
    hint: `Another program may be using the port. Choose another port with --port, and register ${redirectUri(port).replace(String(port), 'PORT')} in the app with that port.`,
    cause,
  });
}

function refused(why: string): AuthError {
  return new AuthError('authorization-refused', `The app was not authorized: ${terminalLine(why)}.`, {
    hint: 'The user must accept all scopes and may need more permissions in the account.',
  });
}

function tooLate(timeoutMs: number): AuthError {
  return new AuthError('authorization-timeout', `No response from the browser within ${timeoutMs / 1000} seconds.`, {
    hint: 'Run it again, with a longer --timeout if needed.',
  });
}
