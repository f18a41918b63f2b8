/** Paths: the plan of an enrollment, its order, and what is recorded once. */
const PATHS = 'test/learning/paths.e2e-spec.ts';
const ASSIGNMENTS = 'test/learning/enrollment-paths.e2e-spec.ts';
const PROGRESS = 'test/learning/path-progress.e2e-spec.ts';

export default [
  {
    id: 'path-default-lock',
    removes: 'the lock on the program whose default path moves',
    file: 'src/contexts/learning/program-part.ts',
    from: '  await lockProgramContent(uow, programId);\n  return',
    to: '  return',
    tests: PATHS,
    titles: ['is one of two that are made it at the same time'],
  },
  {
    id: 'path-transfer-program',
    removes: 'the comparison of the programs of a transfer',
    file: 'src/contexts/learning/paths/default-path-assignment.ts',
    from: 'before?.programId === usual?.programId ?',
    to: 'before ?',
    tests: ASSIGNMENTS,
    titles: ['to another program gives the default of that one, or none'],
  },
  {
    id: 'path-lesson-in-plan',
    removes: 'the look at whether a lesson is of the path',
    file: 'src/contexts/learning/paths/plan.repository.ts',
    from: '(:path::uuid is null or exists (',
    to: '(:path::uuid is null or true or exists (',
    tests: PROGRESS,
    titles: ['decides which lessons can be completed'],
  },
  {
    id: 'path-sequence',
    removes: 'the refusal of a lesson whose course waits for the one before it',
    file: 'src/contexts/learning/progress/lesson-completion.service.ts',
    from: 'waiting.has(lesson.courseId) ? PREVIOUS_COURSE : ',
    to: '',
    tests: PROGRESS,
    titles: ['opens a course when the one before it is completed'],
  },
  {
    id: 'path-completed-once',
    removes: 'the look at whether the path was completed before',
    file: 'src/contexts/learning/paths/path-completion.ts',
    from: 'and d.completed_at is not null)',
    to: 'and d.completed_at < d.since and d.completed_at is null)',
    tests: PROGRESS,
    titles: ['once, when all of its plan is done for the first time'],
  },
];
