import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { notFound } from '#kernel/errors/service-error.js';
import type { TargetPolicy } from '#kernel/operations/target.js';
import { mediaTables } from '../media.tables.js';

/** SQL array of the programs whose videos the person with the account `:account` sees. */
export const PROGRAMS_OF_PERSON = `array(
  select c.program_id from enrollments e
  join cohorts c on c.organization_id = :organization and c.id = e.cohort_id
  where e.organization_id = :organization and ${OF_PERSON} and e.status not in ('withdrawn', 'failed'))`;

const findMine = mediaTables.statement(
  'find_video_resource_of_person',
  { id: 'uuid', account: 'uuid' },
  `select 1 from video_resources v
   where v.organization_id = :organization and v.id = :id and v.status = 'published'
     and v.program_id = any(${PROGRAMS_OF_PERSON})`,
);

/** The path parameter is the id of a published resource of a program of the person who calls. */
export const myVideoResource: TargetPolicy = {
  notFound:
    'The video resource does not exist in the organization, is unpublished, or the caller has no enrollment in its ' +
    'program that is neither withdrawn nor failed.',
  authorize: async (scope, id) => {
    const [row] = await scope.query(findMine, { id, account: scope.caller.accountId });
    if (!row) throw notFound();
  },
};
