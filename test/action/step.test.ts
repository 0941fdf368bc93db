import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStep, SUMMARY_LIMIT } from '../../src/action/step.ts';

async function aStep() {
  const file = join(await mkdtemp(join(tmpdir(), 'trueup-step-')), 'summary');
  await writeFile(file, '');
  const written: string[] = [];
  const step = createStep({ GITHUB_STEP_SUMMARY: file }, (text) => written.push(text));
  return { step, written, summary: () => readFile(file, 'utf8') };
}

test('a summary stays within the limit of the host, and notes a truncation', async () => {
  const { step, summary } = await aStep();
  const half = `${'é'.repeat(SUMMARY_LIMIT / 4 - 100)}\n`;
  expect(await step.summary(half)).toBe(true);
  expect(await step.summary(half)).toBe(true);
  expect(await step.summary('x'.repeat(1000))).toBe(false);
  expect(await step.summary('Small.')).toBe(false);
  const text = await summary();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(SUMMARY_LIMIT);
  expect(text.slice(half.length * 2)).toBe('\n> Truncated. In full: the log of the run.\n');
});

test('a step without a summary says so', async () => {
  expect(await createStep({}, () => undefined).summary('A plan.')).toBe(false);
});

test('an annotation is written once, however many accounts have it', async () => {
  const { step, written } = await aStep();
  step.annotate(['::error::a', '::error::b']);
  step.annotate(['::error::b', '::error::c']);
  expect(written).toEqual(['::error::a\n', '::error::b\n', '::error::c\n']);
});
