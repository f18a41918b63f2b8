import {
  createCalendarFeed,
  revokeCalendarFeed,
  rotateCalendarFeed,
} from '#contexts/calendars/calendar-feed.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const calendarsSamples: Sample[] = [
  sample(createCalendarFeed, async (school) => ({
    body: { name: 'One cohort', audience: 'cohort', cohortId: await school.cohort(), include: ['live_sessions'] },
  })),
  sample(rotateCalendarFeed, async (school) => ({
    params: [await school.calendarFeed({ member_id: school.owner.memberId })],
    body: {},
  })),
  sample(revokeCalendarFeed, async (school) => ({
    params: [await school.calendarFeed({ member_id: school.owner.memberId })],
    body: {},
  })),
];
