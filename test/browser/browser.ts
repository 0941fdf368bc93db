/** Opens report pages in a real browser, offline, and records violations of the policy of a page. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** No sandbox: the tests run as root in containers. The other flags disable network access. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Opened {
  readonly page: Page;
  /** Violations of the policy, errors of the script and requests for anything but the page; has to stay empty. */
  readonly faults: readonly string[];
  /** Saves a picture of the page or of its visible part if TRUEUP_PICTURES names a folder. */
  picture(name: string, fullPage?: boolean): Promise<void>;
}

/** `CHROMIUM` names another browser than Debian's. */
export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: FLAGS });
}

export async function open(browser: Browser, html: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'trueup-page-'));
  const file = join(folder, 'page.html');
  await writeFile(file, html);
  const address = pathToFileURL(file).href;
  const opened = await visit(browser, address, (asked) => asked === address, options);
  await rm(folder, { recursive: true });
  return opened;
}

/** `expected`: addresses that the page may ask for. */
async function visit(
  browser: Browser,
  address: string,
  expected: (address: string) => boolean,
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const faults: string[] = [];
  const page = await context.newPage();
  // The violation events of a policy also reach the console, even before the page has a listener.
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (!expected(request.url())) faults.push(`asked for ${request.url()}`);
  });
  if (options.javaScriptEnabled !== false) {
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))`,
    );
  }
  await page.goto(address);
  return {
    page,
    faults,
    picture: async (name, fullPage = true) => {
      const pictures = process.env['TRUEUP_PICTURES'];
      if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`), fullPage });
    },
  };
}
