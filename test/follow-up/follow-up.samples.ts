import { reportBlocker } from '#contexts/follow-up/blocker/my-blocker.operations.js';
import { openBlocker, resolveBlocker, updateBlocker } from '#contexts/follow-up/blocker/blocker.operations.js';
import {
  cancelCoachingSession,
  completeCoachingSession,
  createCoachingSession,
  updateCoachingSession,
} from '#contexts/follow-up/coaching-session/coaching-session.operations.js';
import {
  bulkPlanInterventions,
  closeIntervention,
  planIntervention,
  updateIntervention,
} from '#contexts/follow-up/intervention/intervention.operations.js';
import { createNote, redactNote } from '#contexts/follow-up/note/note.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

const inOneHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

export const followUpSamples: Sample[] = [
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
  sample(updateIntervention, async (school) => ({
    params: [await school.intervention(await school.enrollment())],
    body: { ownerUserId: (await school.person('ADMIN')).accountId, dueAt: inOneHour(), title: 'Call again' },
  })),
  sample(closeIntervention, async (school) => ({
    params: [await school.intervention(await school.enrollment())],
    body: { status: 'completed', outcome: 'A new date was agreed on' },
  })),
  sample(createNote, async (school) => ({
    params: [await school.enrollment()],
    body: { body: 'Wants to change the project topic.' },
  })),
  sample(redactNote, async (school) => ({
    params: [await school.note(await school.enrollment())],
    body: { reason: 'Written about somebody else' },
  })),
  sample(openBlocker, async (school) => ({
    params: [await school.enrollment()],
    body: { title: 'No access to the platform', urgency: 'urgent' },
  })),
  sample(reportBlocker, async (school) => ({
    body: {
      enrollmentId: await school.enrollment({ member_id: school.owner.memberId }),
      title: 'No access to the platform',
      urgency: 'normal',
    },
  })),
  sample(updateBlocker, async (school) => ({ params: [await school.blocker()], body: { urgency: 'urgent' } })),
  sample(resolveBlocker, async (school) => ({
    params: [await school.blocker(await school.enrollment())],
    body: { resolution: 'A new invitation was sent' },
  })),
  sample(createCoachingSession, async (school) => ({
    params: [await school.enrollment()],
    body: { scheduledAt: inOneHour() },
  })),
  sample(updateCoachingSession, async (school) => ({
    params: [await school.coachingSession(await school.enrollment())],
    body: { scheduledAt: inOneHour(), title: 'Mid-term review' },
  })),
  sample(completeCoachingSession, async (school) => ({
    params: [await school.coachingSession(await school.enrollment())],
    body: { summary: 'Agreed on a plan for the next two weeks' },
  })),
  sample(cancelCoachingSession, async (school) => ({
    params: [await school.coachingSession(await school.enrollment())],
    body: {},
  })),
  sample(
    bulkPlanInterventions,
    async (school) => {
      const cohortId = await school.cohort();
      const ids = [await school.enrollment({ cohort_id: cohortId }), await school.enrollment({ cohort_id: cohortId })];
      const ownerUserId = school.owner.accountId;
      return {
        params: [cohortId],
        body: {
          reason: 'late',
          title: 'Call about the missed deadline',
          channel: 'call',
          dueAt: inOneHour(),
          expectedOutcome: 'A new date is agreed on',
          ownerUserId,
          items: [{ enrollmentId: ids[0], ownerUserId }, { enrollmentId: ids[1] }],
        },
      };
    },
    { also: { 'intervention.planned': 2 } },
  ),
];
