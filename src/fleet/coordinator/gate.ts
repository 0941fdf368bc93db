/** A gate between two waves: what it is asked, and what its answer means. */

import { sentenceOf, TrueupError } from '../../errors.ts';
import type { TargetState } from '../../model/rollout.ts';
import type { Database } from '../database/database.ts';
import { readGate } from '../store/gate-statements.ts';
import { type ReadRollout, statesIn } from './state.ts';

export interface NextWave {
  readonly rollout: string;
  /** The one that waits, from 1 as everywhere that people read. */
  readonly wave: number;
  /** How many accounts of the waves before are in each state. */
  readonly states: Readonly<Partial<Record<TargetState, number>>>;
  /** The address that the rollout was planned with; null where it has none. */
  readonly address: string | null;
}

/** Whether the wave may start, or why not. */
export type GateAnswer = boolean | { readonly because: string };

/** Says whether the next wave may start. Asked when a wave has ended and was watched; what it throws holds the wave. */
export type Gate = (next: NextWave) => Promise<GateAnswer>;

/** A gate that nobody waits for: `pending` while its answer is not there. */
export type SwiftGate = (next: NextWave) => GateAnswer | 'pending';

export interface Passage {
  readonly isOpen: boolean;
  /** Why it holds the wave, where that was not told before. */
  readonly news: string | undefined;
}

/** @param wave the one that waits, from 0 */
export async function passage(database: Database, row: ReadRollout, wave: number, gate: SwiftGate): Promise<Passage> {
  const [{ address, told } = NO_GATE] = await database.query(readGate(row.id));
  const answer = gate({ rollout: row.id, wave: wave + 1, states: statesIn(row.tally, wave), address });
  if (answer === true || answer === 'pending') return { isOpen: answer === true, news: undefined };
  const because = wordsOf(answer);
  return { isOpen: false, news: because === told ? undefined : because };
}

const LONGEST = 400;

/** A gate is anybody's code, and may answer anything: as a line that can be stored and shown. */
function wordsOf(answer: unknown): string {
  const because: unknown = Object(answer).because;
  if (typeof because !== 'string') return 'The gate is closed.';
  const line = because.slice(0, LONGEST).toWellFormed();
  return line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim() || 'The gate is closed.';
}

const NO_GATE = { address: null, told: null };

/** What is thrown is an answer; that of an error that is not ours may hold anything. */
export function heldBy(error: unknown): GateAnswer {
  return { because: error instanceof TrueupError ? `The gate failed: ${sentenceOf(error)}` : 'The gate failed.' };
}
