/** The states of an account that has an app of a fleet installed. */

/**
 * In the order in which people are told of them. active: it may be worked on. paused: a person said so. revoked: its token is refused.
 * uninstalled: its tokens are gone.
 */
export const INSTALLATION_STATES = ['active', 'paused', 'revoked', 'uninstalled'] as const;
export type InstallationState = (typeof INSTALLATION_STATES)[number];
