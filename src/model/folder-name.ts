/** Names of folders for new files: below the folder of another file, without characters that an include treats as a pattern. */

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

/** True for folders of the ledger, Git or packages. Compares in lower case, because some file systems ignore case. */
function isTaken(part: string): boolean {
  return ['.git', '.trueup', 'node_modules'].includes(part.toLowerCase());
}
