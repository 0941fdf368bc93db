/** Plain data as JSON has it. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Named values of one resource. A key that is absent is not declared, or not known. */
export type Fields = Readonly<Record<string, Json>>;
