import { refusal, refusedUnless } from '#kernel/errors';
import { reachableEnrollment, ENROLLMENT_STATUSES } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { Uuid, UuidList } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { DeadlineExtension, ExtendDeadlinesRequest, MAX_TASKS } from './deadline-extension.dto.js';

export const noDeadline = refusal('no_deadline', 'The enrollment has no task with a deadline to extend.');

export class DeadlineExtended {
  @Uuid() deadlineExtensionId: string;
  @Uuid() enrollmentId: string;
  @Uuid() cohortId: string;
  @Uuid() memberId: string;
  @UuidList({ maxItems: MAX_TASKS }) memberTaskIds: string[];
}

const path = '/enrollments/:enrollmentId/deadline-extensions';

const extensions = resource({
  noun: 'deadline extension',
  path,
  response: DeadlineExtension,
  target: reachableEnrollment,
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const extendDeadlines = extensions.create({
  name: 'extend_deadlines',
  path,
  parent: reachableEnrollment,
  summary: 'Extend deadlines of an enrollment',
  description:
    'Moves the deadlines of draft and published tasks, never to an earlier instant. The time of day stays the same in ' +
    "the cohort's time zone over a change of the clocks; of a time that exists twice it is the earlier one, and for one " +
    'that does not exist the first instant after the gap. The tasks have no events of their own.',
  body: ExtendDeadlinesRequest,
  event: declareEvent('enrollment.deadline_extended', 'Deadlines of an enrollment were extended.', DeadlineExtended),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, a task is not a draft or published task of the enrollment with ' +
      `a deadline, dueAt is not after the present deadline and the current time, or scope all has more than ${MAX_TASKS} tasks.`,
  },
  reasons: [...refusedUnless('enrollment', ['pending', 'active', 'paused'], ENROLLMENT_STATUSES), noDeadline],
});

export const listDeadlineExtensions = extensions.list({
  path,
  parent: reachableEnrollment,
  summary: 'List the deadline extensions of an enrollment',
  description: 'Newest first, with the deadlines before and afterwards.',
  query: PageQuery,
  mayLag: true,
});
