/** Options of an enumeration, as declared and as the service stores them (interface 2.4). */

export type Option = {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  readonly displayOrder?: number;
  readonly hidden?: boolean;
};

/** An option that somebody else added in the account: it is kept, and sent along with every list. */
export type ForeignOption = Pick<Option, 'value' | 'label'>;

/** An option on its way out: hidden first, then removed. */
export type Tombstone = { readonly value: string; readonly stage: 'hide' | 'remove' };

/** merge keeps options that others added in the account; exact owns the whole list. */
export type OptionsMode = 'merge' | 'exact';
