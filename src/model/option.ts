/** Entries of a list that is merged by value: options (interface 2.4), stages (11.9) and validation rules (11.10). */

export type Option = {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly displayOrder?: number;
  readonly hidden?: boolean;
  /** Of a stage of deals, from 0 to 1. */
  readonly probability?: number;
  /** State of a stage of tickets. */
  readonly ticketState?: string;
  /** State of a stage of a custom object. */
  readonly state?: string;
  /** Arguments of a validation rule. The label has the same arguments as text. */
  readonly arguments?: readonly string[];
  /** Flag of a validation rule. Null if the rule has no flag. Absent if no reply showed it. */
  readonly shouldApplyNormalization?: boolean | null;
};

/**
 * Returns the options as users see them: by `displayOrder`, equal numbers in list order. An option without a number, or with a number
 * below 0, follows the option before it.
 */
export function inDisplayOrder(options: readonly Option[]): readonly Option[] {
  let place = -1;
  const places = options.map(({ displayOrder }) => {
    if (displayOrder !== undefined && displayOrder >= 0) place = displayOrder;
    return place;
  });
  if (places.every((own, index) => index === 0 || own >= (places[index - 1] ?? own))) return options;
  return [...options.keys()]
    .sort((left, right) => (places[left] ?? 0) - (places[right] ?? 0) || left - right)
    .flatMap((index) => options[index] ?? []);
}

/** Returns the value as reports show it: in quotes if it is empty, or starts or ends with white space. */
export function optionName(value: string): string {
  return value !== '' && value === value.trim() ? value : JSON.stringify(value);
}

/** An option that another user added in the account. It is kept and sent with every list. */
export type ForeignOption = Pick<Option, 'value' | 'label' | 'arguments'>;

/** An option that is being removed: hidden first, then removed. */
export type Tombstone = { readonly value: string; readonly stage: 'hide' | 'remove' };

/** merge keeps options that other users added in the account. exact owns the whole list. */
export type OptionsMode = 'merge' | 'exact';
