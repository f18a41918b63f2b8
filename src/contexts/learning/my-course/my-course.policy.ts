import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { BY_PERSON, foundBy } from '#kernel/operations';
import { learningTables } from '../learning.tables.js';

/** The path parameter is the id of a published lesson of a program in which the person who calls has an enrollment. */
export const lessonOfPerson = foundBy({
  ...BY_PERSON,
  tables: learningTables,
  name: 'find_lesson_of_person',
  sql: `select 1 from lessons l
    join courses c on c.organization_id = l.organization_id and c.id = l.course_id
    where l.organization_id = :organization and l.id = :id and l.status = 'published' and c.status = 'published'
      and exists (
        select 1 from enrollments e
        join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
        where e.organization_id = :organization and k.program_id = c.program_id and ${OF_PERSON})`,
  notFound:
    "The lesson is not a published one of the plan of the enrollment, or the enrollment is not one of the caller's own, or " +
    'it was withdrawn or failed.',
});
