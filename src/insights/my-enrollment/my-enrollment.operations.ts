import { everyMember } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { MyEnrollment, MyEnrollmentsQuery } from './my-enrollment.dto.js';

export const listMyEnrollments = declareList({
  name: 'list_my_enrollments',
  path: '/me/enrollments',
  tag: 'Me',
  summary: "List one's own enrollments",
  description:
    'Newest first, closed ones and those of former memberships too, with progress and open tasks. Week and phase are those ' +
    'of the cohort; a value that is not measured comes with the reason.',
  access: everyMember,
  query: MyEnrollmentsQuery,
  item: MyEnrollment,
  mayLag: true,
  refusals: { 400: 'limit or cursor is invalid.' },
});
