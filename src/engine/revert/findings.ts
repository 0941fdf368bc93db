/** Findings about parts that a revert cannot restore, with the reason and the section of the interface. */

import { defined } from '../../contract/defined.ts';
import type { DesiredResource } from '../../model/desired.ts';
import type { Finding } from '../../model/finding.ts';
import type { Advice } from '../../model/fix.ts';
import type { Kind } from '../../model/kind.ts';
import { isUnsupported } from '../../model/kind.ts';
import type { Intention, Ledger, LedgerHolder } from '../../model/ledger.ts';
import type { Live } from '../../model/live.ts';
import { findSettler } from '../../model/open-call.ts';
import { settling } from '../hints.ts';
import { listed } from '../listed.ts';
import type { Decision } from '../plan/decision.ts';
import { diffResource } from '../plan/diff.ts';
import type { RunEffect } from '../plan/run-effects.ts';
import { seenBefore } from '../plan/undo-findings.ts';

/** Addresses named in one finding; a verbose plan lists all. */
const NAMED = 5;

/** Returns one finding for each kind, because a first apply creates hundreds of resources. */
export function stayFindings(decisions: readonly Decision[], kinds: readonly Kind[]): readonly Finding[] {
  return kinds.flatMap((kind) => {
    const staying = decisions
      .map(({ change }) => change)
      .filter((change) => change.kind === kind.name && change.action === 'keep' && change.because === 'no-endpoint')
      .map(({ address }) => address);
    const { remove } = kind.writer;
    if (staying.length === 0 || !isUnsupported(remove)) return [];
    return [
      {
        code: 'revert-stays',
        severity: 'warning',
        message: `${seenBefore(kind)}, so it stays: ${listed(staying, NAMED)}. ${remove.reason}`,
        hint: 'Remove it in the account by hand if it is to go.',
      } as const,
    ];
  });
}

/** Open calls of the run are not in its history. */
export function openFindings(
  ledger: Ledger,
  runs: readonly string[],
  holder: LedgerHolder | undefined,
): readonly Finding[] {
  return ledger.intentions
    .filter(({ run }) => runs.includes(run))
    .map((intention) => ({
      code: 'revert-unsettled',
      severity: 'warning',
      message: `It is unknown whether ${intention.method} ${intention.path} of the run took effect, so the plan leaves it out.`,
      ...openAdvice(intention, holder),
      ...defined({ address: intention.covers[0] }),
    }));
}

function openAdvice(intention: Intention, holder: LedgerHolder | undefined): Advice {
  switch (findSettler(intention, holder)) {
    case 'person':
      return settling(intention);
    case 'run':
      return { hint: 'A run is under way and settles it. Then revert the run again.' };
    case 'apply':
      return { hint: 'The next apply finds out. Then revert the run again.' };
  }
}

/** Warns that the files still declare the values of the run, so that the next plan undoes the revert. */
export function fileFindings(
  decisions: readonly Decision[],
  { effects, declared, live, kinds }: FilesInput,
): readonly Finding[] {
  const byAddress = new Map(declared.map((resource) => [resource.address, resource] as const));
  const written = new Map(effects.map(({ address, fields }) => [address, fields] as const));
  const differing = decisions.flatMap(({ change: { address, kind: name, action }, desired, record }) => {
    const resource = byAddress.get(address);
    const kind = kinds.find((other) => other.name === name);
    if (resource === undefined || kind === undefined || desired === undefined) return [];
    const after = { ...live.resources.get(address)?.fields, ...desired.after };
    const { fields } = diffResource({ kind, spec: resource.spec, live: after, applied: record, hold: false });
    const isAgainst = fields.some(({ field }) => written.get(address)?.has(field));
    return action === 'remove' || isAgainst ? [address] : [];
  });
  if (differing.length === 0) return [];
  return [
    {
      code: 'revert-against-files',
      severity: 'info',
      message: `The files still declare the values that the run wrote, so the next plan from them would make the same changes again (${listed(differing, NAMED)}).`,
      hint: 'Change the files as well, before they are applied again.',
    },
  ];
}

interface FilesInput {
  readonly effects: readonly Pick<RunEffect, 'address' | 'fields'>[];
  readonly declared: readonly DesiredResource[];
  readonly live: Live;
  readonly kinds: readonly Kind[];
}
