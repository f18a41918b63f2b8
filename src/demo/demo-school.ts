import { Injectable } from '@nestjs/common';
import { OrganizationService } from '#contexts/identity/identity.public.js';
import { Clock } from '#kernel/clock';
import type { CohortPlan, ProgramName, StaffName } from './cohorts/cohort-plan.js';
import { CohortTeller, type Staff } from './cohorts/cohort-teller.js';
import { harbour } from './cohorts/harbour.js';
import { meadow } from './cohorts/meadow.js';
import { orchard, summit, willow } from './cohorts/other-cohorts.js';
import { tellOfBookings } from './demo-bookings.js';
import { tellOfCommunity } from './demo-community.js';
import { tellOfForms } from './demo-forms.js';
import { tellOfOutcomes } from './demo-outcomes.js';
import { tellOfSettings } from './demo-reminders.js';
import { hireStaff } from './demo-staff.js';
import { Doors, type Door } from './door.js';
import { DemoFiles, type RegisterMedia } from './files/demo-files.js';
import { lighthouse } from './files/lighthouse.js';
import { LearningTeller } from './learning-teller.js';
import { PastJobs } from './past-jobs.js';
import { SalesTeller } from './sales/sales-teller.js';
import { Story } from './story.js';

/** The ids and keys of the demo organization. */
export type DemoSchool = Awaited<ReturnType<DemoSchoolLoader['load']>>;

/** In a domain that nobody can own, so that it tells the demo organization from all others. */
export const DEMO_OWNER_EMAIL = 'olivia.owner@school.example';

const FIRST_DAY = -320;
/** When the jobs look on each day: just after nine. */
const LOOK = 1 / 1440;
/** In the night before today, so that the worker finds nothing that it would have missed. */
const LAST_LOOK = -0.4;
/** The first day on which places are sold. */
const FIRST_SALE = -24;
/** They look at sales. */
const SALES_JOBS = ['sale_expiry', 'installments'];
const ARCHIVED_PROGRAM = 'Conflict Basics';

/** Creates a fictitious organization with a history of ten months, by the same operations that a user would call. */
@Injectable()
export class DemoSchoolLoader {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly doors: Doors,
    private readonly clock: Clock,
    private readonly jobs: PastJobs,
    private readonly files: DemoFiles,
  ) {}

  async load() {
    const story = new Story(this.clock.now(), FIRST_DAY);
    const { organization, member, apiKey } = await this.organizations.create(
      { name: 'Lighthouse Demo School', ownerEmail: DEMO_OWNER_EMAIL, ownerName: 'Olivia Owner' },
      story.now(),
    );
    const jobs = await this.jobs.claim(organization.id, story);
    for (const day of looksFrom(FIRST_DAY)) story.on(day, jobs.run);
    const owner = this.doors.open(apiKey, 'demo-owner', story);
    const olivia = { memberId: member.id, accountId: member.accountId, door: owner };
    const { staff, keys } = await hireStaff(this.doors, story, olivia);
    const programs = await openPrograms(owner);
    const register = this.files.of(organization.id, story);
    const video = await addVideo(owner, programs['Leadership Essentials'], register);
    const cohorts = this.plan(story, staff, programs);
    const { Harbour, Meadow } = cohorts;
    const learning = new LearningTeller(story, this.doors, staff, Harbour, register);
    learning.enter(programs['Leadership Essentials'], video);
    tellOfOutcomes(story, { programId: programs['Leadership Essentials'], staff, cohorts });
    tellOfBookings(story, { staff, cohort: Harbour });
    tellOfForms(story, { programId: programs['Leadership Essentials'], staff, cohort: Harbour });
    tellOfCommunity(story, this.doors, { programId: programs['Leadership Essentials'], staff, cohort: Harbour });
    tellOfSettings(story, staff);
    const sales = new SalesTeller(story, {
      ...{ programId: programs['Coaching Practice'], staff, cohort: cohorts.Summit },
      claimJobs: () => this.jobs.claim(organization.id, story, SALES_JOBS),
    });
    sales.enter(FIRST_SALE, looksFrom(FIRST_SALE));
    tellOfCoachesWhoLeave(story, staff);
    story.on(-5, () => transfer(owner, Meadow.idOf('Ugo'), Harbour.cohortId));
    await story.tell();
    await sales.giveBackJobs();

    const enrollmentId = Harbour.idOf('Lea');
    const school = {
      organizationId: organization.id,
      keys: { owner: apiKey, ...keys, learner: learning.learnerKey },
      ownerAccountId: member.accountId,
      programId: programs['Leadership Essentials'],
      archivedProgramId: programs[ARCHIVED_PROGRAM],
      cohortId: Harbour.cohortId,
      cohortIds: Object.fromEntries(Object.entries(cohorts).map(([name, { cohortId }]) => [name, cohortId])),
      enrollmentId,
      pausedEnrollmentId: Harbour.idOf('Lin'),
      transferredEnrollmentId: Meadow.idOf('Ugo'),
      departedMemberId: staff.leaving.memberId,
      ...(await giveTasks(owner, enrollmentId, (day) => story.dayOf(day).toISOString())),
      videoMediaId: video.mediaId,
      subscriptionId: await subscribe(owner),
    };
    await owner('request_export', { kind: 'progress', format: 'csv', cohortId: Harbour.cohortId });
    await jobs.giveBack();
    return school;
  }

  /** Enters what happened in the cohorts into the story. */
  private plan(story: Story, staff: Staff, programs: Programs) {
    const on = (day: number) => story.dayOf(day).toISOString();
    const context = { on, accountOf: (name: StaffName) => staff[name].accountId };
    const cohort = (plan: CohortPlan) => {
      const teller = new CohortTeller(story, this.doors, staff, plan, programs[plan.program]);
      teller.enter();
      return teller;
    };
    return {
      Harbour: cohort(harbour(context)),
      Meadow: cohort(meadow(context)),
      Summit: cohort(summit(context)),
      Orchard: cohort(orchard(context)),
      Willow: cohort(willow),
    };
  }
}

/** The instants at which jobs look, from a day on. */
function looksFrom(firstDay: number): number[] {
  const days = Array.from({ length: -firstDay }, (_, index) => firstDay + index);
  return [...days.map((day) => day + LOOK), LAST_LOOK];
}

type Programs = Readonly<Record<ProgramName | typeof ARCHIVED_PROGRAM, string>>;

async function openPrograms(owner: Door): Promise<Programs> {
  const open = async (name: ProgramName | typeof ARCHIVED_PROGRAM): Promise<string> => {
    const { id: programId } = await owner('create_program', { name });
    await owner('publish_program', { programId });
    return programId;
  };
  const programs = {
    'Leadership Essentials': await open('Leadership Essentials'),
    'Coaching Practice': await open('Coaching Practice'),
    [ARCHIVED_PROGRAM]: await open(ARCHIVED_PROGRAM),
  };
  const reason = 'Replaced by a newer course';
  await owner('archive_program', { programId: programs[ARCHIVED_PROGRAM], reason });
  return programs;
}

/** One whose work was handed over, and one whose work nobody has taken over. */
function tellOfCoachesWhoLeave(story: Story, { owner, former, leaving }: Staff): void {
  story.on(-50, async () => {
    await owner.door('hand_over_work', { memberId: former.memberId, toMemberId: leaving.memberId });
    await owner.door('detach_member', { memberId: former.memberId });
  });
  story.on(-3, () => owner.door('detach_member', { memberId: leaving.memberId }));
}

async function transfer(owner: Door, enrollmentId: string, toCohortId: string): Promise<void> {
  const shift = { deadlines: 'shift', shiftDays: 14 };
  await owner('transfer_enrollment', { enrollmentId, toCohortId, reason: 'Moves to Paris', ...shift });
}

async function giveTasks(owner: Door, enrollmentId: string, on: (day: number) => string) {
  const give = async (title: string, dueAt: string): Promise<string> => {
    const { id } = await owner('create_member_task', { enrollmentId, title, dueAt });
    await owner('publish_member_task', { memberTaskId: id });
    return id;
  };
  const memberTaskId = await give('Write a coaching plan', on(5));
  const archivedTaskId = await give('An exercise that was dropped', on(10));
  await owner('archive_member_task', { memberTaskId: archivedTaskId });
  return { memberTaskId, archivedTaskId };
}

/** With a poster, and published in the library. */
async function addVideo(owner: Door, programId: string, register: RegisterMedia) {
  const file = { name: 'Poster.png', mimeType: 'image/png', bytes: lighthouse() };
  const posterMediaId = await register(owner, 'create_media', { kind: 'image', title: 'Poster' }, file);
  const title = 'Giving feedback';
  const { id: mediaId } = await owner('create_media', {
    kind: 'video',
    title,
    mimeType: 'video/mp4',
    url: 'https://media.school.example/feedback.mp4',
    posterMediaId,
  });
  const resource = { programId, kind: 'replay_other', category: 'video', title, videos: [{ mediaId }] };
  const { id: videoResourceId } = await owner('publish_video_resource', resource);
  return { mediaId, videoResourceId };
}

/** Nothing listens at its URL, so the subscription stays unverified. */
async function subscribe(owner: Door): Promise<string> {
  const { id } = await owner('create_webhook_subscription', {
    name: 'Student records',
    endpointUrl: 'https://hooks.school.example/delivery',
    eventNames: ['group.created', 'intervention.planned'],
    secret: 'a-demo-secret-that-is-no-secret',
  });
  return id;
}
