/** Remedies of a finding, an outcome or an error, as data. Each face has its own words for them. */

import type { Address } from './address.ts';
import type { ConsentName } from './risk.ts';

export type Fix =
  /** Record that an open call took effect, or that it did not, as the account shows. */
  | { readonly action: 'settle'; readonly addresses: readonly Address[]; readonly as: 'applied' | 'not-applied' }
  /** Record the resource as declared, if the account has it so or after a manual change there. `overwrite` replaces another record. */
  | {
      readonly action: 'adopt';
      /** Empty: every address that the account has. */
      readonly addresses: readonly Address[];
      readonly overwrite?: true;
      readonly when?: 'changed';
    }
  /** Drop the record: the resource is gone from the account, it is removed there first, or it is kept there. */
  | { readonly action: 'forget'; readonly addresses: readonly Address[]; readonly when: 'gone' | 'removed' | 'kept' }
  /** Put a file back from Git, because resources left it. */
  | { readonly action: 'restore-file'; readonly file: string }
  /** Restore the ledger from its history. */
  | { readonly action: 'repair-ledger' }
  | { readonly action: 'list-ledger' }
  | { readonly action: 'list-runs' }
  | { readonly action: 'list-declared' }
  /** Keep the ledger in another folder. `folder` is absent if it is unknown. */
  | { readonly action: 'use-ledger'; readonly folder?: string }
  /** Consent to a risk in a new plan: everywhere, at an address, or to a host. */
  | { readonly action: 'allow'; readonly risk: ConsentName; readonly address?: string }
  /** Replace a value in a new plan that another user changed in the account. */
  | { readonly action: 'overwrite'; readonly addresses: readonly Address[] }
  /** Narrow a new plan to these addresses. */
  | { readonly action: 'target'; readonly addresses: readonly Address[] }
  /** Apply the changes that are not blocked. */
  | { readonly action: 'skip-blocked' }
  /** Save a new plan, review it and apply the saved plan. */
  | { readonly action: 'save-plan' }
  /** Confirm the id of a protected account. Null if the id is unknown. */
  | { readonly action: 'confirm'; readonly hubId: number | null }
  /** Apply the declarations of these addresses. `overwrite` also replaces held drift. */
  | { readonly action: 'apply'; readonly addresses: readonly Address[]; readonly overwrite?: true }
  | { readonly action: 'choose-account'; readonly names: readonly string[] }
  /** Allow tokens to be sent to this host: `crm.example.com`, or with a port. */
  | { readonly action: 'allow-host'; readonly host: string }
  /** Pass these files or folders as the configuration. Empty if the paths are unknown. */
  | { readonly action: 'pass-files'; readonly paths: readonly string[] }
  /** Write the first files of a project. */
  | { readonly action: 'start-project' }
  /** Give the configuration the developer key of an app. */
  | { readonly action: 'set-developer-key'; readonly app: string }
  /** Write the webhooks of an app as the file of its project. */
  | { readonly action: 'export-webhooks'; readonly app: string }
  /** Authorize the app for an account, and keep the refresh token in the variable that the account reads. */
  | { readonly action: 'log-in'; readonly account?: string; readonly variable?: string };

/** Remedy of a problem: a sentence for every reader, and fixes as data. */
export interface Advice {
  /** Text of at least one sentence. */
  readonly hint?: string;
  readonly fix?: readonly Fix[];
}
