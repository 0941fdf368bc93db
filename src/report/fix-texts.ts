/** Hints and fixes in words: a sentence for each fix, with what to type or set. */

import type { Advice, Fix } from '../model/fix.ts';
import { type ConsentName, isRemovalRisk } from '../model/risk.ts';
import { commandText, type TextPart, wordsText } from './command.ts';
import { commandOf, type Face, inputOf } from './fix-ways.ts';

/** Returns a sentence in parts, so that each form of a report can mark code and commands. */
export function fixParts(fix: Fix, face: Face): readonly TextPart[] {
  const lead = leadOf(fix);
  const way = face === 'terminal' ? commandOf(fix) : inputOf(fix);
  switch (way.by) {
    case 'command': {
      const where = face === 'terminal' ? '' : ` (${way.words[0] === 'ledger' ? LEDGER_THERE : THERE})`;
      return [prose(`${lead}${where}: `), { text: commandText(way.words), as: 'command' }];
    }
    case 'configuration':
      return [prose(`${lead}: `), code(way.text)];
    case 'flags':
      return [prose(`${lead} with `), code(wordsText(way.words)), prose('.')];
    case 'input': {
      const [first = '', ...others] = way.values;
      const more = others.flatMap((value) => [prose(', '), code(value)]);
      return [prose(`${way.lead ?? lead} with the input `), code(`${way.name}: ${first}`), ...more, prose('.')];
    }
  }
}

/** Returns the fixes to show. A long list of consents is cut to the first as an example. */
export function shownFixes(fix: readonly Fix[]): readonly Fix[] {
  const consents = fix.filter(({ action }) => action === 'allow');
  return consents.length > MOST_CONSENTS ? fix.filter((one) => one.action !== 'allow' || one === consents[0]) : fix;
}

const MOST_CONSENTS = 3;

/** The hint and the fixes, a line each, for what shows plain text. */
export function adviceTexts({ hint, fix = [] }: Advice, face: Face): readonly string[] {
  const texts = shownFixes(fix).map((one) => plainText(fixParts(one, face)));
  return hint === undefined ? texts : [hint, ...texts];
}

/** Adds marks, because a full stop could be read as a part of a command. */
function plainText(parts: readonly TextPart[]): string {
  const text = parts.map((part) => part.text).join('');
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

const THERE = 'on the command line';
/** The ledger of the Action may be on a branch, or in a separate folder. */
const LEDGER_THERE = `${THERE} in the folder of the project, with --ledger as in the workflow`;

const prose = (text: string): TextPart => ({ text, as: 'prose' });
const code = (text: string): TextPart => ({ text, as: 'code' });

/** `option-removal` is a part of an update; the other removals delete the resource. */
function allowLead(risk: ConsentName): string {
  if (risk === 'host-change') return 'Allow the change of host';
  return isRemovalRisk(risk) && risk !== 'option-removal'
    ? 'To delete the resource, make a new plan'
    : 'Allow it in a new plan';
}

/** Returns the purpose of the fix, without a full stop. */
function leadOf(fix: Fix): string {
  switch (fix.action) {
    case 'settle':
      return fix.as === 'applied'
        ? 'If it took effect, settle it as applied'
        : 'If it did not, settle it as not-applied';
    case 'adopt':
      if (fix.when === 'changed') return 'Once it is changed there, record it';
      if (fix.overwrite === true) return `Overwrite the ${fix.addresses.length === 1 ? 'record' : 'records'}`;
      return fix.addresses.length === 1 ? 'If it is as declared, record it' : 'Record each that is as declared';
    case 'forget':
      if (fix.when === 'removed') return 'Once it is removed there, drop its record';
      if (fix.when === 'kept')
        return fix.addresses.length === 1
          ? 'To keep it without declaring it, drop its record'
          : 'To keep them without declaring them, drop the record of each';
      return fix.addresses.length === 1
        ? 'If it is gone, drop its record; the next plan creates it again'
        : 'Drop the record of each that is gone; the next plan creates it again';
    case 'restore-file':
      return 'If this is a mistake, declare again what left the file';
    case 'repair-ledger':
      return 'Restore the ledger from its history';
    case 'list-ledger':
      return 'List the addresses in the ledger';
    case 'list-runs':
      return 'List the runs';
    case 'list-declared':
      return 'See what the files declare';
    case 'use-ledger':
      return fix.folder === undefined ? 'Use another folder for the ledger' : 'Keep the ledger there';
    case 'allow':
      return allowLead(fix.risk);
    case 'overwrite':
      return 'Overwrite it in a new plan';
    case 'target':
      return 'Narrow a new plan to the others';
    case 'skip-blocked':
      return 'Apply the other changes';
    case 'save-plan':
      return 'Save a plan, and apply the saved plan';
    case 'confirm':
      return 'Confirm the account';
    case 'apply':
      return fix.overwrite === true
        ? 'Apply the declaration over what changed in the account'
        : 'Apply the declaration';
    case 'choose-account':
      return 'Choose an account';
    case 'allow-host':
      return 'Allow the host';
    case 'pass-files':
      return fix.paths.length === 0 ? 'Pass the configuration' : 'Pass it as a part of the configuration';
    case 'start-project':
      return 'If there is no configuration yet, start a project';
    case 'set-developer-key':
      return 'Declare the developer key in the configuration';
    case 'export-webhooks':
      return 'For an app of a project, write its webhooks file';
    case 'log-in':
      return `Log in, and save the refresh token as ${fix.variable ?? 'TRUEUP_REFRESH_TOKEN'}`;
  }
}
