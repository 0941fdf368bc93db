/** Comparison of the fields of a subscription, on every surface. */

export const HINTS = { active: { compare: 'exact' }, eventTypeName: { compare: 'text' } } as const;
