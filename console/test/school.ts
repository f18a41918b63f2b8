import type { Schemas } from '@delivery-service/client';
import { api } from './console.js';

let number = 0;
/** A word that nothing else in the organization has. */
export function unique(word: string): string {
  number += 1;
  return `${word} ${process.pid}${number}`;
}

export async function newMember(name = unique('Member'), role: Schemas['Member']['role'] = 'MEMBER') {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.org`;
  return (await api.post('/members', { body: { email, name, role } })).data;
}

export async function newProgram(name = unique('Program')) {
  const { data } = await api.post('/programs', { body: { name } });
  return (await api.post('/programs/{programId}/publish', { path: { programId: data.id } })).data;
}

/** An active cohort of a program of its own. */
export async function newCohort(name = unique('Cohort')) {
  const { id: programId } = await newProgram();
  const phases = ['First', 'Second'].map((phase, at) => ({ name: phase, position: at + 1 }));
  const body = { name, timezone: 'Europe/Lisbon', startDate: '2026-01-12', phases };
  const { data } = await api.post('/programs/{programId}/cohorts', { path: { programId }, body });
  const path = { cohortId: data.id };
  await api.post('/cohorts/{cohortId}/status', { path, body: { status: 'open' } });
  return (await api.post('/cohorts/{cohortId}/status', { path, body: { status: 'active' } })).data;
}

/** Somebody new in an active cohort of their own. */
export async function newPerson() {
  const [cohort, member] = [await newCohort(), await newMember()];
  const body = { memberId: member.id, status: 'active' as const };
  const { data } = await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  return { cohort, member, enrollmentId: data.id };
}

/** A published task of somebody, with a deliverable that takes links or files. */
export async function newTask(
  enrollmentId: string,
  dueAt: string | null = null,
  expectedReviewerRole: Schemas['Deliverable']['expectedReviewerRole'] = 'coach',
  kind: 'file' | 'link' = 'link',
  mimeTypes: string[] = [],
) {
  const body = { title: unique('Task'), dueAt };
  const { data } = await api.post('/enrollments/{enrollmentId}/tasks', { path: { enrollmentId }, body });
  const path = { memberTaskId: data.id };
  const deliverable = await api.post('/member-tasks/{memberTaskId}/deliverables', {
    path,
    body: {
      title: 'A link',
      acceptedFormats: [{ kind, ...(mimeTypes.length > 0 && { mimeTypes }) }],
      expectedReviewerRole,
    },
  });
  await api.post('/member-tasks/{memberTaskId}/publish', { path });
  return { title: body.title, memberTaskId: data.id, deliverableId: deliverable.data.id };
}

/** A measure of a program, and the entries of somebody: kind, value and instant of each. */
export async function newOutcomes(
  programId: string,
  enrollmentId: string,
  measure: Partial<Schemas['CreateOutcomeMeasureRequest']>,
  entries: [kind: Schemas['OutcomeEntry']['kind'], value: number, measuredAt: string][],
) {
  const body = {
    name: unique('Measure'),
    direction: 'increase' as const,
    key: unique('m').replace(' ', ''),
    ...measure,
  };
  const { data } = await api.post('/programs/{programId}/outcome-measures', { path: { programId }, body });
  for (const [kind, value, measuredAt] of entries) {
    const entry = { outcomeMeasureId: data.id, kind, value, measuredAt };
    await api.post('/enrollments/{enrollmentId}/outcome-entries', { path: { enrollmentId }, body: entry });
  }
  return data;
}

export type Assignment = Omit<Schemas['AssignResponsibilityRequest'], 'memberId'>;

/** Somebody new with a role and a responsibility, and their key. */
export async function newcomer(role: Schemas['Member']['role'], ...assignments: Assignment[]) {
  const member = await newMember(unique('Newcomer'), role);
  for (const assignment of assignments) {
    await api.post('/responsibilities', { body: { memberId: member.id, ...assignment } });
  }
  const { data } = await api.post('/api-keys', { body: { memberId: member.id, name: 'Console' } });
  return { member, key: String(data.key) };
}

type Question = Schemas['FormQuestion'];

/** A published form of a program, and its version. */
export async function newForm(programId: string | null, questions: Question[], intro: string | null = null) {
  const title = unique('Form');
  const { data: form } = await api.post('/forms', { body: { name: title, programId } });
  const path = { formId: form.id };
  const body = { revision: form.revision, content: { title, intro, questions } };
  const { data: changed } = await api.patch('/forms/{formId}', { path, body });
  const { data } = await api.post('/forms/{formId}/publish', { path, body: { revision: changed.revision } });
  return { title, formId: form.id, revision: data.revision, formVersionId: data.versions[0]?.id ?? '' };
}

/** Somebody new whose cohort is asked to answer a form of these questions, and their key. */
export async function newAsked(
  questions: Question[],
  assignment: Omit<Schemas['CreateFormAssignmentRequest'], 'cohortId' | 'programId' | 'answeredBy'> = {},
) {
  const { cohort, member, enrollmentId } = await newPerson();
  const form = await newForm(cohort.programId, questions, '# Before you begin\n\nTake **ten** minutes.');
  const { data } = await api.post('/forms/{formId}/assignments', {
    path: { formId: form.formId },
    body: { cohortId: cohort.id, answeredBy: 'member', ...assignment },
  });
  const { data: key } = await api.post('/api-keys', { body: { memberId: member.id, name: 'Forms' } });
  const path = `/my-forms/${enrollmentId}/${data.id}`;
  return { ...form, cohort, member, enrollmentId, formAssignmentId: data.id, path, key: String(key.key) };
}
