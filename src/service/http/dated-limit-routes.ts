/** The routes of association limits and labels on the dated surface (interface 11.7). */

import {
  createAssociationLabel,
  deleteAssociationLabel,
  listAssociationLabels,
  updateAssociationLabel,
} from '../handlers/association-labels.ts';
import {
  createDatedLimits,
  purgeDatedLimits,
  readAllAssociationLimits,
  readAssociationLimits,
  updateDatedLimits,
} from '../handlers/dated-limits.ts';
import { route } from './route.ts';

export const DATED_LIMIT_ROUTES = {
  readAssociationLimits: route('readAssociationLimits', readAssociationLimits),
  readAllAssociationLimits: route('readAllAssociationLimits', readAllAssociationLimits),
  createDatedLimits: route('createDatedLimits', createDatedLimits),
  updateDatedLimits: route('updateDatedLimits', updateDatedLimits),
  purgeDatedLimits: route('purgeDatedLimits', purgeDatedLimits),
  listAssociationLabels: route('listAssociationLabels', listAssociationLabels),
  createAssociationLabel: route('createAssociationLabel', createAssociationLabel),
  updateAssociationLabel: route('updateAssociationLabel', updateAssociationLabel),
  deleteAssociationLabel: route('deleteAssociationLabel', deleteAssociationLabel),
};
