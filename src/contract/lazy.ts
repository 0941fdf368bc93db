/** Creates a value on first use. Creating a schema takes time, and a command uses only a few schemas. */

export type Lazy<T> = () => T;

export function lazy<T extends object>(make: () => T): Lazy<T> {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
