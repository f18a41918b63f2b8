import { BY_PERSON, foundBy } from '#kernel/operations';
import { mediaTables } from '../media.tables.js';
import { visibleToPerson } from './visible-to-person.js';

/** The path parameter is the id of a resource that the person who calls may see. */
export const myVideoResource = foundBy({
  ...BY_PERSON,
  tables: mediaTables,
  name: 'find_video_resource_of_person',
  sql: `select 1 from video_resources v
    where v.organization_id = :organization and v.id = :id and ${visibleToPerson('v')}`,
  notFound:
    'The video resource does not exist in the organization, is unpublished or for somebody else, or the caller has no ' +
    'enrollment in its program that is neither withdrawn nor failed.',
});
