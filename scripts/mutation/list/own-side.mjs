/** What people read about themselves. */
const COURSES = 'src/contexts/learning/my-course/my-course.service.ts';
const COURSES_SPEC = 'test/learning/my-courses.e2e-spec.ts';
const SCHEDULE = 'src/insights/my-schedule/my-schedule.statements.ts';
const SCHEDULE_SPEC = 'test/insights/my-schedule.e2e-spec.ts';

export default [
  {
    id: 'my-lesson-locked',
    removes: 'the lock on the text and the addresses of a lesson',
    file: COURSES,
    from: 'if (locked) {',
    to: "if (locked && id === '') {",
    tests: COURSES_SPEC,
    titles: ['has no text and no address while it is locked'],
  },
  {
    id: 'my-courses-own',
    removes: "the check that the enrollment is the caller's own",
    file: COURSES,
    from: 'if (!enrollment.isOwn) throw notFound();',
    to: '',
    tests: COURSES_SPEC,
    titles: ['are found by nobody else, whatever the role'],
  },
  {
    id: 'my-schedule-attendance',
    removes: "the limit of attendance to one's own",
    file: SCHEDULE,
    from: ' and a.enrollment_id = own.id',
    to: '',
    tests: SCHEDULE_SPEC,
    titles: ['has live sessions, coaching sessions and deadlines'],
  },
  {
    id: 'my-schedule-place',
    removes: 'the exception of the last item of the page before from a page of the schedule',
    file: SCHEDULE,
    from: "'own.id'])}",
    to: "'own.id']).replace(') > (', ') >= (')}",
    tests: SCHEDULE_SPEC,
    titles: ['pages over equal instants'],
  },
];
