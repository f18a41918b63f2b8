import {
  coachedBy,
  concernsCaller,
  OF_PERSON,
  REACHED,
  reachParameters,
  reachValues,
} from '#contexts/enrollments/enrollments.public.js';
import { isAdministrator } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import { BY_PERSON, foundBy, type TargetPolicy } from '#kernel/operations';
import { mediaTables } from '../media.tables.js';

const QUESTIONS = `video_questions q
  join enrollments e on e.organization_id = q.organization_id and e.id = q.enrollment_id
  where q.organization_id = :organization and q.id = :id`;

/** The path names a question on an enrollment of the caller's own. */
export const ownVideoQuestion = foundBy({
  ...BY_PERSON,
  tables: mediaTables,
  name: 'find_own_video_question',
  sql: `select 1 from ${QUESTIONS} and ${OF_PERSON}`,
  notFound: "The video question does not exist, or is not on an enrollment of the caller's own.",
});

const findToAnswer = mediaTables
  .statement(
    'find_video_question_to_answer',
    { id: 'uuid', administrator: 'boolean', ...reachParameters },
    `select (:administrator::boolean or ${coachedBy(':callerMember::uuid')}) as answerable
     from ${QUESTIONS} and ${REACHED}`,
  )
  .returning<{ answerable: boolean }>();

/** The path names a question that the caller reaches (else 404), as an administrator or coach of the enrollment (else 403). */
export const answerableVideoQuestion: TargetPolicy = {
  concernsCaller: concernsCaller(mediaTables, 'answer_own_video_question', QUESTIONS),
  notFound: "The video question does not exist in the organization or is outside of the caller's scope.",
  authorize: async (scope, id) => {
    const { caller } = scope;
    const values = { id, administrator: isAdministrator(caller), ...reachValues(caller) };
    const [row] = await scope.query(findToAnswer, values);
    if (!row) throw notFound();
    if (!row.answerable) throw forbidden('Requires OWNER, ADMIN, or a coach of the enrollment.');
  },
};
