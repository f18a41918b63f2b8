import { bookingsSamples } from '../bookings/bookings.samples.js';
import { calendarConnectionsSamples } from '../calendar-connections/calendar-connections.samples.js';
import { calendarsSamples } from '../calendars/calendars.samples.js';
import { cohortsSamples } from '../cohorts/cohorts.samples.js';
import { communitySamples } from '../community/community.samples.js';
import { enrollmentsSamples } from '../enrollments/enrollments.samples.js';
import { erasuresSamples } from '../erasures/erasures.samples.js';
import { filesSamples } from '../files/files.samples.js';
import { exportsSamples } from '../exports/exports.samples.js';
import { followUpSamples } from '../follow-up/follow-up.samples.js';
import { formsSamples } from '../forms/forms.samples.js';
import { groupsSamples } from '../groups/groups.samples.js';
import { handoverSamples } from '../handover/handover.samples.js';
import { identitySamples } from '../identity/identity.samples.js';
import { learningSamples } from '../learning/learning.samples.js';
import { milestoneSamples } from '../learning/milestone.samples.js';
import { liveSessionsSamples } from '../live-sessions/live-sessions.samples.js';
import { mediaSamples } from '../media/media.samples.js';
import { outcomesSamples } from '../outcomes/outcomes.samples.js';
import { peopleImportSamples } from '../people-import/people-import.samples.js';
import { programsSamples } from '../programs/programs.samples.js';
import { remindersSamples } from '../reminders/reminders.samples.js';
import { prospectSamples } from '../selling/prospect.samples.js';
import { salesCallSamples } from '../selling/sales-call.samples.js';
import { salesLinkSamples } from '../selling/sales-link.samples.js';
import { providerSamples } from '../selling/provider.samples.js';
import { saleSamples } from '../selling/sale.samples.js';
import { sellingSamples } from '../selling/selling.samples.js';
import { tasksSamples } from '../tasks/tasks.samples.js';
import { transfersSamples } from '../transfers/transfers.samples.js';
import { webhooksSamples } from '../webhooks/webhooks.samples.js';
import type { Sample } from './sample.js';

/** One sample for each write of the service; the conformance test fails when one is missing. */
export const samples: Sample[] = [
  ...identitySamples,
  ...programsSamples,
  ...cohortsSamples,
  ...communitySamples,
  ...enrollmentsSamples,
  ...erasuresSamples,
  ...exportsSamples,
  ...filesSamples,
  ...followUpSamples,
  ...formsSamples,
  ...bookingsSamples,
  ...calendarConnectionsSamples,
  ...calendarsSamples,
  ...handoverSamples,
  ...tasksSamples,
  ...groupsSamples,
  ...transfersSamples,
  ...liveSessionsSamples,
  ...mediaSamples,
  ...learningSamples,
  ...milestoneSamples,
  ...outcomesSamples,
  ...peopleImportSamples,
  ...remindersSamples,
  ...prospectSamples,
  ...providerSamples,
  ...saleSamples,
  ...salesLinkSamples,
  ...salesCallSamples,
  ...sellingSamples,
  ...webhooksSamples,
];
