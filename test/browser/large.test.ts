import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW } from '../support/builders.ts';
import { planHtml } from '../support/plan-forms.ts';
import { launch, open } from './browser.ts';
import { largePlan } from './samples.ts';

const ROWS = 10_000;
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

/** Measures each action with the number of rows shown after it. Runs in the page, so that only the page is measured. */
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
  return { best, shown };
})()`;

interface Measured {
  /** Milliseconds until the handler returned, and until the page was laid out; the best of some rounds. */
  readonly best: Readonly<Record<string, readonly [number, number]>>;
  readonly shown: Readonly<Record<string, string>>;
}

test('10,000 changes: filters answer faster than a layout of all rows', async () => {
  const html = planHtml(largePlan(ROWS), { verbose: false, now: NOW });
  const { page, faults, picture } = await open(browser, html);
  const { best, shown } = await page.evaluate<Measured>(MEASURE);
  expect(shown).toEqual({
    type: '111 of 10000 shown.',
    longer: '11 of 10000 shown.',
    clear: 'All 10000 shown.',
    attention: '400 of 10000 shown.',
    all: 'All 10000 shown.',
    action: '5000 of 10000 shown.',
    reset: 'All 10000 shown.',
  });
  // Time of a layout of all rows, without the style that skips hidden rows.
  const whole = await page.evaluate<number>(`(() => {
    const [sheet] = document.styleSheets;
    sheet.insertRule('.row{content-visibility:visible!important}', sheet.cssRules.length);
    const start = performance.now();
    document.body.getBoundingClientRect();
    return performance.now() - start;
  })()`);
  const slowest = Math.max(...Object.values(best).map(([, laidOut]) => laidOut));
  report(html, best, whole);
  expect(slowest).toBeLessThan(whole / 2);
  await picture('large', false);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('10,000 changes: keyboard and browser search reach each row', async () => {
  const { page, faults } = await open(browser, planHtml(largePlan(ROWS), { verbose: false, now: NOW }));
  const inView = (address: string) =>
    page.evaluate<boolean>(`(() => {
      const code = [...document.querySelectorAll('.row > summary code')].find((one) => one.textContent === '${address}');
      const { top, bottom } = code.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    })()`);
  await page.keyboard.press('End');
  await expect.poll(() => inView('property:2-9/property_9999'), { timeout: 30_000 }).toBe(true);
  const found = await page.evaluate<string>(
    `window.find('property:2-4/property_5554', false, true) ? getSelection().toString() : 'nothing'`,
  );
  expect(found).toBe('property:2-4/property_5554');
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
  const size = `${(html.length / 1e6).toFixed(1)} MB, ${Math.round(html.length / ROWS)} characters a row; all rows laid out ${whole.toFixed(0)} ms`;
  process.stdout.write(`${[size, ...lines].join('\n')}\n`);
}
