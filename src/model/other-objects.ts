/** Object types of an account that stayed unread, because the user did not name them. */

export interface OtherObjects {
  /** Values for `--object`: standard object types, and custom objects by name. */
  readonly objectTypes: readonly string[];
  /** False if the list of custom objects could not be read. */
  readonly complete: boolean;
}
