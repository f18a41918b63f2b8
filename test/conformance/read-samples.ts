import {
  getPeopleImport,
  listPeopleImportRows,
  listPeopleImports,
} from '#contexts/people-import/people-import.operations.js';
import { pathParameters } from '#kernel/operations';
import { signInOwner } from '../identity/identity.samples.js';
import type { ReadOperation } from '../../src/kernel/operations/operation.js';
import { readCohortCockpit } from '#insights/cockpit/cockpit.operations.js';
import { readCockpitHistory } from '#insights/cockpit-history/cockpit-history.operations.js';
import { readCohortAnalytics } from '#insights/cohort-analytics/cohort-analytics.operations.js';
import { listCloserResults } from '#insights/closer-results/closer-results.operations.js';
import { readSalesAnalytics } from '#insights/sales-analytics/sales-analytics.operations.js';
import { listCoachLoads } from '#insights/coach-load/coach-load.operations.js';
import { listCockpitMembers } from '#insights/cockpit-member/cockpit-member.operations.js';
import { readEnrollmentBriefing } from '#insights/enrollment-briefing/enrollment-briefing.operations.js';
import { readEnrollmentTimeline } from '#insights/enrollment-timeline/enrollment-timeline.operations.js';
import { listCohortOverviews } from '#insights/cohort-overview/cohort-overview.operations.js';
import { getAvailability } from '#contexts/bookings/availability/availability.operations.js';
import { readBusy } from '#contexts/calendar-connections/busy/busy.operations.js';
import {
  getCalendarConnection,
  listCalendarConnections,
} from '#contexts/calendar-connections/connection/calendar-connection.operations.js';
import { listCalendarFeeds } from '#contexts/calendars/calendar-feed.operations.js';
import { getBookingType, listBookingTypes } from '#contexts/bookings/booking-type/booking-type.operations.js';
import { listBookings, listSlots } from '#contexts/bookings/booking/booking.operations.js';
import { getCohort, listCohorts } from '#contexts/cohorts/cohort.operations.js';
import { getMyBlocks } from '#contexts/community/block/member-blocks.operations.js';
import { listModerationCases } from '#contexts/community/moderation/moderation-case.operations.js';
import { listCommunityMutes } from '#contexts/community/mute/community-mute.operations.js';
import { getPost, listPosts } from '#contexts/community/post/post.operations.js';
import { listMyReports } from '#contexts/community/moderation/post-report.operations.js';
import { getSpace, listSpaces } from '#contexts/community/space/space.operations.js';
import { getErasure, listErasures } from '#contexts/erasures/erasure.operations.js';
import { getMyUpload } from '#contexts/files/upload/upload.operations.js';
import { getExport, listExports } from '#contexts/exports/export.operations.js';
import { getBlocker, listBlockers } from '#contexts/follow-up/blocker/blocker.operations.js';
import { listMyBlockers } from '#contexts/follow-up/blocker/my-blocker.operations.js';
import {
  getCoachingSession,
  listCoachingSessions,
} from '#contexts/follow-up/coaching-session/coaching-session.operations.js';
import { getEnrollment, listEnrollments } from '#contexts/enrollments/enrollment.operations.js';
import {
  getIntervention,
  listInterventions,
  listInterventionsInHand,
  listWorkQueue,
} from '#contexts/follow-up/intervention/intervention.operations.js';
import {
  getFormAssignment,
  listFormAssignments,
  listFormStandings,
} from '#contexts/forms/assignment/form-assignment.operations.js';
import { listIntakeLinks } from '#contexts/forms/intake/intake-link.operations.js';
import { readFormResults } from '#contexts/forms/results/form-results.operations.js';
import {
  getFormResponse,
  listFormResponses,
  listMyForms,
  openFormResponse,
} from '#contexts/forms/response/form-response.operations.js';
import { getForm, getFormVersion, listForms } from '#contexts/forms/form/form.operations.js';
import { listNotes } from '#contexts/follow-up/note/note.operations.js';
import { listClosers } from '#contexts/selling/closer/closer.operations.js';
import { listSalesCallSlots } from '#contexts/selling/call/sales-call.operations.js';
import { readSalesQueue } from '#contexts/selling/queue/sales-queue.operations.js';
import { listSaleEntries } from '#contexts/selling/sale/sale-entry.operations.js';
import { listPaymentProviders } from '#contexts/selling/connection/connection.operations.js';
import { listProviderEvents } from '#contexts/selling/receiving/provider-event.operations.js';
import { getSale, listSales } from '#contexts/selling/sale/sale.operations.js';
import { getProspect, listProspects } from '#contexts/selling/prospect/prospect.operations.js';
import { listGroupMemberships } from '#contexts/groups/group-membership.operations.js';
import { getGroup, listGroups } from '#contexts/groups/group.operations.js';
import { previewHandover } from '#contexts/handover/handover.operations.js';
import { listApiKeys } from '#contexts/identity/api-key/api-key.operations.js';
import { readMe } from '#contexts/identity/me/me.operations.js';
import { readIdentityProvider } from '#contexts/identity/identity-provider/identity-provider.operations.js';
import { getOrganization } from '#contexts/identity/organization/organization-settings.operations.js';
import { listInvitations } from '#contexts/identity/invitation/invitation.operations.js';
import { createMyPasskeyOptions, listMyPasskeys } from '#contexts/identity/passkey/passkey.operations.js';
import { getMember, listMembers } from '#contexts/identity/member/member.operations.js';
import { listUsage } from '#contexts/identity/api-usage/api-usage.operations.js';
import { listMySignIns, listSignIns } from '#contexts/identity/sign-in/sign-in.operations.js';
import { listResponsibilities } from '#contexts/identity/responsibility/responsibility.operations.js';
import { getCourse, listCourses } from '#contexts/learning/content/course.operations.js';
import { getMilestone, listMilestones } from '#contexts/learning/progress/milestone/milestone.operations.js';
import { listMyCourses, readMyLesson } from '#contexts/learning/my-course/my-course.operations.js';
import { getSection } from '#contexts/learning/content/section.operations.js';
import { getLesson } from '#contexts/learning/content/lesson.operations.js';
import { getPath, listPaths } from '#contexts/learning/paths/path.operations.js';
import {
  getReminderRule,
  listReminderFirings,
  listReminderRules,
} from '#contexts/reminders/rule/reminder-rule.operations.js';
import { listCohortProgress, readProgress } from '#contexts/learning/progress/progress.operations.js';
import { readSalesAvailability } from '#contexts/selling/availability/sales-availability.operations.js';
import { getOffer, listOffers } from '#contexts/selling/offer/offer.operations.js';
import { getLiveSession, listLiveSessions } from '#contexts/live-sessions/live-session.operations.js';
import { readOutcomes } from '#contexts/outcomes/outcome-entry/outcome-entry.operations.js';
import {
  getOutcomeMeasure,
  listOutcomeMeasures,
} from '#contexts/outcomes/outcome-measure/outcome-measure.operations.js';
import { getMedia, listMedia } from '#contexts/media/media/media.operations.js';
import { readStorageUsage } from '#contexts/media/storage-usage/storage-usage.operations.js';
import {
  getVideoQuestion,
  listMyVideoQuestions,
  listVideoQuestions,
} from '#contexts/media/video-question/video-question.operations.js';
import { getMyVideo, listMyVideos } from '#contexts/media/video-resource/my-video.operations.js';
import { getVideoResource, listVideoResources } from '#contexts/media/video-resource/video-resource.operations.js';
import { listAuditEntries } from '#insights/audit/audit-entry.operations.js';
import { listMyEnrollments } from '#insights/my-enrollment/my-enrollment.operations.js';
import { listMySchedule } from '#insights/my-schedule/my-schedule.operations.js';
import { listEvents, listEventTypes } from '#insights/events/event.operations.js';
import { getProgram, listPrograms, previewProgramRestoration } from '#contexts/programs/program.operations.js';
import {
  getCohortTask,
  listCohortTaskMembers,
  listCohortTasks,
} from '#contexts/tasks/cohort-task/cohort-task.operations.js';
import { listDeadlineExtensions } from '#contexts/tasks/deadline-extension/deadline-extension.operations.js';
import { getDeliverable, listDeliverables } from '#contexts/tasks/deliverable/deliverable.operations.js';
import { getMemberTask, listMemberTasks } from '#contexts/tasks/member-task/member-task.operations.js';
import { listMyTasks } from '#contexts/tasks/my-task/my-task.operations.js';
import { listPendingReviews } from '#contexts/tasks/submission/review.operations.js';
import { listSubmissions } from '#contexts/tasks/submission/submission.operations.js';
import { previewTransfer } from '#contexts/transfers/transfer.operations.js';
import { listEventFeeds, readEventFeed } from '#contexts/webhooks/event-feed/event-feed.operations.js';
import { listWebhookDeliveries } from '#contexts/webhooks/delivery/webhook-delivery.operations.js';
import {
  getWebhookSubscription,
  listWebhookSubscriptions,
} from '#contexts/webhooks/subscription/webhook-subscription.operations.js';
import { caller } from '../support/builders/sales-call.js';
import type { School } from '../support/school.js';
import { pathOf } from './sample.js';

/** What the conformance test needs to know of a read; the rest stands in its declaration. */
export interface ReadSample {
  operation: ReadOperation;
  /** Builds what is read, two items at least for a list; answers the ids of the path, in its order, then what `query` must have. */
  arrange: (school: School) => Promise<string[]>;
  /** What it shows is the caller's own: nobody but the OWNER, for whom it is built, finds it. */
  ofCaller?: boolean;
  /** A filter that closers must name: 400 without it. */
  closersName?: string;
  /** What the query must have; `?` stands for an id, or an instant. */
  query?: string;
}

/** The path of a read, with `value` as what the query must have as `name`. */
export function readPathWith(sample: ReadSample, params: readonly string[], name: string, value: string): string {
  return readPath(sample, params).replace(new RegExp(`([?&]${name}=)[^&]*`), `$1${encodeURIComponent(value)}`);
}

/** The path of a read, below /api/v1, with the query that it must have and more. */
export function readPath({ operation, query: needed = '' }: ReadSample, params: readonly string[], more = ''): string {
  const ids = params.slice(pathParameters(operation).length);
  const query = [needed.replace(/\?/g, () => ids.shift() ?? ''), more].filter((part) => part !== '').join('&');
  return `${pathOf(operation, params)}${query && `?${query}`}`;
}

const twice = async (build: () => Promise<unknown>): Promise<void> => {
  await build();
  await build();
};

/** A list of the organization's; `build` makes one item. */
const listOf = (operation: ReadOperation, build: (school: School) => Promise<unknown>): ReadSample => ({
  operation,
  arrange: async (school) => {
    await twice(() => build(school));
    return [];
  },
});

/** A list below something else; `build` makes one item of the parent that `parent` made. */
const listBelow = (
  operation: ReadOperation,
  parent: (school: School) => Promise<string>,
  build: (school: School, id: string) => Promise<unknown>,
): ReadSample => ({
  operation,
  arrange: async (school) => {
    const id = await parent(school);
    await twice(() => build(school, id));
    return [id];
  },
});

/** The detail of what `build` makes. */
const detailOf = (operation: ReadOperation, build: (school: School) => Promise<string>): ReadSample => ({
  operation,
  arrange: async (school) => [await build(school)],
});

/** An enrollment of the owner's own. */
const ownEnrollment = (school: School, row: object = {}): Promise<string> =>
  school.enrollment({ member_id: school.owner.memberId, ...row });

/** A video resource of a program in which the owner is enrolled. */
const videoOfOwnProgram = async (school: School): Promise<string> => {
  const program_id = await school.program();
  await ownEnrollment(school, { cohort_id: await school.cohort({ program_id }) });
  return school.videoResource({ program_id });
};

/** An enrollment of the owner's own with courses of one lesson each: its id and the lessons. */
const ownPlan = async (school: School): Promise<{ enrollmentId: string; lessons: string[] }> => {
  const program_id = await school.program();
  const enrollmentId = await ownEnrollment(school, { cohort_id: await school.cohort({ program_id }) });
  const lessons: string[] = [];
  for (const position of [1, 2]) {
    const course_id = await school.course({ program_id, position, status: 'published' });
    lessons.push(await school.lesson({ course_id, status: 'published' }));
  }
  return { enrollmentId, lessons };
};

const inDays = (school: School, days: number): string =>
  new Date(school.app.now().getTime() + days * 86_400_000).toISOString();

const enrollment = (school: School): Promise<string> => school.enrollment();
const addProgram = (school: School) => school.owner.client.post('/programs', { name: 'Coaching skills' });

/** Reads whose answers differ each time, which are sent by POST: tested by test/identity/my-passkeys. */
export const mintedReads: ReadOperation[] = [createMyPasskeyOptions];

/** One sample for each read of the service; the conformance test fails when one is missing. */
export const readSamples: ReadSample[] = [
  listOf(listMembers, (school) => school.person()),
  detailOf(getMember, async (school) => (await school.person()).memberId),
  detailOf(previewHandover, async (school) => (await school.person()).memberId),
  {
    operation: previewTransfer,
    arrange: async (school) => [await school.enrollment(), await school.cohort()],
    query: 'toCohortId=?',
  },
  {
    operation: listUsage,
    arrange: async (school) => {
      const { apiKeyId: api_key_id } = await school.person();
      for (const days of [1, 2]) {
        const row = { api_key_id, counter: 'requests', count: 1 };
        await school.insert('api_usages', { ...row, day: inDays(school, -days).slice(0, 10) });
      }
      return [];
    },
  },
  { operation: getOrganization, arrange: () => Promise.resolve([]) },
  {
    operation: readIdentityProvider,
    arrange: async (school) => {
      await school.identityProvider();
      return [];
    },
  },
  { operation: readMe, arrange: () => Promise.resolve([]) },
  listOf(listInvitations, async (school) => school.invitation((await school.person()).memberId)),
  {
    operation: listMyPasskeys,
    arrange: async (school) => {
      await signInOwner(school);
      await twice(() => school.passkey(school.owner.memberId));
      return [];
    },
  },
  listOf(listApiKeys, (school) => school.person()),
  listOf(listMySignIns, (school) => school.signIn(school.owner.memberId)),
  listOf(listSignIns, (school) => school.signIn(school.owner.memberId)),
  listOf(listResponsibilities, (school) => school.person('MEMBER', { role: 'reviewer' })),
  listOf(listPrograms, (school) => school.program()),
  detailOf(getProgram, (school) => school.program()),
  detailOf(previewProgramRestoration, (school) => school.program('archived')),
  listOf(listCourses, (school) => school.course()),
  detailOf(getCourse, async (school) => {
    const course_id = await school.course();
    await school.lesson({ course_id });
    return course_id;
  }),
  listOf(listMilestones, (school) => school.milestone()),
  detailOf(getMilestone, (school) => school.milestone()),
  detailOf(getSection, (school) => school.courseSection()),
  detailOf(readProgress, async (school) => {
    const program_id = await school.program();
    const id = await school.enrollment({ cohort_id: await school.cohort({ program_id }) });
    const course_id = await school.course({ program_id, status: 'published' });
    const lesson = await school.lesson({ course_id, status: 'published' });
    await school.lessonCompletion(id, course_id, lesson);
    const milestone_id = await school.milestone({ program_id });
    await school.milestoneReach(id, milestone_id);
    const path_id = await school.path([course_id], { program_id, status: 'active' });
    await school.insert('path_milestones', { path_id, milestone_id, position: 1 });
    await school.enrollmentPath(id, path_id);
    return id;
  }),
  {
    operation: listMyCourses,
    arrange: async (school) => [(await ownPlan(school)).enrollmentId],
    ofCaller: true,
    query: 'enrollmentId=?',
  },
  {
    operation: readMyLesson,
    arrange: async (school) => {
      const { enrollmentId, lessons } = await ownPlan(school);
      return [lessons[0], enrollmentId];
    },
    ofCaller: true,
    query: 'enrollmentId=?',
  },
  listBelow(
    listCohortProgress,
    (school) => school.cohort(),
    (school, id) => school.enrollment({ cohort_id: id }),
  ),
  detailOf(getLesson, (school) => school.lesson()),
  listOf(listOffers, (school) => school.offer()),
  detailOf(getOffer, (school) => school.offer()),
  detailOf(readSalesAvailability, async (school) => {
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id });
    await school.offer({ program_id, cohort_id });
    return cohort_id;
  }),
  listOf(listForms, (school) => school.form()),
  detailOf(getForm, (school) => school.form()),
  detailOf(getFormVersion, (school) => school.formVersion()),
  listOf(listFormAssignments, (school) => school.formAssignment()),
  detailOf(getFormAssignment, (school) => school.formAssignment()),
  {
    operation: openFormResponse,
    arrange: async (school) => {
      const cohort_id = await school.cohort();
      const assignment = await school.formAssignment({ cohort_id });
      const enrollment_id = await school.enrollment({ cohort_id });
      await school.formResponse({ form_assignment_id: assignment, enrollment_id, status: 'submitted' });
      return [assignment, enrollment_id];
    },
  },
  {
    operation: listFormResponses,
    arrange: async (school) => {
      const form_assignment_id = await school.formAssignment();
      await twice(() => school.formResponse({ form_assignment_id, status: 'submitted' }));
      return [await school.formOf('form_assignments', form_assignment_id)];
    },
    query: 'formId=?',
  },
  detailOf(readFormResults, async (school) => {
    const form_assignment_id = await school.formAssignment();
    await school.formResponse({ form_assignment_id, status: 'submitted' });
    return school.formOf('form_assignments', form_assignment_id);
  }),
  detailOf(getFormResponse, (school) => school.formResponse({ status: 'submitted' })),
  {
    operation: listMyForms,
    arrange: async (school) => {
      const enrollment_id = await ownEnrollment(school);
      const { rows } = await school.rows<{ cohort_id: string }>(
        'select cohort_id from enrollments where organization_id = $1 and id = $2',
        enrollment_id,
      );
      await twice(() => school.formAssignment({ cohort_id: rows[0].cohort_id }));
      return [];
    },
  },
  listBelow(
    listIntakeLinks,
    (school) => school.form({ status: 'published' }),
    async (school, form_id) => school.intakeLink({ form_id, form_version_id: await school.formVersion() }),
  ),
  listBelow(
    listFormStandings,
    (school) => school.formAssignment(),
    (school, id) => school.formResponse({ form_assignment_id: id }),
  ),
  listOf(listClosers, (school) => school.person('MEMBER', { role: 'closer' })),
  listOf(listCloserResults, (school) => school.person('MEMBER', { role: 'closer' })),
  listOf(listProspects, (school) => school.prospect()),
  listOf(listSales, (school) => school.sale()),
  {
    operation: listPaymentProviders,
    arrange: async (school) => {
      await school.paymentProvider();
      return [];
    },
  },
  listOf(listProviderEvents, (school) => school.providerEvent()),
  { ...listOf(listSaleEntries, (school) => school.soldSale()), closersName: 'saleId' },
  {
    operation: readSalesAnalytics,
    arrange: async (school) => {
      await school.payment(await school.soldSale());
      return [];
    },
  },
  listOf(readSalesQueue, (school) => school.prospect()),
  {
    operation: listSalesCallSlots,
    arrange: async (school) => [
      await school.prospect({ closer_member_id: await caller(school) }),
      inDays(school, 1),
      inDays(school, 2),
    ],
    query: 'prospectId=?&from=?&to=?&durationMinutes=30',
  },
  detailOf(getSale, async (school) => school.hold(await school.cohort())),
  detailOf(getProspect, (school) => school.prospect()),
  listOf(listOutcomeMeasures, (school) => school.outcomeMeasure()),
  detailOf(getOutcomeMeasure, (school) => school.outcomeMeasure()),
  detailOf(readOutcomes, async (school) => {
    const program_id = await school.program();
    const id = await school.enrollment({ cohort_id: await school.cohort({ program_id }) });
    const measure = await school.outcomeMeasure({ program_id });
    for (const kind of ['baseline', 'target', 'reading']) await school.outcomeEntry(id, measure, { kind });
    await school.outcomeMeasure({ program_id, key: 'other' });
    return id;
  }),
  listOf(listPaths, (school) => school.path()),
  detailOf(getPath, async (school) => {
    const program_id = await school.program();
    const path_id = await school.path([await school.course({ program_id })], { program_id });
    const milestone_id = await school.milestone({ program_id });
    await school.insert('path_milestones', { path_id, milestone_id, position: 1 });
    return path_id;
  }),
  listOf(listCohorts, (school) => school.cohort()),
  detailOf(getCohort, (school) => school.cohort()),
  detailOf(readCockpitHistory, (school) => school.cohort()),
  detailOf(readCohortCockpit, async (school) => {
    const id = await school.cohort();
    await school.enrollment({ cohort_id: id });
    await school.liveSession([id]);
    return id;
  }),
  {
    ...listBelow(
      listCockpitMembers,
      (school) => school.cohort(),
      (school, id) => school.enrollment({ cohort_id: id }),
    ),
    query: 'signal=all',
  },
  listOf(listCohortOverviews, (school) => school.cohort()),
  detailOf(readCohortAnalytics, async (school) => {
    const program_id = await school.program();
    const id = await school.cohort({ program_id });
    const enrollmentId = await school.enrollment({ cohort_id: id });
    await school.outcomeEntry(enrollmentId, await school.outcomeMeasure({ program_id }));
    return id;
  }),
  listOf(listCoachLoads, async (school) => school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() })),
  listOf(listEnrollments, (school) => school.enrollment()),
  detailOf(getEnrollment, enrollment),
  listOf(listMyEnrollments, (school) => ownEnrollment(school)),
  {
    operation: listMySchedule,
    arrange: async (school) => {
      const program_id = await school.program();
      const cohort_id = await school.cohort({ program_id });
      const enrollment_id = await ownEnrollment(school, { cohort_id });
      await school.liveSession([cohort_id]);
      await school.milestone({ program_id, due_kind: 'after_enrollment', due_days: 2, due_time: '23:59' });
      await school.task({ enrollment_id, due_at: inDays(school, 1) });
      return [inDays(school, -1), inDays(school, 30)];
    },
    query: 'from=?&to=?',
  },
  listBelow(
    listGroupMemberships,
    (school) => school.group(),
    (school, id) => school.groupMembership(id),
  ),
  listBelow(listNotes, enrollment, (school, id) => school.note(id)),
  detailOf(readEnrollmentBriefing, async (school) => {
    const id = await school.enrollment();
    await school.blocker(id);
    await school.intervention(id);
    await school.note(id);
    return id;
  }),
  listBelow(readEnrollmentTimeline, enrollment, (school, id) => school.note(id)),
  listBelow(listBlockers, enrollment, (school, id) => school.blocker(id)),
  detailOf(getBlocker, async (school) => school.blocker(await school.enrollment())),
  listOf(listMyBlockers, async (school) => school.blocker(await ownEnrollment(school), { reported_by_member: true })),
  listBelow(listCoachingSessions, enrollment, (school, id) => school.coachingSession(id)),
  detailOf(getCoachingSession, async (school) => school.coachingSession(await school.enrollment())),
  detailOf(getAvailability, async (school) => school.availability((await school.person()).memberId)),
  listOf(listBookingTypes, async (school) => school.bookingType({ cohort_id: await school.cohort() })),
  detailOf(getBookingType, (school) => school.bookingType()),
  listOf(listCalendarFeeds, (school) => school.calendarFeed()),
  listOf(listCalendarConnections, (school) => school.calendarConnection()),
  detailOf(getCalendarConnection, (school) => school.calendarConnection()),
  {
    operation: readBusy,
    arrange: async (school) => {
      const { memberId } = await school.person();
      await school.calendarConnection({ member_id: memberId });
      return [memberId, inDays(school, 1), inDays(school, 2)];
    },
    query: 'from=?&to=?',
  },
  listOf(listBookings, (school) => school.booking()),
  {
    operation: listSlots,
    arrange: async (school) => [
      await school.bookingType(),
      await school.enrollment(),
      inDays(school, 1),
      inDays(school, 2),
    ],
    query: 'enrollmentId=?&from=?&to=?',
  },
  listBelow(listInterventions, enrollment, (school, id) => school.intervention(id)),
  detailOf(getIntervention, async (school) => school.intervention(await school.enrollment())),
  listOf(listInterventionsInHand, async (school) => school.intervention(await school.enrollment())),
  listOf(listWorkQueue, async (school) => school.intervention(await school.enrollment())),
  listBelow(listMemberTasks, enrollment, (school, id) => school.task({ enrollment_id: id })),
  detailOf(getMemberTask, (school) => school.task()),
  listOf(listMyTasks, async (school) => {
    const { taskId, enrollmentId } = await school.handedIn({ member_id: school.owner.memberId });
    // Overdue, and so in every answer.
    return school.task({ enrollment_id: enrollmentId, due_at: inDays(school, -1), description: taskId });
  }),
  listBelow(
    listCohortTasks,
    (school) => school.cohort(),
    (school, id) => school.cohortTask({ cohort_id: id }),
  ),
  detailOf(getCohortTask, (school) => school.cohortTask()),
  listBelow(
    listCohortTaskMembers,
    (school) => school.cohortTask({ status: 'published' }),
    (school, id) => school.task({ cohort_task_id: id }),
  ),
  listBelow(listDeadlineExtensions, enrollment, (school, id) => school.deadlineExtension(id)),
  listBelow(
    listDeliverables,
    (school) => school.task(),
    (school, id) => school.deliverable(id, { status: 'archived', archived_at: school.app.now() }),
  ),
  detailOf(getDeliverable, async (school) => school.deliverable(await school.task())),
  {
    operation: listSubmissions,
    arrange: async (school) => {
      const { enrollmentId, taskId, deliverableId } = await school.handedIn();
      await school.submission(deliverableId, taskId, enrollmentId);
      return [deliverableId];
    },
  },
  listOf(listPendingReviews, (school) => school.handedIn()),
  listOf(listGroups, async (school) => school.groupMembership(await school.group())),
  detailOf(getGroup, async (school) => {
    const id = await school.group();
    await school.groupMembership(id);
    return id;
  }),
  listOf(listLiveSessions, async (school) => school.liveSession([await school.cohort()])),
  detailOf(getLiveSession, async (school) => {
    const cohortId = await school.cohort();
    const id = await school.liveSession([cohortId]);
    await school.attendance(id, await school.enrollment({ cohort_id: cohortId }), 'present');
    return id;
  }),
  listOf(listReminderRules, (school) => school.reminderRule()),
  detailOf(getReminderRule, (school) => school.reminderRule()),
  listBelow(
    listReminderFirings,
    (school) => school.reminderRule(),
    (school, id) => school.reminderFiring(id),
  ),
  listOf(listSpaces, (school) => school.space()),
  detailOf(getSpace, (school) => school.space()),
  listBelow(
    listPosts,
    (school) => school.space(),
    (school, id) => school.post({ space_id: id }),
  ),
  detailOf(getPost, (school) => school.post()),
  listOf(listMyReports, (school) => school.postReport({ member_id: school.owner.memberId })),
  listOf(listModerationCases, (school) => school.moderationCase()),
  listOf(listCommunityMutes, (school) => school.communityMute()),
  { operation: getMyBlocks, arrange: () => Promise.resolve([]) },
  { operation: readStorageUsage, arrange: () => Promise.resolve([]) },
  listOf(listMedia, (school) => school.media()),
  detailOf(getMedia, (school) => school.media()),
  listOf(listVideoResources, (school) => school.videoResource()),
  detailOf(getVideoResource, (school) => school.videoResource()),
  listOf(listVideoQuestions, (school) => school.videoQuestion()),
  detailOf(getVideoQuestion, (school) => school.videoQuestion()),
  listOf(listMyVideoQuestions, async (school) =>
    school.videoQuestion(await school.enrollment({ member_id: school.owner.memberId })),
  ),
  listOf(listMyVideos, videoOfOwnProgram),
  { ...detailOf(getMyVideo, videoOfOwnProgram), ofCaller: true },
  listOf(listErasures, (school) => school.erasure()),
  detailOf(getErasure, (school) => school.erasure()),
  listOf(listExports, (school) => school.export()),
  detailOf(getExport, (school) => school.export()),
  { ...detailOf(getMyUpload, (school) => school.upload()), ofCaller: true },
  listOf(listPeopleImports, (school) => school.peopleImport()),
  detailOf(getPeopleImport, (school) => school.peopleImport()),
  {
    operation: listPeopleImportRows,
    arrange: async (school) => [await school.peopleImport([{}, {}])],
  },
  listOf(listAuditEntries, addProgram),
  listOf(listEvents, addProgram),
  listOf(listEventTypes, () => Promise.resolve()),
  listOf(listEventFeeds, (school) => school.eventFeed()),
  detailOf(readEventFeed, (school) => school.eventFeed()),
  listOf(listWebhookSubscriptions, (school) => school.subscription()),
  detailOf(getWebhookSubscription, (school) => school.subscription()),
  listBelow(
    listWebhookDeliveries,
    (school) => school.subscription(),
    (school, id) => school.delivery(id),
  ),
];
