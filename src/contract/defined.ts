/** Omits members without a value. In this code, optional members are absent and never undefined. */

type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the members that have a value. Other members are left out, as in JSON. */
export function defined<T extends object>(members: T): Defined<T> {
  const kept: Partial<T> = {};
  // Avoids intermediate lists, because this runs for every property of an account.
  for (const name of Object.keys(members) as (keyof T)[]) if (members[name] !== undefined) kept[name] = members[name];
  return kept as T as Defined<T>;
}
