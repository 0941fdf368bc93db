/** The ledger of a project beside those of others: what an earlier version kept for all is taken over where it fits, or refused. */

import { ownFiles } from '../config/files/own-files.ts';
import { LedgerError } from '../errors.ts';
import { projectText } from '../ledger/project.ts';
import type { Address } from '../model/address.ts';
import type { Resolution } from '../model/desired.ts';
import type { Ledger, LedgerLocation, LedgerStore, OtherLedger } from '../model/ledger.ts';
import type { Project } from '../model/project.ts';
import type { LedgerActions } from './ledger-types.ts';
import { underLock } from './under-lock.ts';

export interface ProjectLedgerOptions {
  readonly store: LedgerStore;
  /** Of the account. */
  readonly name: string;
  readonly config: Project;
  readonly resolution: Pick<Resolution, 'desired'>;
}

export interface ProjectLedger {
  readonly store: LedgerStore;
  readonly claim: LedgerActions['claim'];
}

export function projectLedger({ store, name, config, resolution }: ProjectLedgerOptions): ProjectLedger {
  const { project } = store;
  if (project === undefined || store.others === undefined) return { store, claim: async () => refuseClaim(name) };
  const addresses = new Set<string>(resolution.desired.resources.map(({ address }) => address));
  const isOwnFile = ownFiles(config, project);
  const isOurs = (ledger: Ledger) => (address: Address) => {
    const recorded = ledger.records[address] ?? ledger.intentions.find(({ covers }) => covers.includes(address));
    const file = recorded === undefined || !('file' in recorded) ? undefined : recorded.file;
    return addresses.has(address) || (file !== undefined && isOwnFile(file));
  };
  const othersNow = async () => (await store.others?.()) ?? [];

  /** Set once it is known that no other ledger is this project's. */
  let isSettled = false;
  /** The ledger of an earlier version, if all of it is of this project. Throws LedgerError where only a person knows. */
  const former = async (): Promise<OtherLedger | undefined> => {
    if (isSettled) return undefined;
    for (const other of await othersNow()) {
      const ledger = await other.store.read();
      const known = addressesOf(ledger);
      if (other.project !== undefined) {
        const shared = known.filter((address) => addresses.has(address));
        if (shared.length > 0) throw ofAnother(name, { own: project, other: other.project, path: other.path, shared });
        continue;
      }
      const others = known.filter((address) => !isOurs(ledger)(address));
      if (others.length === 0) return other;
      if (others.length < known.length) throw ofSeveral(other.path, { own: project, known, others });
    }
    isSettled = true;
    return undefined;
  };
  const now = async (): Promise<LedgerStore> => (await former())?.store ?? store;

  return {
    store: {
      ...store,
      async read() {
        const ledger = await (await now()).read();
        const known = addressesOf(ledger);
        const isUnsaid = ledger.project === undefined && known.length > 0;
        if (isUnsaid && !known.some(isOurs(ledger))) throw ofNobody(await store.location?.(), project, known);
        return ledger;
      },
      isThere: async () => (await now()).isThere?.() ?? true,
      history: async () => (await now()).history(),
      holder: async () => (await now()).holder(),
      async lock(purpose) {
        await (await former())?.take();
        isSettled = true;
        return store.lock(purpose);
      },
    },
    async claim({ addresses: named = [], from, fresh = false } = {}) {
      const others = await othersNow();
      if (fresh && (await store.read()).serial === 0) {
        await underLock(store, 'a new ledger', () => store.compact({ name, hubId: null }));
        return { taken: [], left: [] };
      }
      const other = fresh ? undefined : others.find((one) => one.project === from);
      if (other === undefined) return refuseClaim(name);
      const ledger = await other.store.read();
      const stays = (address: Address) => from === undefined && !named.includes(address) && !isOurs(ledger)(address);
      await other.take(stays);
      const known = addressesOf(ledger);
      return { taken: known.filter((address) => !stays(address)), left: known.filter(stays) };
    },
  };
}

/** Of its records and its open calls. */
function addressesOf({ records, intentions }: Ledger): readonly Address[] {
  const open = intentions.flatMap(({ covers }) => covers);
  return [...new Set([...(Object.keys(records) as Address[]), ...open])].sort();
}

function refuseClaim(name: string): never {
  throw new LedgerError('ledger-nothing-to-claim', `There is no ledger of ${name} that this project can take over.`, {
    hint: 'The project has its own ledger, or no other ledger of the account is in the same location. Only projects that keep their ledgers on one branch share a location.',
    fix: [{ action: 'list-ledger' }],
  });
}

const SHOWN = 3;

function some(addresses: readonly Address[]): string {
  const more = addresses.length - SHOWN;
  return `${addresses.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

interface Shared {
  readonly own: string;
  readonly known: readonly Address[];
  readonly others: readonly Address[];
}

function ofSeveral(path: string, { own, known, others }: Shared): LedgerError {
  return new LedgerError(
    'ledger-of-several',
    `${path} is of a version that kept one ledger for all projects. ${known.length - others.length} of its ${known.length} records are of ${projectText(own)}; it does not declare ${some(others)}.`,
    {
      hint: 'What is not taken over stays for the other projects. Name what this project no longer declares, and is its own all the same.',
      fix: [{ action: 'claim-ledger', of: 'shared' }],
    },
  );
}

/** It says no project, and nothing in it speaks for this one. */
function ofNobody(location: LedgerLocation | undefined, own: string, known: readonly Address[]): LedgerError {
  return new LedgerError(
    'ledger-foreign-project',
    `${location?.path ?? 'The ledger'} does not say of which project it is, and ${projectText(own)} declares nothing of what it records: ${some(known)}.`,
    {
      hint: `Keep the ledgers of each project in a folder of its own. If it is the ledger of this project, set project in the ledger file to ${JSON.stringify(own)}.`,
      fix: [{ action: 'use-ledger' }],
    },
  );
}

interface Another {
  readonly own: string;
  readonly other: string;
  readonly path: string;
  readonly shared: readonly Address[];
}

function ofAnother(name: string, { own, other, path, shared }: Another): LedgerError {
  const verb = shared.length === 1 ? 'which this project declares' : 'which this project declares as well';
  return new LedgerError(
    'ledger-of-another-project',
    `There is no ledger of ${name} for ${projectText(own)}, but ${path} of ${projectText(other)} records ${some(shared)}, ${verb}. A plan without it would create that again.`,
    {
      hint: `If ${projectText(other)} is meant, run the command in its folder.`,
      fix: [
        { action: 'claim-ledger', of: 'folder', folder: other },
        { action: 'claim-ledger', of: 'none' },
      ],
    },
  );
}
