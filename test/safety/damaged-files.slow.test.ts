import { readdirSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createReconciler, parseProject, TrueupError } from '../../src/index.ts';
import type { SourceFile } from '../../src/model/project.ts';
import { writes } from '../laws/oracles.ts';
import { aWorld, ENV, ledgerOn, type World } from '../laws/world.ts';

const ROOT = new URL('../../examples/complete/', import.meta.url);
const FILES: readonly SourceFile[] = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .sort((a, b) => (a === 'trueup.yaml' ? -1 : b === 'trueup.yaml' ? 1 : a < b ? -1 : 1))
  .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') }));

/** Damage to a file. */
const DAMAGES: readonly (readonly [string, (text: string) => readonly (string | undefined)[]])[] = [
  ['is missing', () => [undefined]],
  ['is empty', () => ['', '\n', '# nothing\n', 'version: 1\n', '{}', 'null', '---\n---\n']],
  ['is cut off at some line', (text) => text.split('\n').map((_, line, lines) => lines.slice(0, line).join('\n'))],
  ['is cut off inside some line', (text) => text.split('\n').map((_, line, lines) => cutInside(lines, line))],
  ['has lost some line', (text) => text.split('\n').map((_, line, lines) => lines.toSpliced(line, 1).join('\n'))],
  [
    'holds something else',
    () => ['\0\x01\x02', '<html></html>', '\uFEFF', '- a\n- b\n', 'a: &a [*a]', '{"a":', 'x'.repeat(1e5)],
  ],
  ['holds marks of a merge', (text) => [`<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`]],
  ['has every blank doubled', (text) => [text.replaceAll('  ', '    '), text.replaceAll('  ', '\t')]],
];

function cutInside(lines: readonly string[], line: number): string {
  const cut = lines[line] ?? '';
  return [...lines.slice(0, line), cut.slice(0, Math.floor(cut.length / 2))].join('\n');
}

describe.each(FILES.map(({ path }) => path))('when %s', (path) => {
  test.each(DAMAGES)('%s, nothing is removed, and every complaint is a sentence', async (_, damage) => {
    const world = await applied();
    const before = await world.snapshot();
    const count = writes(await world.service.calls()).length;
    const original = FILES.find((file) => file.path === path)?.text ?? '';
    for (const text of damage(original)) {
      const files = FILES.flatMap((file) => (file.path !== path ? [file] : text === undefined ? [] : [{ path, text }]));
      const complaints = await applyAnyway(world, files);
      for (const complaint of complaints) expect(complaint).not.toMatch(/\n\s+at |TypeError|undefined is not|\[object/);
      const after = await world.snapshot();
      expect(lost(before, after), JSON.stringify(text)).toEqual([]);
    }
    // Damage may result in a smaller valid file. Its remaining declarations are in sync or refused.
    expect(
      writes(await world.service.calls())
        .slice(count)
        .map(({ endpoint }) => endpoint),
    ).not.toEqual(expect.arrayContaining([expect.stringMatching(/purge|delete|archive/i)]));
    await world.close();
  });
});

/** Applies and skips blocked changes, as a careless pipeline would. Returns all messages. */
async function applyAnyway(world: World, files: readonly SourceFile[]): Promise<readonly string[]> {
  try {
    const reconciler = reconcilerOf(world, files);
    const told = reconciler.findings.map(({ message, hint }) => `${message} ${hint ?? ''}`);
    const plan = await reconciler.plan();
    expect(plan.changes.filter(({ action, risk }) => action !== 'blocked' && risk !== 'safe')).toEqual([]);
    const said = [...told, ...plan.findings.map(({ message }) => message)];
    if (plan.calls.length === 0) return said;
    const result = await reconciler.apply(plan, { skipBlocked: true });
    return [...said, ...result.outcomes.map(({ message }) => message)];
  } catch (error) {
    expect(error, inspect(error)).toBeInstanceOf(TrueupError);
    return error instanceof TrueupError ? [`${error.message} ${error.hint ?? ''}`] : [];
  }
}

function reconcilerOf(world: World, files: readonly SourceFile[]) {
  return createReconciler({
    config: parseProject(files),
    env: { ...ENV, TRUEUP_SURFACE: 'dated' },
    ledger: ledgerOn(world.disk, world.clock, world.newId, 'development'),
    transport: world.service.transport,
    clock: world.clock,
    newId: world.newId,
  });
}

async function applied(): Promise<World> {
  const world = await aWorld('dated');
  const reconciler = reconcilerOf(world, FILES);
  expect((await reconciler.apply(await reconciler.plan())).summary).toMatchObject({ applied: 24, failed: 0 });
  return world;
}

type Snapshot = Awaited<ReturnType<World['snapshot']>>;

/** Returns the objects, definitions, options, labels, limits and subscriptions that no longer exist. */
function lost(before: Snapshot, after: Snapshot): readonly string[] {
  const there = new Set(namesIn(after));
  return namesIn(before).filter((name) => !there.has(name));
}

function namesIn({ groups, properties, pipelines, ...others }: Snapshot): readonly string[] {
  const { subscriptions, eventProperties, associationLabels, limits, objectTypes } = others;
  return [
    ...objectTypes.flatMap(({ id, archived }) => (archived ? [] : [`object ${id}`])),
    ...Object.entries(pipelines).flatMap(([type, some]) =>
      some.flatMap(({ id, stages }) => stages.map((stage) => `stage ${type}/${id}/${stage.id}`)),
    ),
    ...Object.entries(groups).flatMap(([type, some]) => some.map(({ name }) => `group ${type}/${name}`)),
    ...Object.entries(properties).flatMap(([type, some]) =>
      some.flatMap(({ name, type: data, options }) => [
        `property ${type}/${name} of type ${data}`,
        ...options.map(({ value }) => `option ${type}/${name}/${value}`),
      ]),
    ),
    ...subscriptions.map(({ id }) => `subscription ${id}`),
    ...Object.entries(eventProperties).flatMap(([event, some]) =>
      some.map(({ name }) => `event property ${event}/${name}`),
    ),
    ...associationLabels.map(({ from, to, typeId }) => `label ${from}/${to}/${typeId}`),
    ...limits.map(({ from, to, typeId }) => `limit ${from}/${to}/${typeId}`),
  ];
}
