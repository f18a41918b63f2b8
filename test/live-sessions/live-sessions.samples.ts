import { recordAttendance } from '#contexts/live-sessions/attendance.operations.js';
import {
  cancelLiveSession,
  createLiveSession,
  updateLiveSession,
} from '#contexts/live-sessions/live-session.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const liveSessionsSamples: Sample[] = [
  sample(createLiveSession, async (school) => ({
    body: {
      title: 'Weekly live',
      startsAt: '2030-01-15T09:30:00Z',
      endsAt: '2030-01-15T10:30:00Z',
      timezone: 'Europe/Paris',
      cohortIds: [await school.cohort(), await school.cohort()],
    },
  })),
  sample(updateLiveSession, async (school) => ({
    params: [await school.liveSession([await school.cohort()])],
    body: { title: 'Weekly live', joinUrl: 'https://meet.example.com/live', cohortIds: [await school.cohort()] },
  })),
  sample(cancelLiveSession, async (school) => ({
    params: [await school.liveSession([await school.cohort()])],
    body: {},
  })),
  sample(recordAttendance, async (school) => {
    const cohortId = await school.cohort();
    const entries = [
      { enrollmentId: await school.enrollment({ cohort_id: cohortId }), status: 'present' },
      { enrollmentId: await school.enrollment({ cohort_id: cohortId }), status: 'absent' },
    ];
    return { params: [await school.liveSession([cohortId])], body: { entries } };
  }),
];
