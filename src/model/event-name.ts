/** How an event is named: by its name, by its name with the account in front, and by its type id. */

import type { Kind } from './kind.ts';

/** What is of the kind belongs to an event. */
export function isOfEvent({ holder, app }: Pick<Kind, 'holder' | 'app'>): boolean {
  return holder !== undefined && app === undefined;
}

export function withoutAccount(event: string): string {
  return event.replace(OF_ACCOUNT, '');
}

/** In front of the name. */
export const OF_ACCOUNT = /^pe\d+_/;
