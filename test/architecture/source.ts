/**
 * Reads the source for the rules of the architecture: files, their imports, and their code without texts and comments.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';

export interface Import {
  /** Path from `src`, such as `model/plan.ts`, or the name of a package. */
  readonly of: string;
  readonly own: boolean;
  readonly typeOnly: boolean;
}

export interface SourceFile {
  /** From `src`. */
  readonly path: string;
  readonly text: string;
  /** Comments and the insides of texts blanked out, so that words in them are no code. */
  readonly code: string;
  readonly imports: readonly Import[];
}

const ROOT = new URL('../../src/', import.meta.url).pathname;

export function sourceFiles(): readonly SourceFile[] {
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path))
    .sort()
    .map((path) => sourceFile(path, readFileSync(join(ROOT, path), 'utf8')));
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, code: withoutTexts(text), imports: importsOf(path, text) };
}

const STATEMENT = /^(?:import|export)( type)? ?(?:[^'";=()]*from )?'([^']+)'/gm;
const EXPRESSION = /\bimport\('([^']+)'\)(\.[A-Z])?/g;
const REQUIRED = /\bcreateRequire\(import\.meta\.url\)\('([^']+)'\)/g;

function importsOf(path: string, text: string): readonly Import[] {
  const named = (name: string, typeOnly: boolean): Import => {
    const own = name.startsWith('.');
    return { of: own ? normalize(`${dirname(path)}/${name}`) : name, own, typeOnly };
  };
  return [
    ...[...text.matchAll(STATEMENT)].map((found) => named(found[2] ?? '', found[1] !== undefined)),
    // A member in upper case is a type: import('./a.ts').Name.
    ...[...text.matchAll(EXPRESSION)].map((found) => named(found[1] ?? '', found[2] !== undefined)),
    ...[...text.matchAll(REQUIRED)].map((found) => named(found[1] ?? '', false)),
  ];
}

/** Line and block comments, quoted texts and regular expressions. Code in `${}` of a template stays. */
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\$]|\$(?!\{))*`|(?<=[(,=:[!&|?{};\n]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/g;

function withoutTexts(text: string): string {
  return text.replace(TOKENS, blank);
}

function blank(token: string): string {
  return token.replaceAll(/[^\n]/g, ' ');
}

/** The commands of the program, as its source declares them. */
function commands(): readonly string[] {
  return readdirSync(join(ROOT, 'cli'))
    .filter((name) => name.startsWith('program'))
    .flatMap((name) => [...readFileSync(join(ROOT, 'cli', name), 'utf8').matchAll(/\bprogram\s*\.command\('([a-z]+)/g)])
    .map(([, name = '']) => name);
}

const TYPED = new RegExp(
  `(?<![\\w-])--[a-z][a-z-]+|(?<=[ (])-[A-Za-z](?=[ ,;.)])|\\btrueup (?:${commands().join('|')})\\b`,
  'g',
);

/** Flags and commands of trueup that texts name, comments aside. */
export function typedIn({ text }: SourceFile): readonly string[] {
  const said = text.replace(TOKENS, (token) => (/^\/[/*]/.test(token) ? blank(token) : token));
  return said.match(TYPED) ?? [];
}

/** Import chains that come back to where they started, shortest first. */
export function cycles(files: readonly SourceFile[]): readonly string[] {
  const next = new Map(files.map(({ path, imports }) => [path, imports.filter(({ own }) => own).map(({ of }) => of)]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push([...trail.slice(at), path].join(' -> '));
      return;
    }
    if (done.has(path)) return;
    for (const other of next.get(path) ?? []) visit(other, [...trail, path]);
    done.add(path);
  };
  for (const path of next.keys()) visit(path, []);
  return found.toSorted((a, b) => a.length - b.length);
}

/** Top-level constants that some code of their file changes. */
export function changedConstants({ code }: SourceFile): readonly string[] {
  const names = [...code.matchAll(/^(?:export )?const (\w+)/gm)].map((found) => found[1] ?? '');
  return names.filter((name) => {
    const shadowed = new RegExp(`^[ \\t]+(?:const|let) ${name}\\b|[(,] ?${name}(?:\\??:|,|\\)| =>)`, 'm').test(code);
    const changes = new RegExp(
      `\\b(?<!\\.)${name}(?:\\.(?:push|pop|shift|unshift|splice|sort|reverse|fill|set|add|delete|clear)\\(|(?:\\.\\w+|\\[[^\\]]*\\])\\s*(?:[-+*/|&?]{0,2}=(?![=>])|\\+\\+|--))`,
    ).test(code);
    return changes && !shadowed;
  });
}
