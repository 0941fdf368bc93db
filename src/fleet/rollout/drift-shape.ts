/** The shape of drift: what differs in an account with the account taken out, so that the same drift of many accounts is told once. */

import { digest } from '../../engine/fingerprint.ts';
import type { DriftReport } from '../../model/drift.ts';
import type { Standing } from '../../model/rollout.ts';
import type { DriftCounts } from '../../model/rollout-status.ts';
import type { Shape } from './clusters.ts';

/**
 * Who changed it and when makes no difference, nor do options that others added, which are kept. What the interface has no read for is the
 * same in all accounts; a read that failed is not.
 */
export function shapeOfDrift({ resources, findings }: DriftReport): Shape & { readonly drift: DriftCounts } {
  const differing = resources.filter(
    ({ status, basis }) => isDrift(status) || (isUnverified(status) && basis === 'unknown'),
  );
  const drift: DriftCounts = {
    drifted: differing.filter(({ status }) => status === 'drifted').length,
    gone: differing.filter(({ status }) => status === 'gone').length,
    unseen: differing.filter(({ status }) => isUnverified(status)).length,
  };
  const told = findings.map(({ code, address }) => ({ code, address }));
  const differs = differing.map(({ address, status, fields }) => ({ address, status, fields }));
  return {
    shape: digest({ origin: 'drift', differs: sorted(differs), told: sorted(told) }),
    standing: standingOf(drift, told.length > 0),
    actions: {},
    severities: [],
    risks: [],
    drift,
  };
}

function standingOf({ drifted, gone, unseen }: DriftCounts, isTold: boolean): Standing {
  if (drifted + gone > 0) return 'drifted';
  return unseen > 0 || isTold ? 'unverified' : 'empty';
}

function isDrift(status: DriftReport['resources'][number]['status']): boolean {
  return status === 'drifted' || status === 'gone';
}

function isUnverified(status: DriftReport['resources'][number]['status']): boolean {
  return status === 'unverifiable';
}

function sorted(parts: readonly unknown[]): readonly string[] {
  return parts.map(digest).sort();
}
