/** Assumptions about pipelines and their stages. The file assumptions.ts includes them. */

import type { Assumption } from './early-assumptions.ts';

export const PIPELINE_ASSUMPTIONS = [
  {
    id: 'A78',
    section: '11.9',
    choice:
      'The author of a pipeline chooses its id and the ids of its stages. They are kept letter for letter and never change. The service gives a number as an id that is left out. A pipeline id has at most 36 characters, a stage id at most 100. A longer id is a 500 that makes nothing. An id that is blank, . or .. is a 400. The id of a pipeline is unique among all pipelines of the account, and the id of a stage among the stages of its object type. Two ids that differ only in case are the same id in a create and different ids in a path.',
    impact:
      'Ids that the embedded service refuses. A client checks the length, because a 500 does not say that it is too long.',
  },
  {
    id: 'A79',
    section: '11.9',
    choice:
      'A pipeline of deals, tickets or a custom object has at most 100 stages. A pipeline of leads, orders, appointments, courses, listings or services has at most 30. A further stage is a 400.',
    impact: 'mostStages and the embedded service.',
  },
  {
    id: 'A80',
    section: '11.9',
    choice:
      'The metadata of a stage has one member: probability for deals, ticketState for tickets, and state for all other object types. Other members are dropped. A probability is a number from 0 to 1 in short decimal text. The other two are OPEN or CLOSED, and OPEN if they are left out. A read of a deal stage shows isClosed, which is true exactly at the probabilities 0 and 1.',
    impact: 'stageMember, and how a client compares a probability: as a number.',
  },
  {
    id: 'A81',
    section: '11.9',
    choice:
      'The reply to a write repeats the request over the earlier values. It shows the number and the spelling that were sent, dropped members too, and isClosed may be out of date. The deletion of a stage answers 204 for every id. The flags of a deletion and a replacement change nothing in version 2026-09: records are always checked. The order of a list of pipelines or stages says nothing; displayOrder does.',
    impact: 'A client reads the pipeline after every write, and sends both flags as true.',
  },
  {
    id: 'A82',
    section: '11.9',
    choice:
      'The audit of a pipeline lists the changes of the pipeline itself, and the audit of a stage those of the stage. A change is CREATE, UPDATE or DELETE. The audit of a pipeline or stage that does not exist is a 404.',
    impact: 'Who changed a stage that was deleted is unknown to a client.',
  },
  {
    id: 'A83',
    section: '11.9',
    choice:
      'If the behaviour of the vendor is unknown, the embedded service refuses with a 400. It refuses a label of a pipeline that is blank or has more than 36 characters, and a number of a pipeline below 0. It refuses to open a closed ticket stage with records, and to change a stage whose writePermissions are READ_ONLY or INTERNAL_ONLY. It refuses another id in a replacement. It refuses writes to pipelines of contacts and companies, and all calls for standard object types that are not known to have pipelines.',
    impact: 'The embedded service; a client reports such a refusal as any other.',
  },
  {
    id: 'A84',
    section: '11.9',
    choice:
      'An account may have 100 pipelines of deals, 100 of tickets, 50 of each other standard object type and 100 of all custom objects together. The default pipelines do not count. A further pipeline is a 400.',
    impact: 'The embedded service; a client asks for the limits of the account.',
  },
] as const satisfies readonly Assumption[];
