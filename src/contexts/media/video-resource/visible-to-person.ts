import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';

/**
 * SQL condition: the person with the account `:account` may see the video resource of the alias. It is published, of a program in
 * which the person has an enrollment that is neither withdrawn nor failed, and not an answer for another person.
 */
export const visibleToPerson = (v: string): string => `(${v}.status = 'published'
  and ${v}.program_id = any(array(
    select c.program_id from enrollments e
    join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
    where e.organization_id = :organization and e.status not in ('withdrawn', 'failed') and ${OF_PERSON}))
  and (${v}.audience_enrollment_id is null or ${v}.audience_enrollment_id = any(array(
    select e.id from enrollments e where e.organization_id = :organization and ${OF_PERSON}))))`;
