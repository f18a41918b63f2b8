import { everyMember } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { MyScheduleQuery, ScheduleItem } from './my-schedule.dto.js';

export const listMySchedule = declareList({
  name: 'list_my_schedule',
  path: '/me/schedule',
  tag: 'Me',
  summary: "List one's own sessions, milestones and deadlines",
  description:
    'What begins or is due in a period of at most 92 days, soonest first: bookings, live sessions and coaching sessions that were not booked, cancelled ones with ' +
    'their status, milestones of the path or the program, and deadlines of published and completed tasks as they stand after ' +
    'extensions. Of pending, active, paused and completed enrollments of the person who calls.',
  access: everyMember,
  query: MyScheduleQuery,
  item: ScheduleItem,
  mayLag: true,
  refusals: { 400: 'from or to is missing or invalid, the period is too long, or limit or cursor is invalid.' },
});
