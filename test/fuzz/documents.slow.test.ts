import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveProject } from '../../src/config/resolve.ts';
import { accountNames, excerpt } from '../../src/faces.ts';
import { type Finding, parseProject } from '../../src/index.ts';
import { listKinds } from '../../src/kinds/index.ts';
import type { Provenance } from '../../src/model/finding.ts';
import type { Project } from '../../src/model/project.ts';
import { findingsText } from '../../src/report/text/findings.ts';
import { aStyle } from '../support/builders.ts';
import { cases, PATIENCE_MS } from './cases.ts';
import { documents } from './documents.ts';
import { INSIDES, UNPRINTABLE } from './printed.ts';

const SECRET = 'this-is-the-secret-of-the-account';

const ENV = {
  TRUEUP_BASE_URL: 'http://127.0.0.1:4010',
  TRUEUP_ACCESS_TOKEN: SECRET,
  SANDBOX_TOKEN: SECRET,
  CLIENT_ID: 'client',
  CLIENT_SECRET: SECRET,
  REFRESH_TOKEN: SECRET,
  PRODUCTION_REFRESH_TOKEN: SECRET,
  TOKEN: SECRET,
};

/** Codes of errors in the command, not in a file. */
const PLACELESS = new Set(['account-required']);

function complaints(project: Project, finding: Finding): readonly string[] {
  const { code, severity, message, provenance, related } = finding;
  const places = [provenance, related].flatMap((place) => place ?? []);
  return [
    ...(/^[a-z][a-z0-9-]*$/.test(code) ? [] : [`the code ${code}`]),
    ...(message.trim() === '' ? [`${code} has no message`] : []),
    ...(provenance === undefined && severity !== 'info' && !PLACELESS.has(code)
      ? [`${code} has no place: ${message}`]
      : []),
    ...places.filter((place) => !inside(project, place)).map((place) => `${code} is at ${JSON.stringify(place)}`),
  ];
}

function inside({ files }: Project, { file, line, column }: Provenance): boolean {
  const text = files.find(({ path }) => path === file)?.text;
  const found = text?.split('\n')[line - 1];
  return line >= 1 && column >= 1 && found !== undefined && column <= found.length + 1;
}

test('every document yields safe findings with code, sentence and position', {
  timeout: PATIENCE_MS,
}, () => {
  fc.assert(
    fc.property(documents, (files) => {
      const project = parseProject(files);
      for (const account of [undefined, ...accountNames(project)]) {
        const { findings } = resolveProject(project, {
          kindsOn: listKinds,
          env: ENV,
          ...(account === undefined ? {} : { account }),
        });
        expect(findings.flatMap((finding) => complaints(project, finding))).toEqual([]);
        const text = findingsText(findings, aStyle({ excerpt: (place) => excerpt(project, place) }));
        expect(text).not.toMatch(UNPRINTABLE);
        expect(text).not.toMatch(INSIDES);
        expect(text).not.toContain(SECRET);
      }
    }),
    cases(250),
  );
});
