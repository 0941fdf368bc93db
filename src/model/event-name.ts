/** The three forms of an event name: the name, the name with the account as prefix, and the type id. */

import type { Kind } from './kind.ts';

/** True for a kind whose resources belong to an event. */
export function isOfEvent({ holder, app }: Pick<Kind, 'holder' | 'app'>): boolean {
  return holder !== undefined && app === undefined;
}

export function withoutAccount(event: string): string {
  return event.replace(OF_ACCOUNT, '');
}

/** Prefix of the name that contains the account. */
export const OF_ACCOUNT = /^pe\d+_/;
