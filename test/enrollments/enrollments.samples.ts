import { openBlocker, resolveBlocker } from '../../src/enrollments/blocker.operations.js';
import {
  cancelCoachingSession,
  completeCoachingSession,
  createCoachingSession,
} from '../../src/enrollments/coaching-session.operations.js';
import { closeIntervention, planIntervention } from '../../src/enrollments/intervention.operations.js';
import { createNote } from '../../src/enrollments/note.operations.js';
import {
  activateEnrollment,
  closeEnrollment,
  enroll,
  pauseEnrollment,
  resumeEnrollment,
} from '../../src/enrollments/enrollment.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

const inOneHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

export const enrollmentsSamples: Sample[] = [
  sample(enroll, async (school) => ({
    params: [await school.cohort({ capacity: 20 })],
    body: { memberId: (await school.person()).memberId, status: 'active' },
  })),
  sample(activateEnrollment, async (school) => ({
    params: [await school.enrollment({ status: 'pending' })],
    body: {},
  })),
  sample(pauseEnrollment, async (school) => ({
    params: [await school.enrollment()],
    body: { reason: 'Parental leave' },
  })),
  sample(resumeEnrollment, async (school) => ({ params: [await school.enrollment({ status: 'paused' })], body: {} })),
  sample(closeEnrollment, async (school) => ({
    params: [await school.enrollment()],
    body: { result: 'completed', reason: 'Every milestone reached' },
  })),
  sample(planIntervention, async (school) => ({
    params: [await school.enrollment()],
    body: {
      reason: 'at_risk',
      title: 'Call about the missed deadline',
      channel: 'call',
      ownerUserId: school.owner.accountId,
      dueAt: inOneHour(),
      expectedOutcome: 'A new date is agreed on',
    },
  })),
  sample(closeIntervention, async (school) => ({
    params: [await school.intervention(await school.enrollment())],
    body: { status: 'completed', outcome: 'A new date was agreed on' },
  })),
  sample(createNote, async (school) => ({
    params: [await school.enrollment()],
    body: { body: 'Wants to change the project topic.' },
  })),
  sample(openBlocker, async (school) => ({
    params: [await school.enrollment()],
    body: { title: 'No access to the platform', urgency: 'urgent' },
  })),
  sample(resolveBlocker, async (school) => ({
    params: [await school.blocker(await school.enrollment())],
    body: { resolution: 'A new invitation was sent' },
  })),
  sample(createCoachingSession, async (school) => ({
    params: [await school.enrollment()],
    body: { scheduledAt: inOneHour() },
  })),
  sample(completeCoachingSession, async (school) => ({
    params: [await school.coachingSession(await school.enrollment())],
    body: { summary: 'Agreed on a plan for the next two weeks' },
  })),
  sample(cancelCoachingSession, async (school) => ({
    params: [await school.coachingSession(await school.enrollment())],
    body: {},
  })),
];
