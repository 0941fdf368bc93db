/**
 * Forms of internal names of properties, groups, events and objects: the names that a create accepts, and the names that an account can
 * have.
 */

/**
 * A name that an account can have: up to 255 characters, and not only blanks. Control characters are excluded, and characters that a path
 * cannot contain (assumption A43).
 */
export const HELD_NAME =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names have none
  /^(?!\.{1,2}$|__proto__$|.*\$\{|\s+$)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]{1,255}$/;

/** The form of HELD_NAME as an error of a schema, as the rest of a sentence. */
export const HELD_NAME_EXPECTED =
  'expected a name of up to 255 characters, none of them a control character or above U+FFFF (such as an emoji), without `${`, and not blanks alone, `.`, `..` or `__proto__`';

/** The name of an object type. It has no leading or trailing blanks, because the service does not allow them. */
export const OBJECT_NAME =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names have none
  /^(?!\.{1,2}$|__proto__$|.*\$\{)[^\s\u0000-\u001f\u007f-\u009f\ud800-\udfff](?:[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]{0,253}[^\s\u0000-\u001f\u007f-\u009f\ud800-\udfff])?$/;

/** A property name in the path of a v1 update: lowercase letters and digits only (interface 4.3 rule 2). */
export const V1_PATH_NAME = /^[a-z][a-z0-9]*$/;

/**
 * A property or group name: a lowercase letter, then lowercase letters, digits and underscores, at most 100 characters (interface 4.3 rule
 * 3; assumption A18).
 */
export const INTERNAL_NAME = /^[a-z][a-z0-9_]{0,99}$/;

/** A custom event's name: at most 50 lowercase letters, digits, underscores and hyphens (assumption A12). */
export const EVENT_NAME = /^[a-z][a-z0-9_-]{0,49}$/;

/** Maximum length of the label of an event-definition property (assumption A12). */
export const EVENT_LABEL_LENGTH = 50;

/** An event-definition property's name: at most 50 characters (assumption A12). */
export const EVENT_PROPERTY_NAME = /^[a-z][a-z0-9_]{0,49}$/;
