/** Conclusions about a resource from the message of a refusal (interface 7; assumption A32). */

/** A failure in the words of the service. Every member except the status may be missing. */
export interface Refusal {
  readonly status: number;
  readonly category?: string | undefined;
  readonly message: string;
}

/**
 * True if the reply shows that a resource in the path does not exist. The status 404 is not sufficient, because a proxy or a mistyped base
 * URL returns it too.
 */
export function saysNotFound(
  { status, category, message }: Refusal,
  what: 'Group' | 'Property',
  name: string,
): boolean {
  if (status !== 404) return false;
  return category === 'OBJECT_NOT_FOUND' || message.includes(`Couldn't find a ${what} with the given name '${name}'`);
}
