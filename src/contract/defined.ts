/** Omits members without a value: optional members are absent here, never undefined. */

type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The members that have a value; the others are left out, as JSON leaves them out. */
export function defined<T extends object>(members: T): Defined<T> {
  const kept: Partial<T> = {};
  // Without lists in between: this runs for every property of an account.
  for (const name of Object.keys(members) as (keyof T)[]) if (members[name] !== undefined) kept[name] = members[name];
  return kept as T as Defined<T>;
}
