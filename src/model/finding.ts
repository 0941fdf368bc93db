/** A problem with a configuration or a plan, or something worth knowing about it. There can be many; they are data, never thrown alone. */

import type { Advice } from './fix.ts';

export interface Provenance {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Where one account declares something else than the files. */
export interface Override {
  /** Its name. */
  readonly account: string;
  /** Absent: the whole, which only this account has. */
  readonly field?: string;
  readonly provenance: Provenance;
}

export type Severity = 'error' | 'warning' | 'info';

export interface Finding extends Advice {
  /** Stable, lower case with dashes; each has a page under docs/findings. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  readonly address?: string;
  /** What the resource at the address refers to, where the finding is about that reference. */
  readonly mentioned?: string;
  readonly provenance?: Provenance;
  /** A second position that belongs to it, such as the first of two declarations. */
  readonly related?: Provenance;
  /** Of the finding that counts those that are not listed: how many of each severity. */
  readonly leftOut?: Readonly<Record<Severity, number>>;
}

/** Whether the finding names the address: as its subject, as a reference, or in what to do about it. */
export function isAbout({ address: subject, mentioned, fix = [] }: Finding, address: string): boolean {
  if (subject === address || mentioned === address) return true;
  return fix.some((each) => 'addresses' in each && each.addresses.some((other) => other === address));
}

/** How many findings of a severity there are, those that are only counted among them. */
export function countOf(findings: readonly Finding[], severity: Severity): number {
  return findings.reduce((sum, finding) => {
    const { leftOut } = finding;
    return sum + (leftOut === undefined ? Number(finding.severity === severity) : leftOut[severity]);
  }, 0);
}
