import { notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import { mediaTables } from '../media.tables.js';
import { visibleToPerson } from './visible-to-person.js';

const findMine = mediaTables.statement(
  'find_video_resource_of_person',
  { id: 'uuid', account: 'uuid' },
  `select 1 from video_resources v
   where v.organization_id = :organization and v.id = :id and ${visibleToPerson('v')}`,
);

/** The path parameter is the id of a resource that the person who calls may see. */
export const myVideoResource: TargetPolicy = {
  notFound:
    'The video resource does not exist in the organization, is unpublished or for somebody else, or the caller has no ' +
    'enrollment in its program that is neither withdrawn nor failed.',
  authorize: async (scope, id) => {
    const [row] = await scope.query(findMine, { id, account: scope.caller.accountId });
    if (!row) throw notFound();
  },
};
