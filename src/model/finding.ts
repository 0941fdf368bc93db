/** A problem or a note about a configuration or a plan. Findings are data and are never thrown individually. */

import type { Advice } from './fix.ts';

export interface Provenance {
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Position of an override: one account declares another value than the files. */
export interface Override {
  /** Name of the account. */
  readonly account: string;
  /** Absent if the whole resource is declared for this account only. */
  readonly field?: string;
  readonly provenance: Provenance;
}

export type Severity = 'error' | 'warning' | 'info';

export interface Finding extends Advice {
  /** Stable, lower case with dashes. Each code has a section in docs/findings.md. */
  readonly code: string;
  readonly severity: Severity;
  /** Sentence that states the problem. */
  readonly message: string;
  readonly address?: string;
  /** Address that the resource refers to, if the finding is about the reference. */
  readonly mentioned?: string;
  readonly provenance?: Provenance;
  /** A second position of the finding, such as the first of two declarations. */
  readonly related?: Provenance;
  /** Number of unlisted findings by severity. Only the finding that counts them has it. */
  readonly leftOut?: Readonly<Record<Severity, number>>;
}

/** True if the finding names the address: as its subject, as a reference, or in its fix. */
export function isAbout({ address: subject, mentioned, fix = [] }: Finding, address: string): boolean {
  if (subject === address || mentioned === address) return true;
  return fix.some((each) => 'addresses' in each && each.addresses.some((other) => other === address));
}

/** Returns the number of findings of a severity, including findings that are only counted. */
export function countOf(findings: readonly Finding[], severity: Severity): number {
  return findings.reduce((sum, finding) => {
    const { leftOut } = finding;
    return sum + (leftOut === undefined ? Number(finding.severity === severity) : leftOut[severity]);
  }, 0);
}
