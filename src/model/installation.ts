/** The states of an account that has an app of a fleet installed. */

/**
 * States in the order of reports. `active`: work is allowed. `paused`: a user paused the account. `revoked`: the service rejects its token.
 * `uninstalled`: its tokens are deleted.
 */
export const INSTALLATION_STATES = ['active', 'paused', 'revoked', 'uninstalled'] as const;
export type InstallationState = (typeof INSTALLATION_STATES)[number];
