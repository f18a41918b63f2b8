/** Progress: what is completed for the first time, by whom, and what goes along with a transfer. */
const COMPLETIONS = 'src/contexts/learning/progress/lesson-completion.service.ts';
const PLANS = 'src/contexts/learning/paths/plan.repository.ts';
const TRANSFERS = 'src/contexts/learning/progress/progress-transfer.ts';
const DEFAULTS = 'src/contexts/learning/paths/default-path-assignment.ts';
const ASSIGNMENTS = 'src/contexts/learning/paths/enrollment-path.repository.ts';
const REACHING = 'src/contexts/learning/progress/milestone/milestone-reaching.ts';
const PROGRESS_SPEC = 'test/learning/progress.e2e-spec.ts';
const PATH_PROGRESS_SPEC = 'test/learning/path-progress.e2e-spec.ts';
const ASSIGNMENTS_SPEC = 'test/learning/enrollment-paths.e2e-spec.ts';
const MILESTONES_SPEC = 'test/learning/milestones.e2e-spec.ts';
const LESSONS_SPEC = 'test/learning/lessons.e2e-spec.ts';
const COURSES_SPEC = 'test/learning/courses.e2e-spec.ts';

export default [
  {
    id: 'progress-enrollment-lock',
    removes: 'the lock by which completions of one enrollment wait for each other',
    file: PLANS,
    from: '    await uow.query(lockEnrollment, { id });\n',
    to: '',
    tests: PROGRESS_SPEC,
    titles: ['of two last lessons that are completed at once completes the course once'],
  },
  {
    id: 'progress-all-courses',
    removes: 'the look at other courses of the plan than that of the lesson',
    file: COMPLETIONS,
    from: 'course.completedAt === null && isDone(course));',
    to: 'course.completedAt === null && isDone(course)).slice(-1);',
    tests: PROGRESS_SPEC,
    titles: ['completes at the next completion a course whose last open lesson was archived, with its milestone'],
  },
  {
    id: 'progress-course-out-of-plan',
    removes: 'the kept completion of a course in the response of who takes a lesson back',
    file: COMPLETIONS,
    from: 'cc.completed_at as "courseCompletedAt"',
    to: 'null::timestamptz as "courseCompletedAt"',
    tests: PROGRESS_SPEC,
    titles: ['keeps the completion of a course that has left the plan, also in what is taken back'],
  },
  {
    id: 'progress-dated-by-staff',
    removes: 'the refusal of a date from the person enrolled',
    file: COMPLETIONS,
    from: 'if (enrollment.isOwn && request.completedAt)',
    to: 'if (enrollment.isOwn && !request.lessonId)',
    tests: PROGRESS_SPEC,
    titles: ['neither dates it, nor completes what is locked, for the staff, or theirs no longer'],
  },
  {
    id: 'progress-staff-lesson',
    removes: 'the refusal of a lesson that only the staff completes',
    file: COMPLETIONS,
    from: "if (lesson.completion === 'staff') throw",
    to: "if (lesson.completion !== 'staff' && lesson.completion !== 'self') throw",
    tests: PROGRESS_SPEC,
    titles: ['neither dates it, nor completes what is locked, for the staff, or theirs no longer'],
  },
  {
    id: 'progress-section-locked',
    removes: 'the refusal of a lesson whose section is not open yet',
    file: COMPLETIONS,
    from: ': lockOfSection(lesson, enrollment, uow.now);',
    to: ': null;',
    tests: PROGRESS_SPEC,
    titles: ['neither dates it, nor completes what is locked, for the staff, or theirs no longer'],
  },
  {
    id: 'progress-transferred-lessons',
    removes: 'completed lessons from what goes along with a transfer',
    file: TRANSFERS,
    from: "  lesson_completions: 'course_id, lesson_id, completed_at, completed_by, by_member, created_at',\n",
    to: '',
    tests: PROGRESS_SPEC,
    titles: ['copies what was completed with its instants, without events, and the old enrollment keeps it'],
  },
  {
    id: 'progress-transferred-courses',
    removes: 'completed courses from what goes along with a transfer',
    file: TRANSFERS,
    from: "  course_completions: 'course_id, completed_at, created_at',\n",
    to: '',
    tests: PROGRESS_SPEC,
    titles: ['copies what was completed with its instants, without events, and the old enrollment keeps it'],
  },
  {
    id: 'path-followed-now',
    removes: 'the look at whether an assignment was ended',
    file: ASSIGNMENTS,
    from: 'current: all.find(({ until }) => until === null)',
    to: 'current: all.at(0)',
    tests: ASSIGNMENTS_SPEC,
    titles: ['that keeps a completed path does not follow it: it can be assigned, and there is none to take away'],
  },
  {
    id: 'path-completed-elsewhere',
    removes: 'the completion of a path that is given again after another program',
    file: DEFAULTS,
    from: '(one) => one.pathId === pathId)',
    to: "(one) => one.pathId === '')",
    tests: PATH_PROGRESS_SPEC,
    titles: ['and that is kept on the way through another program'],
  },
  {
    id: 'milestone-cohorts-lock',
    removes: 'the lock by which a milestone waits for who is being enrolled',
    file: REACHING,
    from: '  await uow.query(lockCohorts, { program });\n',
    to: '',
    tests: MILESTONES_SPEC,
    titles: ['waits for who is being enrolled or transferred, and then looks at them too'],
  },
  {
    id: 'change-undefined',
    removes: 'the rule that an undefined field of a change stays as it is',
    file: 'src/kernel/work/row-writes.ts',
    from: "return sentFields('updatedAt' in row ? { ...change, updatedAt: this.now } : change);",
    to: "return 'updatedAt' in row ? { ...change, updatedAt: this.now } : change;",
    tests: LESSONS_SPEC,
    titles: ['changes when its lessons open without its title, and its title without that'],
  },
  {
    id: 'course-arranged-under-lock',
    removes: 'the lock by which an arrangement waits for a lesson that is being added',
    file: 'src/contexts/learning/content/course-outline.service.ts',
    from: 'const course = await this.content.lockCourse(uow, id);',
    to: 'const course = await uow.get(CourseEntity, id);',
    tests: COURSES_SPEC,
    titles: ['waits for a lesson that is being added, and then misses it'],
  },
];
