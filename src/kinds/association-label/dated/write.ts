/** Calls that create, change and delete association labels (interface 11.7, assumptions A61 and A85). */

import { AssociationLabels } from '../../../contract/association-labels.ts';
import type { ApiCall } from '../../../contract/calls.ts';
import { DATED_LIMITS } from '../../../contract/endpoints/dated-limits.ts';
import { parsedWith } from '../../../contract/parse-with.ts';
import type { AccountNames } from '../../../model/account-names.ts';
import type { Address } from '../../../model/address.ts';
import type { CallDraft, DesiredChange, KindWriter, Naming, Settled } from '../../../model/kind.ts';
import { isOfPair, pathType } from '../../dated-definition-reads.ts';
import { blockChange, type Drafted, draftCall, draftEach } from '../../drafts.ts';
import { type AssociationLabelSpec, type LabelTexts, parseIdentity } from '../spec.ts';

type Change = DesiredChange<AssociationLabelSpec>;

export const UPDATE_BODIES = [DATED_LIMITS.updateAssociationLabel.body];

const ROUTES = {
  create: 'The create makes both directions of the label (interface 11.7).',
  update: 'The update sets the texts of both directions (interface 11.7).',
  remove: 'The deletion removes both directions, and the links of records that have the label (interface 11.7).',
} as const;

export function createWriter(names: AccountNames): KindWriter<AssociationLabelSpec> {
  return {
    remove: { risk: 'association-label-removal', lost: 'the links of records that had the label' },
    write(changes) {
      const { calls, blocked } = draftEach(changes, (change) => buildDraft(names, change));
      return { calls: afterRemovals(calls), blocked };
    },
    misses: (call, covers) => covers.filter((address) => !isOfPair(names, call, parseIdentity(address))),
    names: listNamings,
    settle: (call, covers, reply) => covers.flatMap((address) => settleCall(call, address, reply)),
  };
}

function buildDraft(names: AccountNames, change: Change): Drafted {
  const { address, action, after } = change;
  const route = ROUTES[action];
  const block = (reason: string): Drafted => blockChange(address, { reason, section: '11.7' });
  const { from, to, name } = parseIdentity(address);
  const params = { fromObjectType: pathType(names, from), toObjectType: pathType(names, to) };
  if (action === 'create') {
    const body = { name, ...selectSentTexts(readTexts(after)) };
    return draftCall(address, after, { endpoint: 'createAssociationLabel', params, body, route });
  }
  // The first type id is of the direction that the address names.
  const typeId = change.id?.split('/')[0];
  if (typeId === undefined) return block('Nothing shows the type id of the label.');
  if (action === 'remove') {
    const aimed = { ...params, associationTypeId: typeId };
    return draftCall(address, null, { endpoint: 'deleteAssociationLabel', params: aimed, route });
  }
  const { label, inverseLabel } = change.before ?? {};
  if (typeof label !== 'string' || typeof inverseLabel !== 'string')
    return block('The account does not show the texts of both directions of the label.');
  // A revert names only the texts that it takes back, and the call sets both.
  const before = { label, inverseLabel };
  const given = readTexts({ ...before, ...after });
  const texts = from === to ? inTypeOrder(before, given) : given;
  const isUnsure = from === to && ![texts.label === label, texts.inverseLabel === inverseLabel].includes(true);
  const reason = findObstacle(before, texts) ?? (isUnsure && label !== inverseLabel ? BOTH_CHANGE : undefined);
  if (reason !== undefined) return block(reason);
  const body = { associationTypeId: Number(typeId), ...selectSentTexts(texts) };
  return draftCall(address, after, { endpoint: 'updateAssociationLabel', params, body, route });
}

/** The account has a name once, so that a create waits until the label of another pair with its name is gone. */
function afterRemovals(calls: readonly CallDraft[]): readonly CallDraft[] {
  const listDraftNames = ({ covers }: CallDraft) => covers.map((address) => parseIdentity(address).name.toLowerCase());
  const removals = calls.flatMap((call, at) =>
    call.endpoint === 'deleteAssociationLabel' ? listDraftNames(call).map((name) => ({ name, at })) : [],
  );
  return calls.map((call) => {
    if (call.endpoint !== 'createAssociationLabel') return call;
    return { ...call, after: removals.flatMap(({ name, at }) => (listDraftNames(call).includes(name) ? [at] : [])) };
  });
}

function readTexts({ label, inverseLabel = label }: Change['after']): LabelTexts {
  return { label: String(label), inverseLabel: String(inverseLabel) };
}

/** A label with one text takes no inverseLabel (assumption A85). */
function selectSentTexts({ label, inverseLabel }: LabelTexts): Partial<LabelTexts> {
  return inverseLabel === label ? { label } : { label, inverseLabel };
}

/** Of one object type, only an unchanged text tells which of the two types gets the other text. */
function inTypeOrder(before: LabelTexts, { label, inverseLabel }: LabelTexts): LabelTexts {
  const isTurned = label === before.inverseLabel || inverseLabel === before.label;
  return isTurned ? { label: inverseLabel, inverseLabel: label } : { label, inverseLabel };
}

function findObstacle(before: LabelTexts, after: LabelTexts): string | undefined {
  const [had, has] = [before, after].map(({ label, inverseLabel }) => label !== inverseLabel);
  if (had && !has)
    return 'A label with two texts keeps two texts. Declare a new label with one text under another name.';
  if (!had && has)
    return 'A label with one text never gets a second text. Declare a new label with two texts under another name.';
  if (had && (after.label === before.inverseLabel || after.inverseLabel === before.label))
    return 'The texts of the two directions cannot be exchanged: each association of records would get the opposite meaning.';
  return undefined;
}

const BOTH_CHANGE =
  'Both texts of the label change, and its two types are of one object type: nothing tells which of them gets which text. Change one text, apply, and then change the other.';

/** The reply to a create shows the texts, and no name. */
function listNamings({ endpoint, body }: ApiCall, _covers: readonly Address[], reply: unknown): readonly Naming[] {
  if (endpoint !== 'createAssociationLabel') return [];
  const sent = String(Object(body).label);
  const labels = parsedWith(AssociationLabels(), reply).results.map(({ label }) => label);
  return [{ member: 'label', sent, shown: labels.includes(sent) ? sent : labels[0] }];
}

/**
 * The reply to a create shows the type ids of both directions. Other replies are empty. The ids of one text do not tell their directions: a
 * read does.
 */
function settleCall({ endpoint, params, body }: ApiCall, address: Address, reply: unknown): readonly Settled[] {
  if (endpoint !== 'createAssociationLabel') return [{ address, status: 'applied' }];
  const { results } = parsedWith(AssociationLabels(), reply);
  const { label, inverseLabel } = readTexts(Object(body));
  const isOfOneType = params['fromObjectType'] === params['toObjectType'];
  if (label === inverseLabel && !isOfOneType) return [];
  const own = results.find((row) => row.label === label);
  const inverse = results.find((row) => row !== own && row.label === inverseLabel) ?? own;
  if (own === undefined || inverse === undefined) return [];
  const ids = [...new Set([own.typeId, inverse.typeId])];
  const echo = { label: own.label ?? '', inverseLabel: inverse.label ?? '' };
  return [{ address, status: 'applied', id: ids.join('/'), echo }];
}
