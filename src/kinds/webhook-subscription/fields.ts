/** How the fields of a subscription compare, on every surface. */

export const HINTS = { active: { compare: 'exact' }, eventTypeName: { compare: 'text' } } as const;
