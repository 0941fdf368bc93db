/** Settings of a HubSpot account that no call of the interface changes, and the places where a person changes them. */

export interface NotCovered {
  /** A setting, or a change of one, in words. */
  readonly what: string;
  /** Path in HubSpot. Brackets contain what the person chooses. */
  readonly where: string;
}

interface Gap extends NotCovered {
  /** Resource kinds that a reader would expect to include the setting. */
  readonly kinds: readonly string[];
}

export const RULE_REMOVAL: NotCovered = {
  what: 'Removal of validation rules',
  where: 'Settings > Properties > [property] > Rules',
};

export const GAPS: readonly Gap[] = [
  {
    what: 'Conditional property logic',
    where: 'Settings > Properties > Conditional logic',
    kinds: ['property'],
  },
  {
    what: 'Field permissions',
    where: 'Settings > Properties > [property]',
    kinds: ['property'],
  },
  {
    what: 'Creation of rollup properties',
    where: 'Settings > Properties > Create property',
    kinds: ['property'],
  },
  { ...RULE_REMOVAL, kinds: ['property'] },
  {
    what: 'Record layouts',
    where: 'Settings > Objects > [object] > Record Customization',
    kinds: ['property'],
  },
  {
    what: 'Saved views',
    where: 'CRM > [object] > All views',
    kinds: ['property'],
  },
  {
    what: 'Properties required at a stage',
    where: 'Settings > Objects > [object] > Pipelines',
    kinds: ['pipeline'],
  },
  {
    what: 'Pipeline automation',
    where: 'Settings > Objects > [object] > Pipelines > Automate',
    kinds: ['pipeline'],
  },
];

/** Returns the settings that resources of these kinds bring up, in the order of the table. Returns undefined if there are none. */
export function listNotCovered(kinds: Iterable<string>): readonly NotCovered[] | undefined {
  const present = new Set(kinds);
  const gaps = GAPS.filter((gap) => gap.kinds.some((kind) => present.has(kind)));
  return gaps.length === 0 ? undefined : gaps.map(({ what, where }) => ({ what, where }));
}
