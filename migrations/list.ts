import { InitialSchema1764000000001 } from './1764000000001-initial-schema.js';
import { KeyLineage1764000000020 } from './1764000000020-key-lineage.js';
import { WebhookBudgets1764000000040 } from './1764000000040-webhook-budgets.js';
import { ReadsBesideThePrimary1764000000080 } from './1764000000080-reads-beside-the-primary.js';
import { EnrollmentHistory1764000000100 } from './1764000000100-enrollment-history.js';
import { EnrollmentTimeline1764000000101 } from './1764000000101-enrollment-timeline.js';
import { Corrections1764000000120 } from './1764000000120-corrections.js';
import { DeadlineExtensions1764000000140 } from './1764000000140-deadline-extensions.js';
import { CohortTasks1764000000150 } from './1764000000150-cohort-tasks.js';
import { MemberSearch1764000000160 } from './1764000000160-member-search.js';
import { PeopleImports1764000000170 } from './1764000000170-people-imports.js';
import { Timelines1764000000180 } from './1764000000180-timelines.js';
import { Transfers1764000000190 } from './1764000000190-transfers.js';
import { WebhookTests1764000000200 } from './1764000000200-webhook-tests.js';
import { Courses1764000000300 } from './1764000000300-courses.js';
import { LearnerSide1764000000320 } from './1764000000320-learner-side.js';
import { VideoQuestions1764000000330 } from './1764000000330-video-questions.js';
import { Progress1764000000340 } from './1764000000340-progress.js';
import { Milestones1764000000350 } from './1764000000350-milestones.js';
import { Paths1764000000360 } from './1764000000360-paths.js';
import { LearningTimeline1764000000370 } from './1764000000370-learning-timeline.js';
import { AuditOfARequest1764000000380 } from './1764000000380-audit-of-a-request.js';
import { ClosedVideoQuestions1764000000390 } from './1764000000390-closed-video-questions.js';
import { OwnSideMedia1764000000400 } from './1764000000400-own-side-media.js';
import { OwnSideBounds1764000000410 } from './1764000000410-own-side-bounds.js';
import { NamesOfSearchWords1764000000420 } from './1764000000420-names-of-search-words.js';
import { ScheduledJobs1764000000500 } from './1764000000500-scheduled-jobs.js';
import { Outcomes1764000000510 } from './1764000000510-outcomes.js';
import { CockpitDays1764000000520 } from './1764000000520-cockpit-days.js';
import { ReviewsOfReviewers1764000000525 } from './1764000000525-reviews-of-reviewers.js';
import { Reminders1764000000530 } from './1764000000530-reminders.js';
import { ReminderLooks1764000000531 } from './1764000000531-reminder-looks.js';
import { Bookings1764000000540 } from './1764000000540-bookings.js';
import { Calendars1764000000550 } from './1764000000550-calendars.js';
import { RedactedNotes1764000000555 } from './1764000000555-redacted-notes.js';
import { Exports1764000000560 } from './1764000000560-exports.js';
import { Erasures1764000000570 } from './1764000000570-erasures.js';
import { EventFeeds1764000000580 } from './1764000000580-event-feeds.js';
import { ApiUsage1764000000590 } from './1764000000590-api-usage.js';
import { OrganizationSettings1764000000600 } from './1764000000600-organization-settings.js';
import { ErasureRaces1764000000610 } from './1764000000610-erasure-races.js';
import { SignIn1764000000620 } from './1764000000620-sign-in.js';
import { Files1764000000630 } from './1764000000630-files.js';
import { DeletedMedia1764000000640 } from './1764000000640-deleted-media.js';
import { StrayFiles1764000000641 } from './1764000000641-stray-files.js';
import { ScannedUploads1764000000642 } from './1764000000642-scanned-uploads.js';
import { Forms1764000000650 } from './1764000000650-forms.js';
import { AnonymousFormsAndIntakeLinks1764000000660 } from './1764000000660-anonymous-forms-and-intake-links.js';
import { Offers1764000000670 } from './1764000000670-offers.js';
import { ClosersAndProspects1764000000680 } from './1764000000680-closers-and-prospects.js';
import { Sales1764000000690 } from './1764000000690-sales.js';
import { Payments1764000000700 } from './1764000000700-payments.js';
import { SalesCalls1764000000710 } from './1764000000710-sales-calls.js';
import { InstallmentNotices1764000000720 } from './1764000000720-installment-notices.js';
import { PaymentProviders1764000000730 } from './1764000000730-payment-providers.js';
import { ProviderEventPayments1764000000740 } from './1764000000740-provider-event-payments.js';
import { SalesLinks1764000000750 } from './1764000000750-sales-links.js';
import { DisputePauses1764000000760 } from './1764000000760-dispute-pauses.js';
import { ChargedSales1764000000761 } from './1764000000761-charged-sales.js';
import { ProcessingCheckouts1764000000770 } from './1764000000770-processing-checkouts.js';
import { KeysOfCheckouts1764000000771 } from './1764000000771-keys-of-checkouts.js';
import { OutcomesOfProviderEvents1764000000772 } from './1764000000772-outcomes-of-provider-events.js';
import { Community1764000000780 } from './1764000000780-community.js';
import { CalendarConnections1764000000790 } from './1764000000790-calendar-connections.js';

/** Every migration, oldest first. */
export const migrations = [
  InitialSchema1764000000001,
  KeyLineage1764000000020,
  WebhookBudgets1764000000040,
  ReadsBesideThePrimary1764000000080,
  EnrollmentHistory1764000000100,
  EnrollmentTimeline1764000000101,
  Corrections1764000000120,
  DeadlineExtensions1764000000140,
  CohortTasks1764000000150,
  MemberSearch1764000000160,
  PeopleImports1764000000170,
  Timelines1764000000180,
  Transfers1764000000190,
  WebhookTests1764000000200,
  Courses1764000000300,
  LearnerSide1764000000320,
  VideoQuestions1764000000330,
  Progress1764000000340,
  Milestones1764000000350,
  Paths1764000000360,
  LearningTimeline1764000000370,
  AuditOfARequest1764000000380,
  ClosedVideoQuestions1764000000390,
  OwnSideMedia1764000000400,
  OwnSideBounds1764000000410,
  NamesOfSearchWords1764000000420,
  ScheduledJobs1764000000500,
  Outcomes1764000000510,
  CockpitDays1764000000520,
  ReviewsOfReviewers1764000000525,
  Reminders1764000000530,
  ReminderLooks1764000000531,
  Bookings1764000000540,
  Calendars1764000000550,
  RedactedNotes1764000000555,
  Exports1764000000560,
  Erasures1764000000570,
  EventFeeds1764000000580,
  ApiUsage1764000000590,
  OrganizationSettings1764000000600,
  ErasureRaces1764000000610,
  SignIn1764000000620,
  Files1764000000630,
  DeletedMedia1764000000640,
  StrayFiles1764000000641,
  ScannedUploads1764000000642,
  Forms1764000000650,
  AnonymousFormsAndIntakeLinks1764000000660,
  Offers1764000000670,
  ClosersAndProspects1764000000680,
  Sales1764000000690,
  Payments1764000000700,
  SalesCalls1764000000710,
  InstallmentNotices1764000000720,
  PaymentProviders1764000000730,
  ProviderEventPayments1764000000740,
  SalesLinks1764000000750,
  DisputePauses1764000000760,
  ChargedSales1764000000761,
  ProcessingCheckouts1764000000770,
  KeysOfCheckouts1764000000771,
  OutcomesOfProviderEvents1764000000772,
  Community1764000000780,
  CalendarConnections1764000000790,
];
