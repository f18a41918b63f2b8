import { Injectable } from '@nestjs/common';
import { OrganizationService } from '#contexts/identity/identity.public.js';
import { Clock } from '#kernel/clock/clock.js';
import { Doors, type Created, type Door } from './door.js';

/** The ids and keys of the demo organization. */
export type DemoSchool = Awaited<ReturnType<DemoSchoolLoader['load']>>;

/** In a domain that nobody can own, so that it tells the demo organization from all others. */
export const DEMO_OWNER_EMAIL = 'olivia.owner@school.example';

const DAY_MS = 86_400_000;

/** Creates a fictitious organization with every kind of record, by the same operations that a user would call. */
@Injectable()
export class DemoSchoolLoader {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly doors: Doors,
    private readonly clock: Clock,
  ) {}

  async load() {
    const { organization, member, apiKey } = await this.organizations.create({
      name: 'Lighthouse Demo School',
      ownerEmail: DEMO_OWNER_EMAIL,
      ownerName: 'Olivia Owner',
    });
    const owner = this.doors.open(apiKey, 'demo');
    const { admin, director, coach, member: plainMember } = await this.addStaff(owner);
    const place = await this.openCohort(owner);
    const { cohortId } = place;
    const enrollments = await this.enroll(owner, cohortId);
    await owner('assign_responsibility', { memberId: coach.memberId, role: 'coach', scope: 'cohort', cohortId });
    const tasks = await this.giveTasks(owner, enrollments.enrollmentId);
    const videoMediaId = await this.addMedia(owner);
    // Nothing listens at its URL, so the subscription stays unverified.
    const { id: subscriptionId } = await owner('create_webhook_subscription', {
      name: 'Student records',
      endpointUrl: 'https://hooks.school.example/delivery',
      eventNames: ['group.created', 'intervention.planned'],
      secret: 'a-demo-secret-that-is-no-secret',
    });
    return {
      organizationId: organization.id,
      keys: { owner: apiKey, admin: admin.key, director: director.key, coach: coach.key, member: plainMember.key },
      ownerAccountId: member.accountId,
      ...place,
      ...enrollments,
      ...tasks,
      videoMediaId,
      subscriptionId,
    };
  }

  private async addStaff(owner: Door) {
    const hire = async (name: string, role: string) => {
      const email = `${name.toLowerCase().replace(' ', '.')}@school.example`;
      const { id: memberId } = await owner('add_member', { name, email, role });
      const { key } = await owner<{ key: string }>('create_api_key', { memberId, name: `${name}'s key` });
      return { memberId, key };
    };
    const staff = {
      admin: await hire('Adam Admin', 'ADMIN'),
      director: await hire('Dora Director', 'MEMBER'),
      coach: await hire('Carl Coach', 'MEMBER'),
      reviewer: await hire('Rita Reviewer', 'MEMBER'),
      member: await hire('Mia Member', 'MEMBER'),
    };
    const scope = 'organization';
    await owner('assign_responsibility', { memberId: staff.director.memberId, role: 'program_director', scope });
    await owner('assign_responsibility', { memberId: staff.reviewer.memberId, role: 'reviewer', scope });
    return staff;
  }

  private async openCohort(owner: Door) {
    const { id: programId } = await owner('create_program', { name: 'Leadership Essentials' });
    await owner('publish_program', { programId });
    const { id: archivedProgramId } = await owner('create_program', { name: 'Conflict Basics' });
    await owner('publish_program', { programId: archivedProgramId });
    await owner('archive_program', { programId: archivedProgramId, reason: 'Replaced by a newer course' });
    const { id: cohortId, phases } = await owner<Created & { phases: Created[] }>('create_cohort', {
      programId,
      name: 'Harbour cohort',
      timezone: 'Europe/Paris',
      startDate: this.in(-20).slice(0, 10),
      capacity: 12,
      phases: [
        { name: 'Foundations', position: 1 },
        { name: 'Practice', position: 2 },
      ],
    });
    for (const status of ['open', 'active']) await owner('move_cohort_status', { cohortId, status });
    await owner('move_cohort_phase', { cohortId, phaseId: phases[0].id });
    await owner('create_live_session', {
      title: 'Weekly live',
      startsAt: this.in(2),
      endsAt: this.in(2.05),
      timezone: 'Europe/Paris',
      cohortIds: [cohortId],
    });
    return { programId, archivedProgramId, cohortId };
  }

  private async enroll(owner: Door, cohortId: string) {
    const ids: string[] = [];
    for (const name of ['Lea Learner', 'Luc Learner', 'Lin Learner', 'Lou Learner']) {
      const email = `${name.toLowerCase().replace(' ', '.')}@learners.example`;
      const { id: memberId } = await owner('add_member', { name, email, role: 'MEMBER' });
      ids.push((await owner('enroll', { cohortId, memberId, status: 'active' })).id);
    }
    const [enrollmentId, blocked, pausedEnrollmentId] = ids;
    await owner('open_blocker', { enrollmentId: blocked, title: 'No access to the course room', urgency: 'urgent' });
    await owner('create_note', { enrollmentId, body: 'Settled in well.' });
    await owner('pause_enrollment', { enrollmentId: pausedEnrollmentId, reason: 'Travelling until next month' });
    return { enrollmentId, pausedEnrollmentId };
  }

  private async giveTasks(owner: Door, enrollmentId: string) {
    const give = async (title: string, dueAt: string): Promise<string> => {
      const { id } = await owner('create_member_task', { enrollmentId, title, dueAt });
      await owner('publish_member_task', { memberTaskId: id });
      return id;
    };
    const memberTaskId = await give('Write a coaching plan', this.in(5));
    await give('Keep a learning diary', this.in(-3));
    const archivedTaskId = await give('An exercise that was dropped', this.in(10));
    await owner('archive_member_task', { memberTaskId: archivedTaskId });
    return { memberTaskId, archivedTaskId };
  }

  private async addMedia(owner: Door): Promise<string> {
    const { id: posterMediaId } = await owner('create_media', {
      kind: 'image',
      title: 'Poster',
      mimeType: 'image/png',
      url: 'https://media.school.example/poster.png',
    });
    const { id } = await owner('create_media', {
      kind: 'video',
      title: 'Giving feedback',
      mimeType: 'video/mp4',
      url: 'https://media.school.example/feedback.mp4',
      posterMediaId,
    });
    return id;
  }

  private in(days: number): string {
    return new Date(this.clock.now().getTime() + days * DAY_MS).toISOString();
  }
}
