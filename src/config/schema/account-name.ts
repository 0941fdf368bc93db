/** The form of an account's name: it becomes part of a file name, so it cannot contain path characters. */

export const ACCOUNT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
export const ACCOUNT_NAME_ERROR =
  'An account name has 1 to 64 letters, digits, dots, dashes or underscores and starts with a letter or digit.';
