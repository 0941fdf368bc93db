import { once, inPlace } from './fleet/place.ts';
import { writePlanProject } from './plan-project.ts';
import { inTemporaryFolder } from './root.ts';
await inTemporaryFolder(async (dir) => {
  await writePlanProject(dir, 4, 'dated');
  for (const accounts of [1000, 10000]) {
    const t = performance.now();
    const { megabytes } = await inPlace(dir, async (place) => once('rollout', { dir, accounts, ...place }, ['--max-old-space-size=64', '--max-semi-space-size=1']));
    console.log(accounts, megabytes, Math.round((performance.now() - t) / 1000));
  }
});
