/** Transfers between cohorts: what moves, what stays, and what is locked. */
const PLAN = 'src/contexts/transfers/transfer-plan.ts';
const ENROLLMENT = 'test/transfers/transfer-enrollment.e2e-spec.ts';
const PREVIEW = 'test/transfers/transfer-preview.e2e-spec.ts';
const RACES = 'test/transfers/transfer-races.e2e-spec.ts';

export default [
  {
    id: 'transfer-submissions',
    removes: "the move of a task's submissions",
    file: 'src/contexts/tasks/member-task/task-transfer.ts',
    from: '  uow.queue(moveSubmissions, { ids, from, to });\n',
    to: '',
    tests: ENROLLMENT,
    titles: ['moves what is open under its id, and leaves what is over where it happened'],
  },
  {
    id: 'transfer-rejoin',
    removes: 'the link between an intervention and its blocker after both have moved',
    file: 'src/contexts/follow-up/follow-up-transfer.ts',
    from: '  if (pairs.length > 0) uow.queue(rejoin, { pairs });\n',
    to: '',
    tests: ENROLLMENT,
    titles: ['moves what is open under its id, and leaves what is over where it happened'],
  },
  {
    id: 'transfer-questions',
    removes: 'the move of open questions',
    file: 'src/contexts/transfers/transfer.service.ts',
    from: '    transferQuestions(uow, plan.questions, ids);\n',
    to: '',
    tests: ENROLLMENT,
    titles: ['moves what is open under its id, and leaves what is over where it happened'],
  },
  {
    id: 'transfer-waiting-answer',
    removes: 'the refusal of an answer with videos whose question was moved while it waited',
    file: 'src/contexts/media/video-question/video-question.service.ts',
    from: '    if (before && before.enrollmentId !== question.enrollmentId) throw lockedByAnother();\n',
    to: '',
    tests: 'test/transfers/transfer-questions.e2e-spec.ts',
    titles: ['that an answer with videos waited for is refused with Retry-After'],
  },
  {
    id: 'transfer-seats',
    removes: 'the look at the capacity of the cohort',
    file: PLAN,
    from: 'to.capacity !== null && seats.taken >= to.capacity',
    to: 'to.capacity !== null && seats.taken < 0',
    tests: PREVIEW,
    titles: ['for which the transfer is refused and changes nothing'],
  },
  {
    id: 'transfer-program-groups',
    removes: 'the end of memberships of program groups when the program changes',
    file: PLAN,
    from: "scope === 'organization' || state.from.programId === state.to.programId",
    to: 'true',
    tests: ENROLLMENT,
    titles: ['ends memberships of the old cohort and program, and continues the others'],
  },
  {
    id: 'transfer-cohort-lock',
    removes: 'the locks on both cohorts',
    file: 'src/contexts/transfers/transfer-planner.ts',
    from: 'uow.query(cohortsOfTransfer.lock',
    to: 'uow.query(cohortsOfTransfer.list',
    tests: RACES,
    titles: ['with enrolments, 50 for the last 10 seats, give away exactly those'],
  },
  {
    id: 'transfer-waiting-submission',
    removes: 'the refusal of a submission whose task was moved while it waited',
    file: 'src/contexts/tasks/submission/submission.repository.ts',
    from: '    if (!row) throw lockedByAnother();\n',
    to: '',
    tests: RACES,
    titles: ['a submission that waited for one is refused with Retry-After'],
  },
];
