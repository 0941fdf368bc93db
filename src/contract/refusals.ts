/** What the message of a refusal proves about a resource (interface 7; assumption A32). */

/** A failure as the service worded it; every member but the status may be missing. */
export interface Refusal {
  readonly status: number;
  readonly category?: string | undefined;
  readonly message: string;
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
