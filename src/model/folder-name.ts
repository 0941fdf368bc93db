/** A folder that new files go to: below that of another file, in words that no include takes for a pattern. */

export const FOLDER_FORM =
  'a folder inside of the project, such as schema, without .. and the characters * ? [ ] { } ( ) ! and backslash, and not .git, .trueup or node_modules';

export function isFolderName(text: string): boolean {
  return (
    text === '.' ||
    text.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && PLAIN.test(part) && !isTaken(part))
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a name may have none.
const PLAIN = /^[^\u0000-\u001f\u007f*?[\]{}()!\\]+$/;

/** By what no person writes there: the ledger, Git, packages. Some file systems take capitals for the same. */
function isTaken(part: string): boolean {
  return ['.git', '.trueup', 'node_modules'].includes(part.toLowerCase());
}
