import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { docHtml } from '../../src/report/html/render.ts';
import { driftDoc } from '../../src/report/text/drift.ts';
import { outcomeDoc } from '../../src/report/text/outcome.ts';
import { aChange, aPlan, NOW } from '../support/builders.ts';
import { planHtml } from '../support/plan-forms.ts';
import { launch, type Opened, open } from './browser.ts';
import { contrast, luminance } from './contrasts.ts';
import { filteredPlan, HOSTILE, sampleDrift, sampleOutcome, samplePlan } from './samples.ts';

const PLAN = planHtml(filteredPlan({ expiresAt: '2999-01-01T00:00:00.000Z' }), { verbose: false, now: NOW });
let browser: Browser;
let opened: Opened | undefined;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

afterEach(async () => {
  expect(opened?.faults).toEqual([]);
  await opened?.page.context().close();
});

async function openPlan(options: Parameters<typeof open>[2] = {}): Promise<Page> {
  opened = await open(browser, PLAN, options);
  return opened.page;
}

/** Returns the addresses of the visible rows in their order. A row has no inner text before its layout. */
function rowsOf(page: Page): Promise<readonly string[]> {
  return page.locator('.row:visible > summary code').allTextContents();
}

test('buttons filter, say that they are pressed, and the count is said aloud', async () => {
  const page = await openPlan();
  expect(await page.getByRole('status').innerText()).toBe('All 20 shown.');
  await page.getByRole('button', { name: 'Only what needs attention (2)' }).click();
  expect(await rowsOf(page)).toEqual(['property:deals/stage_note', 'property:contacts/loyaltytier']);
  expect(await page.getByRole('status').innerText()).toBe('2 of 20 shown.');
  expect(await page.getByRole('heading', { name: 'Event order_placed' }).count()).toBe(0);
  await page.getByRole('button', { name: 'update (2)' }).click();
  expect(await page.getByRole('button', { pressed: true }).allInnerTexts()).toEqual(
    ['Only what needs attention (2)', '~ update (2)'].map((text) => text.replace('~ ', '')),
  );
  expect(await rowsOf(page)).toEqual(['property:contacts/loyaltytier']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  expect((await rowsOf(page)).length).toBe(20);
});

test('choices of one row of buttons add up, and rows of buttons narrow each other', async () => {
  const page = await openPlan();
  await page.getByRole('button', { name: 'create (17)' }).click();
  await page.getByRole('button', { name: 'blocked (1)' }).click();
  expect((await rowsOf(page)).length).toBe(18);
  await page.getByRole('button', { name: 'property (16)', exact: true }).click();
  expect((await rowsOf(page)).slice(0, 2)).toEqual(['property:deals/stage_note', 'property:contacts/shoe_size']);
});

test('free text finds visible text in any case and ignores markup', async () => {
  const page = await openPlan();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('BRONZE 4711');
  expect(await rowsOf(page)).toEqual(['property:contacts/loyaltytier']);
  await search.fill('<img src=x onerror=');
  expect(await rowsOf(page)).toEqual(['property:contacts/shoe_size']);
  await search.fill('summary');
  expect(await page.getByRole('status').innerText()).toBe('0 of 20 shown.');
});

test('a row opens with a click and shows the old and new options', async () => {
  const page = await openPlan();
  const limit = page.locator('.row', { hasText: 'association-limit:' });
  expect(await limit.getByRole('table').count()).toBe(0);
  await limit.locator('summary').click();
  expect(await limit.getByRole('cell').allInnerTexts()).toEqual(['5', '1']);
  const options = page.getByRole('table', { name: /^options:/ }).getByRole('row');
  expect(await options.nth(1).innerText()).toMatch(/^bronze\s+- removed\s+label "Bronze"\s+displayOrder 1/);
  expect(await options.nth(3).innerText()).toMatch(/^gold\s+~ changed\s+label "Gold"\s+label "Gold card"$/);
});

test('everything can be reached and used with the keyboard alone, and the focus is visible', async () => {
  const page = await openPlan();
  const focused = () => page.evaluate<string>('document.activeElement.innerText || document.activeElement.id');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Skip to the changes');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('search');
  await page.keyboard.type('shoe');
  await page.keyboard.press('Tab');
  const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
  expect([await focused(), outline]).toEqual(['Only what needs attention (2)', 'solid']);
  await page.keyboard.press('Space');
  expect(await page.getByRole('status').innerText()).toBe('0 of 20 shown.');
  await page.keyboard.press('Space');
  expect(await rowsOf(page)).toEqual(['property:contacts/shoe_size']);
  for (let step = 0; step < 40 && !(await focused()).includes('property:contacts/shoe_size'); step += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  expect(await page.locator('.row:visible').getAttribute('open')).toBe('');
});

test('a screen reader finds landmarks, headings in order, and words for every symbol', async () => {
  const page = await openPlan();
  for (const role of ['banner', 'main'] as const) expect(await page.getByRole(role).count()).toBe(1);
  const levels = await page.evaluate(
    `[...document.querySelectorAll('h1,h2,h3,h4')].map((one) => Number(one.tagName[1]))`,
  );
  expect(levels).toEqual([1, 2, 2, 3, 3, 4, 3, 3, 3, 3, 2]);
  const row = page.locator('.row.update.destructive').locator('summary');
  expect((await row.innerText()).split(/\s+/)).toEqual([
    'update',
    'Loyalty',
    'tier',
    '(property:contacts/loyaltytier)',
    'destructive',
  ]);
  expect(
    await page.evaluate(`getComputedStyle(document.querySelector('.row .s-destructive'), '::before').content`),
  ).toBe('"▲ " / ""');
});

test('hostile text is shown as text and runs nothing', async () => {
  const page = await openPlan();
  await page.getByRole('button', { name: 'Open shown' }).click();
  const shown = await page.locator('.row', { hasText: 'shoe_size' }).first().getByRole('cell').first().innerText();
  expect(JSON.parse(shown.replaceAll('\\u2028', '\u2028'))).toBe(HOSTILE);
  expect(await page.locator('img, iframe, link').count()).toBe(0);
});

test('drift has a filter for drifted resources, and text of the account never runs', async () => {
  opened = await open(browser, docHtml(driftDoc(sampleDrift(16), { verbose: true }), { now: NOW }));
  const { page } = opened;
  expect(await page.getByRole('status').innerText()).toBe('All 20 shown.');
  await opened.picture('drift');
  await page.getByRole('button', { name: 'Only what needs attention (2)' }).click();
  expect(await rowsOf(page)).toEqual(['property:contacts/loyaltytier', 'property:contacts/shoe_size']);
  await page.getByRole('button', { name: 'gone (1)' }).click();
  expect(await rowsOf(page)).toEqual(['property:contacts/shoe_size']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'not verifiable (1)' }).click();
  expect(await rowsOf(page)).toEqual(['webhook-subscription:2001/contact.propertyChange/loyaltytier']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('ann@example.org bronze');
  expect(await rowsOf(page)).toEqual(['property:contacts/loyaltytier']);
  const shown = await page.locator('.row:visible').getByRole('cell').nth(1).innerText();
  expect(JSON.parse(shown.replaceAll('\\u2028', '\u2028'))).toBe(HOSTILE);
  expect(await page.locator('img, iframe, link').count()).toBe(0);
});

test('dark mode turns the page dark and keeps the contrast of text', async () => {
  for (const [colorScheme, name] of [
    ['light', 'light'],
    ['dark', 'dark'],
  ] as const) {
    const page = await openPlan({ colorScheme });
    await page.getByRole('button', { name: 'update (2)' }).click();
    const inks = await page.evaluate<readonly (readonly [string, string])[]>(`[
      ['body', 'body'],
      ['.soft', 'body'],
      ['.s-destructive', 'body'],
      ['.s-create', 'button'],
      ['button[aria-pressed=true] span', 'button[aria-pressed=true]'],
      ['td.o', 'td.o'],
      ['td.n', 'td.n'],
    ].map(([ink, ground]) => [
      getComputedStyle(document.querySelector(ink)).color,
      getComputedStyle(document.querySelector(ground)).backgroundColor,
    ])`);
    expect(luminance(inks[0]?.[1] ?? '') < 0.1).toBe(colorScheme === 'dark');
    for (const [ink, ground] of inks) expect(contrast(ink, ground)).toBeGreaterThan(4.5);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await opened?.picture(name);
    await page.context().close();
  }
});

test('a narrow screen shows everything without scrolling sideways', async () => {
  const page = await openPlan({ viewport: { width: 320, height: 700 } });
  await page.getByRole('button', { name: 'Open shown' }).click();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  await opened?.picture('narrow');
});

test('a page of less than twenty rows has no filters, and opens every row for print', async () => {
  opened = await open(browser, planHtml(samplePlan(), { verbose: false, now: NOW }));
  const { page } = opened;
  expect(await page.getByRole('searchbox').count()).toBe(0);
  expect((await rowsOf(page)).length).toBe(7);
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  expect(await page.locator('details:not([open])').count()).toBe(0);
});

test('blocked and destructive rows are first and open, with their values', async () => {
  const page = await openPlan();
  const rows = page.locator('.row[open]');
  expect(await rows.locator('summary code').allTextContents()).toEqual([
    'property:deals/stage_note',
    'property:contacts/loyaltytier',
  ]);
  expect(await rows.first().getByRole('cell').allInnerTexts()).toEqual(['"string"', '"number"']);
  const first = await page.locator('.row').first().getAttribute('class');
  expect(first).toContain('blocked');
});

test('tables stack below 500 px: the name of an option is above its values', async () => {
  const page = await openPlan({ viewport: { width: 400, height: 900 } });
  const boxes = async (selector: string) => {
    const box = await page.locator(`table.p tbody tr:first-child ${selector}`).boundingBox();
    return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) };
  };
  const [name, before, after] = [await boxes('th'), await boxes('td:nth-child(3)'), await boxes('td:nth-child(4)')];
  expect([name.x === before.x, name.y < before.y, before.y === after.y]).toEqual([true, true, true]);
  await page.setViewportSize({ width: 1200, height: 900 });
  const [wide, side] = [await boxes('th'), await boxes('td:nth-child(3)')];
  expect(wide.y).toBe(side.y);
});

test('a page without scripts shows the whole plan and hides the filters', async () => {
  const page = await openPlan({ javaScriptEnabled: false });
  expect((await rowsOf(page)).length).toBe(20);
  expect(await page.getByRole('searchbox').count()).toBe(0);
  await page.locator('.row', { hasText: 'association-limit:' }).locator('summary').click();
  expect(await page.locator('th', { hasText: 'maxToObjectIds' }).isVisible()).toBe(true);
});

test('on paper there are no buttons, and every row is open', async () => {
  const page = await openPlan({ colorScheme: 'dark' });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
  expect(await page.getByRole('button').count()).toBe(0);
  expect(await page.locator('details:not([open])').count()).toBe(0);
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
  await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
  expect(await page.locator('details:not([open])').count()).toBeGreaterThan(0);
});

test('a plan that has expired says so when it is opened', async () => {
  expect(await (await openPlan()).getByText('This plan has expired').isVisible()).toBe(false);
  await opened?.page.context().close();
  opened = await open(
    browser,
    planHtml(samplePlan({ expiresAt: '2020-01-01T00:00:00.000Z' }), { verbose: false, now: NOW }),
  );
  expect(await opened.page.getByText('This plan has expired').isVisible()).toBe(true);
  await opened.page.context().close();
  const safe = planHtml(aPlan({ changes: [aChange()], expiresAt: '2020-01-01T00:00:00.000Z' }), {
    verbose: false,
    now: NOW,
  });
  opened = await open(browser, safe);
  expect(await opened.page.getByText('This plan has expired').isVisible()).toBe(true);
  expect(await opened.page.getByText('It can be applied').isVisible()).toBe(false);
});

test('an outcome is filtered the same way', async () => {
  opened = await open(browser, docHtml(outcomeDoc(sampleOutcome(17)), { now: NOW }));
  const { page } = opened;
  await page.getByRole('button', { name: 'conflict (1)' }).click();
  expect(await rowsOf(page)).toEqual(['property:contacts/loyaltytier']);
  await opened.picture('outcome');
});
