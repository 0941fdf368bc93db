/** Tests of a pull in a program: it parses each text once and returns plain data. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from '../../src/config/yaml/source.ts';
import { createReconciler, loadProject } from '../../src/index.ts';
import { sandboxText, TOKEN } from '../support/project.ts';
import { aSandbox } from '../support/sandbox.ts';

test('loading recognizes the files of a pull unless their text changed', async () => {
  const { shell, service } = await aSandbox();
  const { cwd } = shell;
  expect((await shell.run('apply', '--auto-approve')).code).toBe(0);
  await shell.write('trueup.yaml', sandboxText(service.url));
  const project = await loadProject(['trueup.yaml'], { cwd });
  const reconciler = createReconciler({ config: project, env: TOKEN });
  const { files } = await reconciler.pull({ single: true });
  await reconciler.close();
  expect(JSON.parse(JSON.stringify(files))).toEqual(files);
  const [file] = files;
  if (file === undefined) throw new Error('The pull writes a file.');
  const isKnown = async () => {
    const { files: there } = await loadProject(['trueup.yaml'], { cwd, known: [...project.files, ...files] });
    return there.map((one) => parseDocument(one) === parseDocument(file));
  };
  await writeFile(join(cwd, file.path), file.text);
  expect(await isKnown()).toEqual([true]);
  await writeFile(join(cwd, file.path), `${file.text}# By hand.\n`);
  expect(await isKnown()).toEqual([false]);
});
