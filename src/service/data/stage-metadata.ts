/** Checks, stores and shows the metadata of a stage (interface 11.9; assumption A80). */

import { STAGE_STATES, stageMember } from '../../contract/pipelines.ts';
import { invalid, Refusal } from '../model/refusal.ts';

type Metadata = Readonly<Record<string, string>>;

/** Returns the metadata to store. Unknown keys are dropped, and a missing member keeps its value. Throws a 400 for an invalid value. */
export function storedMetadata(objectType: string, given: Metadata, before: Metadata = {}): Metadata {
  const member = stageMember(objectType);
  if (member === undefined) return {};
  const value = given[member] ?? before[member];
  switch (member) {
    case 'probability':
      return { [member]: storedProbability(value) };
    case 'ticketState':
    case 'state':
      return { [member]: storedState(objectType, member, value) };
  }
}

/** Returns the metadata as a read shows it: a deal stage says whether it is closed. */
export function shownMetadata(objectType: string, metadata: Metadata): Metadata {
  if (stageMember(objectType) !== 'probability') return metadata;
  return { ...metadata, isClosed: String(isClosed(metadata)) };
}

/** A deal is closed exactly at the probabilities 0 and 1. */
export function isClosed({ probability, ticketState, state }: Metadata): boolean {
  if (probability !== undefined) return Number(probability) === 0 || Number(probability) === 1;
  return (ticketState ?? state) === 'CLOSED';
}

const NUMBER = /^\d+(?:\.\d+)?(?:e-?\d+)?$/i;

/** Returns the short decimal text: `0.50` becomes `0.5`, and `1` becomes `1.0`. */
function storedProbability(value: string | undefined): string {
  if (value === undefined) throw new Refusal(400, { message: 'A deal stage must have a probability.' });
  const number = Number(value);
  if (!NUMBER.test(value) || number > 1) {
    throw new Refusal(400, { message: `The probability '${value}' is not a number from 0.0 to 1.0.` });
  }
  return Number.isInteger(number) ? number.toFixed(1) : String(number);
}

function storedState(objectType: string, member: string, value: string | undefined): string {
  if (value === undefined) return 'OPEN';
  if (STAGE_STATES.some((state) => state === value)) return value;
  throw invalid(`The ${member} of a stage of ${objectType} is ${STAGE_STATES.join(' or ')}, not '${value}'.`, {
    subCategory: 'PipelineError.INVALID_PIPELINE_STAGE_METADATA',
  });
}
