/** Marks the resources of a drift report that the files no longer declare, because apply and pull leave their changes as they are. */

import type { Address } from '../../model/address.ts';
import type { DriftReport } from '../../model/drift.ts';
import type { Finding } from '../../model/finding.ts';
import type { Ledger } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { listed } from '../listed.ts';

export interface UndeclaredInput {
  readonly declared: ReadonlySet<Address>;
  readonly ledger: Pick<Ledger, 'records'>;
  readonly live: Pick<Live, 'renamed'>;
}

/** Adds a finding about the marked resources that drifted. An apply drops the record of a marked resource that is gone. */
export function markUndeclared(report: DriftReport, { declared, ledger, live }: UndeclaredInput): DriftReport {
  const isDeclared = (address: Address): boolean =>
    declared.has(address) || declared.has(live.renamed?.get(address) ?? address);
  const resources = report.resources.map((resource) =>
    isDeclared(resource.address) ? resource : { ...resource, undeclared: true as const },
  );
  const drifted = resources.flatMap(({ address, status, undeclared }) =>
    undeclared === true && status === 'drifted' ? [address] : [],
  );
  const byFile = Map.groupBy(drifted, (address) => ledger.records[address]?.file);
  const findings = [...byFile].map(([file, addresses]) => buildFinding(file, addresses));
  return { ...report, resources, findings: [...report.findings, ...findings] };
}

function buildFinding(file: string | undefined, addresses: readonly Address[]): Finding {
  const [address] = addresses;
  const [subject, whose] =
    addresses.length === 1 ? [`${address} is`, 'its'] : [`${addresses.length} drifted resources are`, 'their'];
  const names = addresses.length === 1 ? '' : `: ${listed(addresses, MOST_LISTED)}`;
  return {
    code: 'not-declared',
    severity: 'warning',
    ...(addresses.length === 1 && address !== undefined ? { address } : {}),
    message: `${subject} no longer declared, so an apply or a pull leaves ${whose} drift as it is${names}.`,
    fix: [
      ...(file === undefined ? [] : [{ action: 'restore-file', file } as const]),
      { action: 'forget', addresses, when: 'kept' },
    ],
  };
}

const MOST_LISTED = 5;
