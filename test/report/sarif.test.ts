import { expect, test } from 'vitest';
import { planSarif, validationSarif } from '../../src/report/sarif/sarif.ts';
import { samplePlan } from '../browser/samples.ts';
import { aChange, aPlan } from '../support/builders.ts';
import { sarifFaults } from './sarif-structure.ts';

const at = (file: string, line = 3) => ({ file, line, column: 5 });

test('a plan gives its findings, its blocked changes and its risks, each at its line', () => {
  const log = JSON.parse(planSarif(samplePlan()));
  const [run] = log.runs;
  expect(run.results.map((result: { ruleId: string; level: string }) => [result.ruleId, result.level])).toEqual([
    ['description-required', 'warning'],
    ['risk-option-removal', 'warning'],
    ['blocked-consent-required', 'error'],
  ]);
  expect(run.results[2]).toEqual({
    ruleId: 'blocked-consent-required',
    ruleIndex: 2,
    level: 'error',
    message: {
      text: 'property:deals/stage_note: Requires consent: the type changes from string to number. It is destructive: the data type changes: values that do not fit it are lost.',
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'schema/deals.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3, startColumn: 5 },
        },
        logicalLocations: [{ fullyQualifiedName: 'property:deals/stage_note', kind: 'resource' }],
      },
    ],
    partialFingerprints: { 'trueupResult/v1': expect.stringMatching(/^[0-9a-f]{32}:1$/) },
  });
  expect(run.automationDetails).toEqual({ id: 'trueup/plan/sandbox/' });
});

test('every log has the structure of the standard', () => {
  const changes = [
    aChange({ action: 'blocked', because: 'no-endpoint' }),
    aChange({ action: 'remove', risk: 'irreversible', provenance: at('/abs/a b.yaml') }),
    aChange({ action: 'remove', risk: 'destructive', risks: ['limit-purge', 'option-removal'] }),
  ];
  const findings = [
    { code: 'x', severity: 'info', message: 'a\u0000b', provenance: at('a.yaml'), related: at('b.yaml') },
    { code: 'y', severity: 'error', message: 'b', address: 'property:contacts/a' },
  ] as const;
  for (const text of [planSarif(aPlan()), planSarif(aPlan({ changes, findings })), validationSarif(findings)]) {
    expect(sarifFaults(JSON.parse(text))).toEqual([]);
  }
  expect(sarifFaults({ ...JSON.parse(planSarif(aPlan())), version: '2.0.0' })).not.toEqual([]);
});

test('a result keeps its fingerprint when its line moves, and equal results are told apart', () => {
  const prints = (...lines: readonly number[]): readonly string[] => {
    const findings = lines.map((line) => ({
      code: 'label-unique',
      severity: 'warning' as const,
      message: 'Twice.',
      provenance: at('a.yaml', line),
    }));
    return JSON.parse(validationSarif(findings)).runs[0].results.map(
      (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints['trueupResult/v1'],
    );
  };
  expect(prints(3, 9)).toEqual(prints(30, 90));
  expect(new Set(prints(3, 9)).size).toBe(2);
});

test('paths become addresses below the root of the sources, and a result without a place names a file of the run', () => {
  const uris = (...files: readonly (string | undefined)[]): readonly unknown[] => {
    const findings = files.map((file) => ({
      code: 'x',
      severity: 'error' as const,
      message: 'm',
      ...(file === undefined ? {} : { provenance: at(file) }),
    }));
    return JSON.parse(validationSarif(findings)).runs[0].results.map(
      (result: { locations: readonly { physicalLocation: { artifactLocation: unknown } }[] }) =>
        result.locations[0]?.physicalLocation.artifactLocation,
    );
  };
  const below = (uri: string) => ({ uri, uriBaseId: '%SRCROOT%' });
  expect(uris('./schema/ä b#.yaml', 'schema\\c.yaml', '../d.yaml', '/e/f.yaml', 'C:\\g h.yaml', undefined)).toEqual([
    below('schema/%C3%A4%20b%23.yaml'),
    below('schema/c.yaml'),
    below('../d.yaml'),
    { uri: 'file:///e/f.yaml' },
    { uri: 'file:///C:/g%20h.yaml' },
    below('schema/%C3%A4%20b%23.yaml'),
  ]);
  expect(uris(undefined)).toEqual([below('trueup.yaml')]);
});

test('a plan that did not see everything was not executed successfully', () => {
  const run = (complete: boolean) => JSON.parse(planSarif(aPlan({ complete }))).runs[0];
  expect([run(true), run(false)].map(({ invocations }) => invocations)).toEqual([
    [{ executionSuccessful: true }],
    [{ executionSuccessful: false }],
  ]);
});
