/** Starts the status page of a fleet: what its database tells, read-only, over HTTP. */

import { requireOptions } from '../../errors.ts';
import type { StatusPage, StatusPageOptions } from './options.ts';

const NEEDS = { database: 'of openDatabase', clock: 'such as systemClock of trueup/client' } as const;

/** Throws UsageError `options-missing`, `cannot-listen`. */
export async function startStatusPage(options: StatusPageOptions): Promise<StatusPage> {
  requireOptions('startStatusPage', options, NEEDS);
  // Loaded here, so that a fleet without a page does not load what makes one.
  const { serve } = await import('./serve.ts');
  return serve(options);
}
