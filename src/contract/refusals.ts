/** What the message of a refusal proves about a resource (interface 7; assumption A32). */

/** A failure as the service worded it; every member but the status may be missing. */
export interface Refusal {
  readonly status: number;
  readonly category?: string | undefined;
  /** Of the body and its details. */
  readonly codes: readonly string[];
  readonly message: string;
}

/** A create or an update names a group that is not there. */
export function saysGroupIsMissing({ status, codes }: Refusal): boolean {
  return status === 400 && codes.includes('GROUP_DOES_NOT_EXIST');
}

/** The path names something that is not there. A 404 alone does not say so: a proxy or a mistyped address answers it too. */
export function saysNotFound(
  { status, category, message }: Refusal,
  what: 'Group' | 'Property',
  name: string,
): boolean {
  if (status !== 404) return false;
  return category === 'OBJECT_NOT_FOUND' || message.includes(`Couldn't find a ${what} with the given name '${name}'`);
}

/** The service speaks of the name, without saying for certain what is wrong with it. */
export function speaksOf({ status, message }: Refusal, name: string): boolean {
  return [400, 404].includes(status) && message.split(/[^a-z0-9_]+/i).includes(name);
}
