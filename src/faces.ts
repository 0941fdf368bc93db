/** Exports for the command line and the Action in addition to the library. The package does not publish them. */

export { accessTokenVariable, accountNames } from './config/accounts/accounts.ts';
export { readAllowedHosts, VENDOR_HOSTS } from './config/accounts/allowed-hosts.ts';
export { projectSecrets } from './config/accounts/secrets.ts';
export { readProject } from './config/files/load.ts';
export { findRefused, loosened } from './config/policy/loosened.ts';
export { stricter } from './config/policy/stricter.ts';
export { excerpt } from './config/yaml/excerpt.ts';
export { planParts } from './engine/fingerprint.ts';
export { identifyToken, type TokenIdentity, type TokenQuestion } from './engine/gate/identity.ts';
export { requireReviewed } from './engine/gate/reviewed.ts';
export { isBranchLocation, type OpenedLedger, type OpenLedgerOptions, openLedger } from './reconciler/open-ledger.ts';
export { tokensOf, tokenUse } from './reconciler/session.ts';
export { projectTerms, termsDigest } from './reconciler/terms.ts';
export { requireAccount } from './reconciler/validate.ts';
