/** Every code that the sources can give: of findings, and of the errors that end a run. */

import { readdirSync, readFileSync } from 'node:fs';
import { RULE_NAMES } from '../../src/model/policy.ts';

export interface Codes {
  readonly findings: readonly string[];
  readonly errors: readonly string[];
  /** Codes of findings that configuration, kinds or rules report. They need only the files. */
  readonly offline: readonly string[];
  /** Places whose code is worked out and that `WORKED_OUT` does not know. */
  readonly unclear: readonly string[];
}

/** Expressions that are no literal, and the codes that they give. */
const WORKED_OUT: Readonly<Record<string, readonly string[]>> = {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are texts of the sources
  '`option-${member}-repeated`': ['option-value-repeated', 'option-label-repeated'],
  "`yaml-${code.toLowerCase().replaceAll('_', '-')}`": yamlCodes(),
  'scope.unset': ['env-unset', 'credential-unset'],
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above
  name: RULE_NAMES,
  // A run that our error halts keeps the code of the error.
  "error instanceof AuthError || error instanceof LedgerError ? error.code : 'run-halted'": ['run-halted'],
};

const LITERAL = "'([a-z0-9]+(?:-[a-z0-9]+)*)'";
const DASHED = "'([a-z0-9]+(?:-[a-z0-9]+)+)'";
/** A member or a constant named code, up to the end of its expression. */
const MEMBER = /\bcode(?::| =) ((?:`[^`]*`|[^,;`\n])+?)(?=,|;|\n| \})/g;
/** Expression that may hold a code: a template, or a quoted word with dashes. */
const TELLING = new RegExp(`\`|${DASHED}`);
/** The first argument of what makes an error, or of a local function that makes a finding. */
const ERROR = new RegExp(`(?:new [A-Z]\\w*Error|super)\\(\\s*${LITERAL}`, 'g');
const MAKER = new RegExp(`\\b(?:report|add|error)\\(\\s*${LITERAL}`, 'g');
const CONSTANT = new RegExp(`^export const TOO_MANY_CHANGES = ${LITERAL}`, 'gm');

export function codesOf(): Codes {
  const findings = new Set<string>();
  const errors = new Set<string>();
  const offline = new Set<string>();
  const unclear: string[] = [];
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.startsWith('contract/')) continue;
    // The suite for stores repeats codes that other files define.
    if (path.startsWith('testing/')) continue;
    const text = readFileSync(`src/${path}`, 'utf8');
    for (const code of literals(text, ERROR)) errors.add(code);
    // Replies of the embedded service have categories of the interface instead of our codes.
    if (path.startsWith('service/')) continue;
    // The client reports no findings. Its codes become errors.
    const add = (code: string) => {
      (path.startsWith('client/') ? errors : findings).add(code);
      if (/^(config|kinds|engine\/rules)/.test(path)) offline.add(code);
    };
    for (const code of [...literals(text, MAKER), ...literals(text, CONSTANT)]) add(code);
    for (const [, expression = ''] of text.matchAll(MEMBER)) {
      const codes = codesIn(expression);
      if (codes === undefined) unclear.push(`${path}: ${expression}`);
      for (const code of codes ?? []) add(code);
    }
  }
  return { findings: [...findings].sort(), errors: [...errors].sort(), offline: [...offline].sort(), unclear };
}

/** A literal, or a choice between two. Undefined when it may hold a code and is not listed above. */
function codesIn(expression: string): readonly string[] | undefined {
  if (Object.hasOwn(WORKED_OUT, expression)) return WORKED_OUT[expression];
  const choice = new RegExp(`^(?:.* \\? ${DASHED} : )?${DASHED}(?: as const)?$`).exec(expression);
  if (choice !== null) return choice.slice(1).filter((code) => code !== undefined);
  return TELLING.test(expression) ? undefined : [];
}

function literals(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, code = '']) => code);
}

/** The codes of the YAML library, by its declaration. Duplicate keys are found without the library. */
function yamlCodes(): readonly string[] {
  const text = readFileSync('node_modules/yaml/dist/errors.d.ts', 'utf8');
  const [, codes = ''] = /ErrorCode = ([^;]+);/.exec(text) ?? [];
  return [...codes.matchAll(/'(\w+)'/g)]
    .map(([, code = '']) => code)
    .filter((code) => code !== 'DUPLICATE_KEY')
    .map((code) => `yaml-${code.toLowerCase().replaceAll('_', '-')}`);
}
