/** Object types of an account of which nothing was read, as nobody named them. */

export interface OtherObjects {
  /** As `--object` takes them: standard ones, and custom objects by name. */
  readonly objectTypes: readonly string[];
  /** False where the account could not say which custom objects it has. */
  readonly complete: boolean;
}
