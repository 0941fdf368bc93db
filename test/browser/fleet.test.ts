import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fleetReport } from '../../src/fleet/read/report.ts';
import { docHtml } from '../../src/report/html/render.ts';
import { rolloutDoc } from '../../src/report/text/rollout.ts';
import { type Backend, backend } from '../fleet/databases.ts';
import { plant } from '../fleet/read/planted.ts';
import { NOW } from '../support/builders.ts';
import { launch, open } from './browser.ts';
import { contrasts } from './contrasts.ts';
import { filteredPlan } from './samples.ts';

let place: Backend;
let browser: Browser;

beforeAll(async () => {
  place = await backend('PGlite');
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  await place.close();
});

test.each(['light', 'dark'] as const)('shows the report of 10,000 accounts as one page: %s', async (colorScheme) => {
  const database = await place.database();
  await plant(database, { id: 'autumn', size: 10_000, plan: JSON.stringify(filteredPlan()) });
  const report = await fleetReport(database, 'autumn');
  const html = docHtml(rolloutDoc(report, { now: NOW, verbose: true }), { now: NOW });
  const { page, faults, picture } = await open(browser, html, { colorScheme });
  expect(await page.getByRole('status').innerText()).toBe('All 40 shown.');
  await page.getByRole('button', { name: 'create (34)' }).click();
  expect(await page.getByRole('status').innerText()).toBe('34 of 40 shown.');
  await page.locator('.cluster .fold > summary').first().click();
  expect(await page.locator('.cluster .ids').first().innerText()).toContain('10999');
  expect((await contrasts(page)).filter(({ ratio }) => ratio < 4.5)).toEqual([]);
  await picture(`fleet-report-${colorScheme}`, false);
  expect(faults).toEqual([]);
  await page.context().close();
});
