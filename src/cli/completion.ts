/** `trueup completion SHELL` and the hidden `complete` that the shell calls. */

import { resolve } from 'node:path';
import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { readProject } from '../config/files/load.ts';
import { accountNames } from '../config/resolve.ts';
import { STANDARD_OBJECT_TYPES } from '../contract/object-types.ts';
import { KIND_NAMES } from '../model/address.ts';
import { CONSENT_NAMES } from '../model/risk.ts';
import type { Context } from './context.ts';
import { below } from './directory.ts';
import { FILES } from './operands.ts';
import { COMPLETION } from './program.ts';
import { DEFAULT_FILE } from './project.ts';
import { throughNpx } from './world.ts';

export async function addCompletion(program: Command, context: Context, argv: readonly string[]): Promise<void> {
  const accounts = argv[2] === 'complete' ? await listAccounts(context, argv.slice(3, -1)) : [];
  const root = tab(program, { completionCommandName: 'completion' });
  const command = program.commands.find((candidate) => candidate.name() === 'completion');
  command?.description(COMPLETION).action((shell: string) => {
    const call = throughNpx(context.world) ? 'npx --no trueup' : 'trueup';
    if (shell === 'bash') context.out(bashScript(call));
    else if (shell === 'zsh') context.out(zshScript(call));
    else root.setup('trueup', call, shell);
  });
  for (const { options, arguments: operands } of root.commands.values()) {
    offer(options.get('allow'), CONSENT_NAMES);
    offer(options.get('account'), accounts);
    offer(options.get('object'), STANDARD_OBJECT_TYPES);
    offer(operands.get('kind') ?? operands.get('pattern'), KIND_NAMES);
    offer(operands.get('left'), [...accounts, FILES]);
    offer(operands.get('right'), accounts);
  }
}

/** Returns the accounts of the files. A shell has no place for an error, so it returns none if a file cannot be read. */
async function listAccounts({ world }: Context, words: readonly string[]): Promise<readonly string[]> {
  const listFlagValues = (...flags: readonly string[]): readonly string[] =>
    words.flatMap((word, index) => (flags.includes(word) ? (words[index + 1] ?? []) : []));
  const folder = listFlagValues('-C', '--directory').reduce((before, value) => below(value, before), '.');
  const files = listFlagValues('-f', '--file');
  const cwd = resolve(world.cwd, folder);
  return readProject(files.length > 0 ? files : [DEFAULT_FILE], { cwd }).then(accountNames, () => []);
}

interface Completed {
  handler?: (complete: (value: string, description: string) => void) => void;
}

function offer(option: object | undefined, values: readonly string[]): void {
  if (option === undefined) return;
  const completed: Completed = option;
  completed.handler = (complete) => {
    for (const value of values) complete(value, '');
  };
}

/** Needs no completion package, evaluates no typed word, and leaves file names to bash. */
function bashScript(call: string): string {
  return `# bash completion for trueup
_trueup() {
    local line word=\${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    while IFS= read -r line; do
        line=\${line%%$'\\t'*}
        [[ $line != :* && $line == "$word"* ]] && COMPREPLY+=("$line")
    done < <(${call} complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _trueup trueup
`;
}

/** Evaluates no typed word, and leaves file names to zsh. */
function zshScript(call: string): string {
  return `#compdef trueup
compdef _trueup trueup

_trueup() {
    local line
    local -a found
    for line in "\${(@f)$(${call} complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        [[ $line == :* || -z $line ]] || found+=("\${line%%$'\\t'*}")
    done
    compadd -- "\${found[@]}" || _files
}

if [ "\${funcstack[1]}" = "_trueup" ]; then
    _trueup
fi
`;
}
