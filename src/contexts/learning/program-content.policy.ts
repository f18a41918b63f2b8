import { isAdministrator, isOrganizationDirector } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import { learningTables } from './learning.tables.js';

/**
 * The policy of a program's content: OWNER, ADMIN and an organization-scoped program_director reach that of every program,
 * a program-scoped one that of the programs that are assigned to them. All staff may read programs, so the refusal of
 * another program's content is 403, not 404.
 */
export const ownProgram = contentOf('program', 'programs', 'select t.id from programs t');
export const ownCourse = contentOf('course', 'courses', 'select t.program_id as id from courses t');
export const ownMilestone = contentOf('milestone', 'milestones', 'select t.program_id as id from milestones t');
export const ownPath = contentOf('path', 'paths', 'select t.program_id as id from paths t');
export const ownSection = contentOf('section', 'course_sections', throughCourse('course_sections'));
export const ownLesson = contentOf('lesson', 'lessons', throughCourse('lessons'));

function throughCourse(table: string): string {
  return `select c.program_id as id from ${table} t
    join courses c on c.organization_id = t.organization_id and c.id = t.course_id`;
}

/** `program` selects the program's id by the row `t`. */
function contentOf(noun: string, table: string, program: string): TargetPolicy {
  const find = learningTables
    .statement(
      `find_program_of_${table}`,
      { id: 'uuid', member: 'uuid' },
      `with p as (${program} where t.organization_id = :organization and t.id = :id)
       select exists (
         select 1 from responsibilities r
         where r.organization_id = :organization and r.member_id = :member::uuid and r.role = 'program_director'
           and r.scope = 'program' and r.program_id = p.id and r.ended_at is null) as "isDirected"
       from p`,
    )
    .returning<{ isDirected: boolean }>();
  return {
    notFound: `The ${noun} does not exist in the organization.`,
    authorize: async (scope, id) => {
      const { caller } = scope;
      const [row] = await scope.query(find, { id, member: caller.memberId });
      if (!row) throw notFound();
      if (!isAdministrator(caller) && !isOrganizationDirector(caller) && !row.isDirected) throw forbidden();
    },
  };
}
