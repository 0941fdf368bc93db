import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/client/index.ts';
import type { Database } from '../../src/fleet/database/database.ts';
import { fleetReport } from '../../src/fleet/read/report.ts';
import type { StatusPage } from '../../src/fleet/serve/options.ts';
import { startStatusPage } from '../../src/fleet/serve/start.ts';
import { beat } from '../../src/fleet/store/worker-statements.ts';
import { rolloutHtml } from '../../src/report/html/rollout.ts';
import { type Backend, backend } from '../fleet/databases.ts';
import { plant } from '../fleet/read/planted.ts';
import { NOW } from '../support/builders.ts';
import { launch, type Opened, open, visit } from './browser.ts';
import { contrasts } from './contrasts.ts';
import { HOSTILE, samplePlan } from './samples.ts';

let place: Backend;
let database: Database;
let served: StatusPage;
let browser: Browser;
let opened: Opened | undefined;

beforeAll(async () => {
  place = await backend('PGlite');
  database = await place.database();
  await plant(database, { id: 'autumn', size: 10_000, plan: JSON.stringify(samplePlan()) });
  await plant(database, {
    id: 'summer',
    size: 1_000,
    phase: 'done',
    wave: 2,
    age: 60,
    plan: JSON.stringify(samplePlan()),
  });
  await database.query(({ sql, of }) => sql`update ${of('target')} set message = ${HOSTILE} where hub_id = 1100`);
  await database.query(beat('worker-1', 600_000));
  served = await startStatusPage({ database, clock: systemClock });
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  await served.close();
  await place.close();
});

afterEach(async () => {
  expect(opened?.faults ?? []).toEqual([]);
  await opened?.page.context().close();
});

async function at(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  opened = await visit(browser, served.url + path, (asked) => asked.startsWith(served.url), options);
  return opened.page;
}

test('from the fleet to a rollout, its failed accounts and one of them, with counts of all 10,000', async () => {
  const page = await at('/');
  expect(await page.locator('.verdict').innerText()).toContain('1 worker running');
  await page.getByRole('link', { name: 'autumn' }).click();
  expect(await page.getByRole('list', { name: 'Accounts by state' }).innerText()).toMatch(
    /10000\s+accounts[\s\S]*9000\s+approved/,
  );
  expect(await page.getByRole('table').first().getByRole('row').count()).toBe(4);
  await page
    .getByRole('row', { name: /^2 10%/ })
    .getByRole('link', { name: '18 failed' })
    .click();
  expect(await page.getByRole('status').innerText()).toBe('18 shown; these are all.');
  await page.getByRole('link', { name: '1150', exact: true }).click();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Account 1150');
  expect(await page.locator('.verdict').innerText()).toBe('failed: The service refused <b>it</b>.');
});

test('the form filters, keeps what was chosen, and pages lead on', async () => {
  const page = await at('/rollouts/autumn/accounts');
  await page.getByLabel('State').selectOption('approved');
  await page.getByLabel('Cluster').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Show' }).click();
  expect(await page.getByLabel('State').inputValue()).toBe('approved');
  expect(await page.getByRole('status').innerText()).toBe('100 shown; there may be more.');
  const first = await page.getByRole('rowheader').first().innerText();
  await page.getByRole('link', { name: 'Next page' }).click();
  expect(Number(await page.getByRole('rowheader').first().innerText())).toBeGreaterThan(Number(first));
  await page.getByLabel('Account id').fill('1100');
  await page.getByLabel('Account id').press('Enter');
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['1100']);
  expect(await page.locator('img').count()).toBe(0);
});

test('a cluster is shown with the filters of a plan', async () => {
  const page = await at('/rollouts/autumn');
  await page.getByRole('link', { name: '3f9a01c2' }).click();
  expect(await page.getByRole('status').innerText()).toBe('All 7 shown.');
  await page.getByRole('button', { name: 'update (2)' }).click();
  expect(await page.getByRole('status').innerText()).toBe('2 of 7 shown.');
});

test('it is brought up to date without moving the focus, and says when nobody answers', async () => {
  const page = await at('/rollouts/autumn');
  await page.clock.install();
  await page.reload();
  const tiles = page.getByRole('list', { name: 'Accounts by state' });
  const link = tiles.getByRole('link', { name: 'failed' });
  await link.focus();
  await database.query(
    ({ sql, of }) => sql`update ${of('target')} set state = 'failed' where rollout = 'autumn' and hub_id = 1001`,
  );
  await page.clock.runFor(5_100);
  await expect.poll(() => page.getByRole('list', { name: 'Accounts by state' }).innerText()).toMatch(/21\s+failed/);
  expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('failed');
  await page.route('**/*', (route) => route.abort());
  await page.clock.runFor(5_100);
  await expect.poll(() => page.getByRole('status').innerText()).toMatch(/does not answer/);
  await database.query(
    ({ sql, of }) => sql`update ${of('target')} set state = 'applied' where rollout = 'autumn' and hub_id = 1001`,
  );
  // The requests that were refused are what was tested.
  const faults = opened?.faults ?? [];
  opened = undefined;
  expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
  await page.context().close();
});

test('everything is there without scripts, and the page reloads itself', async () => {
  const page = await at('/rollouts/autumn', { javaScriptEnabled: false });
  expect(await page.locator('meta[http-equiv=refresh]').count()).toBe(1);
  expect(await page.getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'All accounts' }).click();
  await page.getByLabel('State').selectOption('uncertain');
  await page.getByRole('button', { name: 'Show' }).click();
  expect(await page.getByRole('status').innerText()).toBe('12 shown; these are all.');
});

test('the keyboard reaches the content first, and then each link with a visible focus', async () => {
  const page = await at('/rollouts/autumn');
  const focused = () => page.evaluate<string>('document.activeElement.innerText');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('All accounts');
  expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
});

test.each(['light', 'dark'] as const)('every text can be read: %s', async (colorScheme) => {
  for (const [name, path] of [
    ['fleet', '/'],
    ['rollout', '/rollouts/autumn'],
    ['accounts', '/rollouts/autumn/accounts?state=failed'],
    ['account', '/rollouts/autumn/accounts/1100'],
    ['cluster', '/rollouts/autumn/clusters/3f9a01c2'],
  ] as const) {
    const page = await at(path, { colorScheme });
    expect([name, (await contrasts(page)).filter(({ ratio }) => ratio < 4.5)]).toEqual([name, []]);
    await opened?.picture(`fleet-${name}-${colorScheme}`);
    expect(opened?.faults).toEqual([]);
    await page.context().close();
  }
});

test('a narrow screen scrolls tables by themselves, and not the page', async () => {
  for (const path of ['/', '/rollouts/autumn', '/rollouts/autumn/accounts']) {
    const page = await at(path, { viewport: { width: 360, height: 700 } });
    expect([path, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([path, true]);
    await opened?.picture(`fleet-narrow${path.replaceAll('/', '-')}`);
    await page.context().close();
  }
});

test('the report of 10,000 accounts is one page that filters and names each account', async () => {
  const report = await fleetReport(database, 'autumn');
  opened = await open(browser, rolloutHtml(report, { now: NOW }));
  const { page } = opened;
  expect(await page.getByRole('status').innerText()).toBe('All 14 shown.');
  await page.getByRole('button', { name: 'create (8)' }).click();
  expect(await page.getByRole('status').innerText()).toBe('8 of 14 shown.');
  await page.getByText('Accounts (8000)').click();
  expect(await page.locator('.ids').first().innerText()).toContain('10999');
  expect((await contrasts(page)).filter(({ ratio }) => ratio < 4.5)).toEqual([]);
  await opened.picture('fleet-report', false);
});
