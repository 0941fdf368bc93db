/**
 * Mutation tests: small edits of engine, ledger and client, each of which some test has to notice.
 *
 *     npm run test:mutate                          a fixed share of all mutants
 *     npm run test:mutate -- --share 1             every one (hours)
 *     npm run test:mutate -- src/engine/gate/guard.ts   every one of these files
 */

import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { EQUIVALENT } from './equivalent.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { requirePassing, tryMutant, type Verdict } from './try.ts';

/** Share of mutants that are tried if no file is named: every 40th. */
const SHARE = 40;
/** Percent of the mutants that count which the tests have to notice. */
const LEAST = 85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { share: { type: 'string' }, seed: { type: 'string', default: '0' } },
});
const share = Number(values.share ?? (positionals.length > 0 ? 1 : SHARE));
const files = positionals.length > 0 ? positionals : globSync('src/{engine,ledger,client}/**/*.ts').sort();
const all = files.flatMap(mutantsOf);
const chosen = all.filter(({ id }) => (Number.parseInt(id, 16) + Number(values.seed)) % share === 0);
const counted = chosen.filter(({ id }) => EQUIVALENT[id] === undefined);
process.stdout.write(
  `${all.length} mutants, ${chosen.length} chosen, ${chosen.length - counted.length} of them equivalent\n`,
);
// A reason that no edit has any more was given for code that changed or moved.
const known = new Set(all.map(({ id }) => id));
const outdated = positionals.length > 0 ? [] : Object.keys(EQUIVALENT).filter((id) => !known.has(id));
if (outdated.length > 0) process.stdout.write(`equivalent.ts names mutants that are no more: ${outdated.join(', ')}\n`);

await requirePassing();
const verdicts = await tryAll(counted);
const survived = [...verdicts].filter(([, verdict]) => verdict === 'survived');
for (const folder of ['engine', 'ledger', 'client']) {
  const ours = [...verdicts].filter(([{ file }]) => file.startsWith(`src/${folder}/`));
  const noticed = ours.filter(([, verdict]) => verdict !== 'survived').length;
  if (ours.length > 0) process.stdout.write(`${folder}: ${noticed} of ${ours.length} noticed\n`);
}
const score = (100 * (counted.length - survived.length)) / Math.max(1, counted.length);
process.stdout.write(`score: ${score.toFixed(1)} % (at least ${LEAST})\n`);
process.exitCode = score >= LEAST && outdated.length === 0 ? 0 : 1;

async function tryAll(mutants: readonly Mutant[]): Promise<ReadonlyMap<Mutant, Verdict>> {
  const limit = pLimit(2);
  const verdicts = new Map<Mutant, Verdict>();
  await Promise.all(
    mutants.map((mutant) =>
      limit(async () => {
        const verdict = await tryMutant(mutant);
        verdicts.set(mutant, verdict);
        process.stdout.write(`${line(mutant, verdict)}\n`);
      }),
    ),
  );
  return verdicts;
}

function line({ id, file, line: at, operator, before }: Mutant, verdict: Verdict): string {
  return `${verdict.padEnd(9)}  ${id}  ${file}:${at}  ${operator}  ${before.replaceAll(/\s+/g, ' ').slice(0, 100)}`;
}
