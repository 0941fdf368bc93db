/** Makes a value when it is first asked for: a schema takes time, and a command uses few of all that there are. */

export type Lazy<T> = () => T;

export function lazy<T extends object>(make: () => T): Lazy<T> {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
