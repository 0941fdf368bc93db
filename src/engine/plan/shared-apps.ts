/** Warns about a removal from an app: other accounts that use the app lose the resource too. */

import type { Change } from '../../model/change.ts';
import type { Finding } from '../../model/finding.ts';
import type { Kind } from '../../model/kind.ts';
import type { SharedApps } from '../../model/ledger.ts';
import { kindsByName } from '../kind-lookup.ts';

/** A sentence. */
export function sharedText(app: string, shared: SharedApps): string {
  const others = shared.get(app) ?? [];
  if (others.length === 0) return `A deletion affects every account that uses app ${app}.`;
  return `A deletion affects the other accounts of app ${app} too: ${others.join(', ')}.`;
}

/** Returns one finding for each app that loses a resource. */
export function sharedAppFindings(
  changes: readonly Change[],
  { kinds, shared = new Map() }: { readonly kinds: readonly Kind[]; readonly shared?: SharedApps },
): readonly Finding[] {
  const byName = kindsByName(kinds);
  const removals = changes.filter(({ action }) => action === 'remove');
  const byApp = Map.groupBy(removals, ({ kind, address }) => byName.get(kind)?.app?.(address));
  return [...byApp].flatMap(([app, [first, ...more]]): readonly Finding[] => {
    if (app === undefined || first === undefined) return [];
    const what = more.length === 0 ? first.address : `${first.address} and ${more.length} more`;
    return [
      {
        code: 'app-shared',
        severity: 'warning',
        message: `Apply deletes ${what}. ${sharedText(app, shared)}`,
        hint: 'Check that no other account needs it.',
        address: first.address,
      },
    ];
  });
}
