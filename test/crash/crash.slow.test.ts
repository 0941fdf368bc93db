import { describe, test } from 'vitest';
import { type Goal, type Harm, survive, unharmed } from './driver.ts';
import { faultsOf, killsOf } from './harms.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { BRIEF, PATIENCE_MS, share, twoAtATime } from './share.ts';

async function tryAll(scenario: Scenario, goal: Goal, harms: readonly Harm[], what: string): Promise<void> {
  const rows = share(harms, `${scenario.name} ${what}`);
  const survived = await twoAtATime(rows, (harm) => survive(scenario, goal, harm));
  const met = survived.filter((one) => one.met).length;
  const asked = survived.filter((one) => one.asked).length;
  process.stdout.write(
    `${scenario.name}: ${met} ${what} met in ${rows.length} runs of ${harms.length}, ${asked} settled by a person\n`,
  );
}

describe.each(SCENARIOS.filter(({ always }) => always || !BRIEF))('$name', { timeout: PATIENCE_MS }, (scenario) => {
  let goal: Promise<Goal> | undefined;
  const theGoal = () => {
    goal ??= unharmed(scenario);
    return goal;
  };

  test('the next run completes a killed run without loss or repetition', async () => {
    const reached = await theGoal();
    await tryAll(scenario, reached, killsOf(reached), 'kills');
  });

  test('a run with failing calls reports the truth, and the next run completes it', async () => {
    const reached = await theGoal();
    await tryAll(scenario, reached, faultsOf(reached), 'faults');
  });
});
