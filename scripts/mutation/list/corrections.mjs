/** Corrections of sessions and tasks, and the interventions of all owners. */
const LIVE = 'test/live-sessions/update-live-session.e2e-spec.ts';
const INTERVENTION = 'test/follow-up/update-intervention.e2e-spec.ts';
const IN_HAND = 'test/follow-up/interventions-in-hand.e2e-spec.ts';

const EXTENSION = 'test/tasks/extend-deadlines.e2e-spec.ts';
const EXTENSION_RACES = 'test/tasks/extend-deadlines-races.e2e-spec.ts';
const DAYS = 'src/kernel/clock/calendar-days.spec.ts';
const HANDOVER = 'test/handover/hand-over-work.e2e-spec.ts';
const HANDOVER_RACES = 'test/handover/hand-over-work-races.e2e-spec.ts';

export default [
  {
    id: 'days-earlier',
    removes: 'the earlier one of a time that exists twice',
    file: 'src/kernel/clock/calendar-days.ts',
    from: '.sort((one, other) => one - other)',
    to: '.sort((one, other) => other - one)',
    tests: DAYS,
    titles: ['2026-10-24T00:30:00.000Z'],
  },
  {
    id: 'days-gap',
    removes: 'the first instant after a gap',
    file: 'src/kernel/clock/calendar-days.ts',
    from: 'found ?? changeBetween(instants[0], instants[1], timezone)',
    to: 'found ?? instants[1]',
    tests: DAYS,
    titles: ['2026-03-28T01:30:00.000Z'],
  },
  {
    id: 'extension-locked',
    removes: 'the look at the tasks once they are locked',
    file: 'src/contexts/tasks/deadline-extension/deadline-extension.service.ts',
    from: 'locked.filter((task): task is DueTask => mayBeExtended(task))',
    to: 'locked.filter((task): task is DueTask => task.dueAt !== null)',
    tests: EXTENSION_RACES,
    titles: ['waits for a completion under way'],
  },
  {
    id: 'extension-enrollment-lock',
    removes: 'the lock of the enrollment',
    file: 'src/contexts/tasks/deadline-extension/deadline-extension.repository.ts',
    from: 'for no key update of e',
    to: '',
    tests: EXTENSION_RACES,
    titles: ['waits for a closure of the enrollment'],
  },
  {
    id: 'extension-own-tasks',
    removes: 'the enrollment from what may be extended',
    file: 'src/contexts/tasks/deadline-extension/deadline-extension.repository.ts',
    from: "and enrollment_id = :enrollment and status in ('draft', 'published')",
    to: "and enrollment_id = coalesce(enrollment_id, :enrollment) and status in ('draft', 'published')",
    tests: EXTENSION,
    titles: ['all in one way'],
  },
  {
    id: 'handover-lock',
    removes: 'the lock of the members',
    file: 'src/contexts/identity/member/member-locks.ts',
    from: 'order by id for no key update',
    to: 'order by id',
    tests: HANDOVER_RACES,
    titles: ['waits for the detachment of the successor', 'makes a plan for the member wait'],
  },
  {
    id: 'handover-held',
    removes: 'the look at what the successor has already',
    file: 'src/contexts/identity/responsibility/hand-over-responsibilities.ts',
    from: 'if (seen.has(row.id) || seen.has(coverOf(row))) return false;',
    to: '',
    tests: HANDOVER,
    titles: ['only ends what the successor has already'],
  },
  {
    id: 'handover-locked',
    removes: 'the look at the interventions once they are locked',
    file: 'src/contexts/follow-up/intervention/hand-over-interventions.ts',
    from: "row.status === 'planned' && row.ownerUserId === ownerUserId && row.enrollmentId === enrollmentOf.get(row.id)",
    to: 'row.id !== ownerUserId',
    tests: HANDOVER_RACES,
    titles: ['leaves the closed one', 'that is moved to another enrollment meanwhile'],
  },
  {
    id: 'live-held',
    removes: 'the refusal to move a session with attendance into the future',
    file: 'src/contexts/live-sessions/live-session.service.ts',
    from: 'if (request.startsAt && startsAt > uow.now) throw',
    to: 'if (request.startsAt && startsAt < uow.now && startsAt > uow.now) throw',
    tests: LIVE,
    titles: ['refuses a start in the future'],
  },
  {
    id: 'live-recorded-cohorts',
    removes: 'the refusal to leave out a cohort with attendance',
    file: 'src/contexts/live-sessions/live-session.service.ts',
    from: 'if (recorded.some((cohort) => !cohortIds.includes(cohort.id)))',
    to: 'if (recorded.some((cohort) => cohort.id === id))',
    tests: LIVE,
    titles: ['refuses to leave out a cohort with attendance'],
  },
  {
    id: 'live-join-url',
    removes: 'the redaction of joinUrl',
    file: 'src/contexts/live-sessions/live-session.entity.ts',
    from: "@RedactedColumn({ type: 'text', nullable: true }) joinUrl",
    to: "@Column({ type: 'text', nullable: true }) joinUrl",
    tests: LIVE,
    titles: ['and nowhere the address or the title'],
  },
  {
    id: 'intervention-owner-first',
    removes: "the look for the new owner's access",
    file: 'src/contexts/follow-up/intervention/intervention.service.ts',
    from: 'if (!ownerMayAct) throw ownerRefused();',
    to: '',
    tests: INTERVENTION,
    titles: ['refuses an owner in one and the same way whatever is wrong', 'it waits for the detachment'],
  },
  {
    id: 'intervention-moved',
    removes: 'the look whether the intervention was moved to another enrollment',
    file: 'src/contexts/follow-up/intervention/intervention.service.ts',
    from: 'if (planned.enrollmentId !== enrollmentId) throw lockedByAnother();',
    to: '',
    tests: INTERVENTION,
    titles: ['where the intervention is moved to another enrollment meanwhile'],
  },
  {
    id: 'orphaned-by-account',
    removes: 'the owner from what makes an intervention orphaned',
    file: 'src/contexts/follow-up/intervention/interventions-in-hand.service.ts',
    from: 'm.organization_id = i.organization_id and m.account_id = i.owner_account_id',
    to: 'm.organization_id = i.organization_id',
    tests: IN_HAND,
    titles: ['are orphaned exactly where their owner could not be given them now'],
  },
];
