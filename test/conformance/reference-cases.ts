import type { OpenAPIObject } from '@nestjs/swagger';
import type { School } from '../support/school.js';
import type { Call, Sample } from './sample.js';

interface Schema {
  $ref?: string;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** Where a write's body takes an id, as the OpenAPI document shows it: `videos.0.mediaId`. */
export function referencesOf(document: OpenAPIObject, { operation }: Sample): string[] {
  const path = `/api/v1${operation.path.replace(/:(\w+)/g, '{$1}')}`;
  const method = operation.method.toLowerCase() as 'post';
  const content = document.paths[path][method]?.requestBody as { content?: Record<string, { schema: Schema }> };
  const positions = found(document, content?.content?.['application/json'].schema, []);
  return positions.filter((position) => !STORED.has(`${operation.name} ${position}`));
}

/** Drafts, which are stored whatever they name: test/forms has what keeps them from being published. */
const STORED = new Set(['update_form content.questions.0.measure.outcomeMeasureId']);

function found(document: OpenAPIObject, schema: Schema | undefined, path: string[]): string[] {
  if (!schema) return [];
  if (schema.$ref) {
    const name = schema.$ref.replace(/^.*\//, '');
    return found(document, document.components?.schemas?.[name], path);
  }
  if (schema.format === 'uuid') return [path.join('.')];
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    found(document, one, [...path, name]),
  );
  const alternatives = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...inside,
    ...found(document, schema.items, [...path, '0']),
    ...alternatives.flatMap((one) => found(document, one, path)),
  ];
}

/** Valid calls that use the ids which the samples leave out. One that has neither fails the test. */
export const WITH_REFERENCE: Record<string, (school: School) => Promise<Call>> = {
  'create_sales_link saleId': async (school) => ({ body: { saleId: await school.sale() } }),
  'create_media uploadId': async (school) => ({
    body: { kind: 'file', title: 'Plan', uploadId: await readyUpload(school) },
  }),
  'create_my_media uploadId': async (school) => {
    await school.enrollment({ member_id: school.owner.memberId });
    return { body: { kind: 'file', title: 'Plan', uploadId: await readyUpload(school) } };
  },
  'change_installments installments.0.id': async (school) => {
    const sale = await school.hold(await school.cohort());
    const { rows } = await school.rows<{ id: string }>(
      'select id from sale_installments where organization_id = $1 and sale_id = $2',
      sale,
    );
    const installments = [{ id: rows[0].id, amount: 90_000, dueAt: '2030-01-15T23:59:00.000Z' }];
    return { params: [sale], body: { installments, reason: 'Pays later' } };
  },
  'create_space groupId': async (school) => ({
    body: { name: 'Tuesday group', scope: 'group', groupId: await school.group() },
  }),
  'create_group programId': async (school) => ({
    body: { ...GROUP, scope: 'program', programId: await school.program() },
  }),
  'request_export programId': async (school) => ({
    body: { kind: 'members', format: 'csv', programId: await school.program() },
  }),
  'request_export memberId': (school) =>
    Promise.resolve({ body: { kind: 'person', format: 'csv', memberId: school.owner.memberId } }),
  'update_lesson media.0.mediaId': async (school) => ({
    params: [await school.lesson({ kind: 'file', body: null })],
    body: { media: [{ mediaId: await school.media('file') }] },
  }),
  'create_milestone requirement.lessonIds.0': async (school) => {
    const { program, lesson } = await programOfLesson(school);
    return {
      params: [program],
      body: { title: 'Feedback given', requirement: { kind: 'lessons', lessonIds: [lesson] } },
    };
  },
  'update_milestone requirement.courseId': async (school) => {
    const { program, course } = await programOfLesson(school);
    return {
      params: [await school.milestone({ program_id: program })],
      body: { requirement: { kind: 'course', courseId: course } },
    };
  },
  'create_path milestoneIds.0': async (school) => {
    const { program, course } = await programOfLesson(school);
    const milestoneIds = [await school.milestone({ program_id: program })];
    return { params: [program], body: { name: 'For new managers', courseIds: [course], milestoneIds } };
  },
  'update_path milestoneIds.0': async (school) => {
    const { program, course } = await programOfLesson(school);
    const milestoneIds = [await school.milestone({ program_id: program })];
    return { params: [await school.path([course], { program_id: program })], body: { milestoneIds } };
  },
  'create_reminder_rule programId': async (school) => ({
    body: { name: 'At the deadline', signal: 'member_task.due', offsetMinutes: 0, programId: await school.program() },
  }),
  'create_group cohortId': async (school) => ({ body: { ...GROUP, ...(await ofCohort(school)) } }),
  'update_group programId': async (school) => ({
    params: [await school.group()],
    body: { scope: 'program', programId: await school.program() },
  }),
  'update_group cohortId': async (school) => ({ params: [await school.group()], body: await ofCohort(school) }),
  'create_form_assignment programId': async (school) => {
    const programId = await school.program();
    const version = await school.formVersion({ program_id: programId });
    return { params: [await school.formOf('form_versions', version)], body: { programId, answeredBy: 'staff' } };
  },
  'create_booking_type programId': async (school) => {
    const { memberId } = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    return { body: { name: 'Call', hostMemberId: memberId, durationMinutes: 30, programId: await school.program() } };
  },
  'update_booking_type cohortId': async (school) => ({
    params: [await school.bookingType()],
    body: { cohortId: await school.cohort() },
  }),
  'update_booking_type programId': async (school) => ({
    params: [await school.bookingType()],
    body: { programId: await school.program() },
  }),
  'assign_responsibility programId': async (school) => ({
    body: { ...(await reviewer(school)), scope: 'program', programId: await school.program() },
  }),
  'assign_responsibility enrollmentId': async (school) => ({
    body: {
      ...(await reviewer(school)),
      role: 'coach',
      scope: 'enrollment',
      enrollmentId: await school.enrollment(),
    },
  }),
  'configure_cohort phases.0.id': async (school) => {
    const cohortId = await school.cohort();
    const id = await school.phase(cohortId, 1);
    return { params: [cohortId], body: { phases: [{ id, name: 'Foundations', position: 1 }] } };
  },
  'plan_intervention blockerId': async (school) => {
    const enrollmentId = await school.enrollment();
    const blockerId = await school.blocker(enrollmentId);
    return {
      params: [enrollmentId],
      body: {
        reason: 'blocker',
        title: 'Find a laptop',
        channel: 'call',
        ownerUserId: school.owner.accountId,
        dueAt: '2099-01-01T10:00:00Z',
        expectedOutcome: 'The member can work',
        blockerId,
      },
    };
  },
  'create_submission mediaId': async (school) => {
    const accepted = JSON.stringify([{ kind: 'file', mimeTypes: [] }]);
    return {
      params: [await school.deliverable(await school.task(), { accepted_formats: accepted })],
      body: { kind: 'file', mediaId: await school.media('file') },
    };
  },
  'publish_video_resource thumbnailMediaId': async (school) => ({
    body: {
      programId: await school.program(),
      kind: 'replay_other',
      category: 'video',
      title: 'Giving feedback',
      videos: [{ mediaId: await school.media() }],
      thumbnailMediaId: await school.media('image'),
    },
  }),
  'update_video_resource thumbnailMediaId': async (school) => ({
    params: [await school.videoResource()],
    body: { thumbnailMediaId: await school.media('image') },
  }),
};

const GROUP = { name: 'Tuesday accountability', type: 'accountability' };

async function ofCohort(school: School): Promise<object> {
  const programId = await school.program();
  return { scope: 'cohort', programId, cohortId: await school.cohort({ program_id: programId }) };
}

async function programOfLesson(school: School): Promise<{ program: string; course: string; lesson: string }> {
  const program = await school.program();
  const course = await school.course({ program_id: program });
  return { program, course, lesson: await school.lesson({ course_id: course }) };
}

async function reviewer(school: School): Promise<object> {
  return { memberId: (await school.person()).memberId, role: 'reviewer' };
}

const readyUpload = (school: School): Promise<string> => school.upload({ status: 'ready', sha256: '0'.repeat(64) });
