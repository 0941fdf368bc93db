/** Waves of a rollout: the part of a fleet that each wave reaches, and the accounts in it. */

import { hash } from 'node:crypto';
import { UsageError } from '../../errors.ts';

/** `percent` and `count` mean all accounts up to the end of the wave. `label` means every account with the label. */
export type Wave =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'label'; readonly label: string; readonly value: string };

export interface WavedAccount {
  readonly hubId: number;
  /** Plain marks of the account, such as `ring: canary`. */
  readonly labels: Readonly<Record<string, string>>;
  /** The shape of its plan. */
  readonly shape: string;
}

const HINT = 'Such as 1%,10%,50%,100%, 20,100% or ring=canary,100%: rising, and at the end 100%.';

/** Throws UsageError `waves-invalid`, which tells of every part that is wrong. */
export function parseWaves(text: string): readonly Wave[] {
  const parts = text.split(',').map((part) => part.trim());
  const waves = parts.map(parseWave);
  const read = waves.filter((wave) => wave !== undefined);
  const problems = [
    ...parts.filter((_, index) => waves[index] === undefined).map((part) => `${JSON.stringify(part)} is not a wave.`),
    ...parts.filter((_, index) => falls(waves, index)).map((part) => `${part} is not larger than the wave before it.`),
    ...(reaches(read.at(-1)) ? [] : ['The last wave is not 100%.']),
  ];
  if (problems.length > 0)
    throw wavesInvalid(`The waves ${JSON.stringify(text)} are wrong. ${problems.join(' ')}`, HINT);
  return read;
}

/**
 * Returns the wave of each account, from 0. Every cluster is spread evenly over the waves, so that early waves try what late waves do. A
 * digest of rollout and account decides the order in a cluster. An account is in the first wave that accepts it. Each wave by number gets
 * at least one account if there are enough. Throws UsageError `waves-invalid`.
 */
export function assignWaves(
  rollout: string,
  waves: readonly Wave[],
  accounts: readonly WavedAccount[],
): ReadonlyMap<number, number> {
  const missing = waves.filter((wave) => wave.kind === 'label' && !accounts.some((account) => bears(account, wave)));
  if (missing.length > 0 && accounts.length > 0) {
    const names = missing.map(formatWave).join(', ');
    throw wavesInvalid(`No account of the rollout has the label ${names}.`, 'Check the labels of the installations.');
  }
  const assigned = new Map<number, number>();
  let left = spread(rollout, accounts);
  for (const [index, wave] of waves.entries()) {
    const taken = selectAccounts(wave, left, accounts.length - left.length, accounts.length);
    for (const { hubId } of taken) assigned.set(hubId, index);
    left = left.filter(({ hubId }) => !assigned.has(hubId));
  }
  return assigned;
}

export function formatWave(wave: Wave): string {
  switch (wave.kind) {
    case 'percent':
      return `${wave.percent}%`;
    case 'count':
      return String(wave.count);
    case 'label':
      return `${wave.label}=${wave.value}`;
  }
}

function parseWave(part: string): Wave | undefined {
  const [, percent, count, label, value] =
    /^(?:(\d{1,3}(?:\.\d{1,3})?)%|(\d{1,9})|([A-Za-z0-9_.-]{1,63})=([A-Za-z0-9_.-]{1,63}))$/.exec(part) ?? [];
  if (label !== undefined && value !== undefined) return { kind: 'label', label, value };
  if (percent !== undefined && Number(percent) > 0 && Number(percent) <= 100)
    return { kind: 'percent', percent: Number(percent) };
  return count !== undefined && Number(count) > 0 ? { kind: 'count', count: Number(count) } : undefined;
}

function falls(waves: readonly (Wave | undefined)[], index: number): boolean {
  const wave = waves[index];
  if (wave === undefined) return false;
  return waves.slice(0, index).some((before) => {
    if (before?.kind === 'percent' && wave.kind === 'percent') return before.percent >= wave.percent;
    if (before?.kind === 'count' && wave.kind === 'count') return before.count >= wave.count;
    return before?.kind === 'label' && wave.kind === 'label' && formatWave(before) === formatWave(wave);
  });
}

function reaches(wave: Wave | undefined): boolean {
  return wave?.kind === 'percent' && wave.percent === 100;
}

function selectAccounts(
  wave: Wave,
  left: readonly WavedAccount[],
  before: number,
  all: number,
): readonly WavedAccount[] {
  switch (wave.kind) {
    case 'percent':
      return left.slice(0, Math.max(1, Math.ceil((all * wave.percent) / 100) - before));
    case 'count':
      return left.slice(0, Math.max(1, wave.count - before));
    case 'label':
      return left.filter((account) => bears(account, wave));
  }
}

function bears({ labels }: WavedAccount, wave: Wave): boolean {
  return wave.kind === 'label' && Object.hasOwn(labels, wave.label) && labels[wave.label] === wave.value;
}

/** An account in the middle of its cluster gets a place in the middle of the fleet. */
function spread(rollout: string, accounts: readonly WavedAccount[]): readonly WavedAccount[] {
  const dice = new Map(accounts.map(({ hubId }) => [hubId, hash('sha256', `${rollout}/${hubId}`)] as const));
  const byDice = (a: WavedAccount, b: WavedAccount): number =>
    (dice.get(a.hubId) ?? '') < (dice.get(b.hubId) ?? '') ? -1 : 1;
  const clusters = Map.groupBy(accounts, ({ shape }) => shape);
  return [...clusters.values()]
    .flatMap((cluster) =>
      cluster.toSorted(byDice).map((account, index) => ({ account, place: (index + 0.5) / cluster.length })),
    )
    .sort((a, b) => a.place - b.place || byDice(a.account, b.account))
    .map(({ account }) => account);
}

function wavesInvalid(message: string, hint: string): UsageError {
  return new UsageError('waves-invalid', message, { hint });
}
