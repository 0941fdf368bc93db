/** Findings, and changes that are blocked or lose something, as SARIF: what code scanning shows and remembers. */

import { createHash } from 'node:crypto';
import { defined } from '../../contract/defined.ts';
import type { Change } from '../../model/change.ts';
import type { Finding, Provenance, Severity } from '../../model/finding.ts';
import type { Plan } from '../../model/plan.ts';
import { json } from '../documents/json.ts';
import { terminalLines } from '../escape.ts';
import { adviceTexts } from '../fix-texts.ts';
import { reasonText } from '../text/change.ts';
import { RISK_WORDS, riskWords } from '../text/words.ts';
import type { SarifLevel, SarifLocation, SarifLog, SarifResult, SarifRule } from './log.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const LEVELS: Readonly<Record<Severity, SarifLevel>> = { error: 'error', warning: 'warning', info: 'note' };
/** Named when nothing of the run has a position: a result without a file is refused by the Git host. */
const DEFAULT_FILE = 'trueup.yaml';
const FINGERPRINT = 'trueupResult/v1';

/** What a finding and a change have in common here. */
interface Entry {
  readonly rule: string;
  readonly about: string;
  readonly level: SarifLevel;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: readonly string[];
  readonly address?: string;
  readonly provenance?: Provenance;
  readonly related?: Provenance;
}

/** Findings, blocked changes and planned ones whose risk is not safe. */
export function planSarif(plan: Plan): string {
  const entries = [...plan.findings.map(findingEntry), ...plan.changes.flatMap(changeEntries)];
  const positioned = [...plan.findings, ...plan.changes];
  return logOf(entries, { id: `trueup/plan/${plan.account.name}/`, complete: plan.complete, positioned });
}

/** The findings of `validate`. */
export function validationSarif(findings: readonly Finding[]): string {
  return logOf(findings.map(findingEntry), { id: 'trueup/validate/', complete: true, positioned: findings });
}

interface Run {
  readonly id: string;
  readonly complete: boolean;
  /** Where to look for a file to name when an entry has none. */
  readonly positioned: readonly { readonly provenance?: Provenance }[];
}

function findingEntry(finding: Finding): Entry {
  const { code, severity, message, address, provenance, related } = finding;
  return {
    rule: code,
    about: `Findings with the code ${code}.`,
    level: LEVELS[severity],
    message,
    advice: adviceTexts(finding, 'terminal'),
    ...defined({ address, provenance, related }),
  };
}

/** A planned change has one entry for each of its risks: each is its own rule. */
function changeEntries(change: Change): readonly Entry[] {
  const base = {
    address: change.address,
    ...defined({ provenance: change.provenance }),
  };
  const risk = riskWords(change);
  const message = `${change.address}: ${reasonText(change)}${risk === undefined ? '' : ` It is ${risk}.`}`;
  if (change.action === 'blocked') {
    const about = `Changes that are blocked: ${change.because}.`;
    return [{ ...base, rule: `blocked-${change.because}`, about, level: 'error', message }];
  }
  if (change.risk === 'safe') return [];
  if (change.risks.length === 0) {
    const about = `Changes that are ${change.risk}.`;
    return [{ ...base, rule: `risk-${change.risk}`, about, level: 'warning', message }];
  }
  return change.risks.map((name) => {
    const about = `Changes with the risk ${name}: ${RISK_WORDS[name]}.`;
    return { ...base, rule: `risk-${name}`, about, level: 'warning', message };
  });
}

function logOf(entries: readonly Entry[], run: Run): string {
  const rules = [...new Map(entries.map((entry) => [entry.rule, ruleOf(entry)])).values()];
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const file = run.positioned.find(({ provenance }) => provenance !== undefined)?.provenance?.file ?? DEFAULT_FILE;
  const prints = fingerprints(entries);
  const log: SarifLog = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'trueup', rules } },
        automationDetails: { id: run.id },
        invocations: [{ executionSuccessful: run.complete }],
        columnKind: 'utf16CodeUnits',
        results: entries.map((entry, at) => resultOf(entry, indexes.get(entry.rule) ?? 0, prints[at] ?? '', file)),
      },
    ],
  };
  return json(log);
}

function ruleOf({ rule, about, level }: Entry): SarifRule {
  return {
    id: rule,
    shortDescription: { text: rule.replaceAll('-', ' ') },
    fullDescription: { text: about },
    help: { text: about },
    defaultConfiguration: { level },
  };
}

function resultOf(entry: Entry, ruleIndex: number, fingerprint: string, file: string): SarifResult {
  const { rule, level, message, advice = [], related } = entry;
  return {
    ruleId: rule,
    ruleIndex,
    level,
    message: { text: terminalLines([message, ...advice].join('\n')) },
    locations: [locationOf(entry, file)],
    ...(related === undefined
      ? {}
      : { relatedLocations: [{ ...positionOf(related), message: { text: 'It also concerns this location.' } }] }),
    partialFingerprints: { [FINGERPRINT]: fingerprint },
  };
}

function locationOf({ provenance, address }: Entry, file: string): SarifLocation {
  return {
    ...(provenance === undefined
      ? { physicalLocation: { artifactLocation: artifactOf(file) } }
      : positionOf(provenance)),
    ...(address === undefined
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: terminalLines(address), kind: 'resource' }] }),
  };
}

function positionOf({ file, line, column }: Provenance): SarifLocation {
  const region = { startLine: line, startColumn: column };
  return { physicalLocation: { artifactLocation: artifactOf(file), region } };
}

/** Below the root of the sources, unless the path is absolute. */
function artifactOf(file: string): SarifLocation['physicalLocation']['artifactLocation'] {
  const path = file.replaceAll('\\', '/');
  const uri = path.split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return { uri: `file://${uri}` };
  if (/^[A-Za-z]:\//.test(path)) return { uri: `file:///${path.slice(0, 2)}${uri.slice(uri.indexOf('/'))}` };
  return { uri: uri.replace(/^(\.\/)+/, ''), uriBaseId: '%SRCROOT%' };
}

/** The same result has the same one in every run, wherever its line moves; equal ones are numbered. */
function fingerprints(entries: readonly Entry[]): readonly string[] {
  const seen = new Map<string, number>();
  return entries.map(({ rule, address, provenance, message }) => {
    const identity = JSON.stringify([rule, address ?? provenance?.file ?? '', message]);
    const hash = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    const number = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, number);
    return `${hash}:${number}`;
  });
}
