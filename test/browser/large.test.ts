import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planHtml } from '../../src/report/html/plan.ts';
import { NOW } from '../support/builders.ts';
import { launch, open } from './browser.ts';
import { largePlan } from './samples.ts';

const ROWS = 10_000;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

/** Each entry: what is done, and how many rows are shown then. Runs in the page, so that only the page is measured. */
const MEASURE = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const search = document.getElementById('search');
  const type = (text) => () => {
    search.value = text;
    search.dispatchEvent(new Event('input'));
  };
  const click = (selector) => () => document.querySelector(selector).click();
  const steps = {
    type: type('property_99'),
    longer: type('property_999'),
    clear: click('#clear'),
    attention: click('#attention'),
    all: click('#attention'),
    action: click('button[value=create]'),
    reset: click('#clear'),
  };
  const best = {};
  const shown = {};
  for (let round = 0; round < 7; round += 1) {
    for (const [name, step] of Object.entries(steps)) {
      await frame();
      const start = performance.now();
      step();
      const handled = performance.now();
      document.body.getBoundingClientRect();
      const laidOut = performance.now();
      const now = [handled - start, laidOut - start];
      best[name] = (best[name] ?? now).map((before, at) => Math.min(before, now[at]));
      shown[name] = document.getElementById('shown').textContent;
    }
  }
  return { best, shown, elements: document.querySelectorAll('*').length };
})()`;

interface Measured {
  /** Milliseconds until the handler returned, and until the page was laid out; the best of some rounds. */
  readonly best: Readonly<Record<string, readonly [number, number]>>;
  readonly shown: Readonly<Record<string, string>>;
  readonly elements: number;
}

test('10,000 changes: filters answer in a fraction of the time that all rows would take', async () => {
  const html = planHtml(largePlan(ROWS), { verbose: false, now: NOW });
  const { page, faults, picture } = await open(browser, html);
  const { best, shown, elements } = await page.evaluate<Measured>(MEASURE);
  expect(shown).toEqual({
    type: '111 of 10000 shown.',
    longer: '11 of 10000 shown.',
    clear: 'All 10000 shown.',
    attention: '400 of 10000 shown.',
    all: 'All 10000 shown.',
    action: '5000 of 10000 shown.',
    reset: 'All 10000 shown.',
  });
  expect(elements).toBeLessThan(ROWS);
  // A fifth of the rows as elements, all at once: what the page saves its reader.
  const whole = await page.evaluate<number>(`(() => {
    const lines = ${JSON.stringify(/<noscript>\n([\s\S]*?)\n<\/noscript>/.exec(html)?.[1] ?? '')};
    const box = document.createElement('div');
    document.body.append(box);
    const start = performance.now();
    for (let index = 0; index < 20; index += 1) box.insertAdjacentHTML('beforeend', lines);
    document.body.getBoundingClientRect();
    const spent = performance.now() - start;
    box.remove();
    return spent;
  })()`);
  const slowest = Math.max(...Object.values(best).map(([, laidOut]) => laidOut));
  report(html, best, whole);
  expect(slowest).toBeLessThan(whole / 4);
  await picture('large', false);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('10,000 changes: rows come as they are scrolled to, with the keyboard too', async () => {
  const { page, faults } = await open(browser, planHtml(largePlan(ROWS), { verbose: false, now: NOW }));
  await page.getByRole('link', { name: 'Object 2-7' }).click();
  await page.getByText('property:2-7/property_7', { exact: true }).waitFor();
  const start = await page.locator('.row').count();
  const last = page.getByText('property:2-9/property_9999', { exact: true });
  // The browser scrolls smoothly, and rows that come on the way move the end: one press may stop short of it.
  for (let press = 0; press < 100 && !(await last.isVisible()); press += 1) {
    await page.keyboard.press('End');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }
  expect(await last.isVisible()).toBe(true);
  expect(await page.locator('.row').count()).toBeGreaterThan(start);
  expect(faults).toEqual([]);
  await page.context().close();
});

function report(html: string, best: Measured['best'], whole: number): void {
  if (process.env['TRUEUP_PICTURES'] === undefined) return;
  const frame = 1000 / 60;
  const lines = Object.entries(best).map(
    ([name, [handled, laidOut]]) =>
      `${name.padEnd(10)} ${handled.toFixed(1)} ms, laid out ${laidOut.toFixed(1)} ms = ${(laidOut / frame).toFixed(2)} frames`,
  );
  const size = `${(html.length / 1e6).toFixed(1)} MB, ${Math.round(html.length / ROWS)} characters a row; a fifth of the rows as elements ${whole.toFixed(0)} ms`;
  process.stdout.write(`${[size, ...lines].join('\n')}\n`);
}
