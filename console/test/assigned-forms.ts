import { DeliveryClient, type Schemas } from '@delivery-service/client';
import { api, serviceUrl } from './console.js';
import { newCohort, newMember, unique } from './school.js';

const DAY_MS = 86_400_000;

type Question = Schemas['FormQuestion'];

/** One question of each kind that results count in another way. */
export const QUESTIONS: Question[] = [
  {
    key: 'rhythm',
    kind: 'choice',
    label: 'How often do you talk?',
    required: true,
    options: [
      { value: 'weekly', label: 'Once a week' },
      { value: 'rarely', label: 'Less often' },
    ],
  },
  {
    key: 'topics',
    kind: 'multi',
    label: 'What did you talk about?',
    options: ['Goals', 'Feedback', 'Planning'].map((label) => ({ value: label.toLowerCase(), label })),
  },
  { key: 'confidence', kind: 'scale', label: 'How confident are you?', min: 0, max: 10 },
  { key: 'hours', kind: 'number', label: 'How many hours?', decimals: 1, unit: 'hours' },
  { key: 'agreed', kind: 'consent', label: 'May we quote you?', statement: 'You may quote my answers by name.' },
  { key: 'plans', kind: 'long_text', label: 'What will you try?' },
];

/** Publishes a version of a form with these questions. */
export async function publish(formId: string, questions: Question[]): Promise<Schemas['Form']> {
  const path = { formId };
  const { data } = await api.get('/forms/{formId}', { path });
  const content = { title: data.name, questions };
  const changed = await api.patch('/forms/{formId}', { path, body: { revision: data.revision, content } });
  const body = { revision: changed.data.revision };
  return (await api.post('/forms/{formId}/publish', { path, body })).data;
}

/** A published form of the organization, or of a program. */
export async function newForm(questions = QUESTIONS, programId: string | null = null): Promise<Schemas['Form']> {
  const { data } = await api.post('/forms', { body: { name: unique('Form'), programId } });
  return publish(data.id, questions);
}

/** Asks the members of a cohort, if nothing else is said. */
export async function assign(
  formId: string,
  body: Partial<Schemas['CreateFormAssignmentRequest']>,
): Promise<Schemas['FormAssignment']> {
  const asked = { answeredBy: 'member' as const, ...body };
  return (await api.post('/forms/{formId}/assignments', { path: { formId }, body: asked })).data;
}

export interface Learner {
  member: Schemas['Member'];
  enrollmentId: string;
  client: DeliveryClient;
  key: string;
}

/** Somebody new in a cohort, who can answer. */
export async function newLearner(cohortId: string, role: Schemas['Member']['role'] = 'MEMBER'): Promise<Learner> {
  const member = await newMember(unique('Learner'), role);
  const body = { memberId: member.id, status: 'active' as const };
  const { data } = await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId }, body });
  const made = await api.post('/api-keys', { body: { memberId: member.id, name: 'Forms' } });
  const key = String(made.data.key);
  return { member, enrollmentId: data.id, client: new DeliveryClient({ url: serviceUrl, apiKey: key }), key };
}

/** An active cohort with so many learners. */
export async function newClass(learners: number) {
  const cohort = await newCohort();
  const all: Learner[] = [];
  for (let count = 0; count < learners; count += 1) all.push(await newLearner(cohort.id));
  return { cohort, learners: all };
}

/** Sends the answers of a learner: the first ones, or, with the revision that was read, others. */
export async function answer(
  { client, enrollmentId }: Learner,
  formAssignmentId: string,
  answers: Record<string, unknown>,
  revision = 0,
): Promise<Schemas['FormResponse']> {
  const path = { formAssignmentId, enrollmentId };
  const to = '/form-assignments/{formAssignmentId}/responses/{enrollmentId}/submit';
  const { data } = await client.post(to, { path, body: { revision, answers } });
  if (!('id' in data)) throw new Error('Whoever answers anonymously gets no response.');
  return data;
}

/** Sends the answers of a learner to an anonymous assignment. */
export async function answerUnnamed(
  { client, enrollmentId }: Learner,
  formAssignmentId: string,
  answers: Record<string, unknown>,
): Promise<void> {
  const path = { formAssignmentId, enrollmentId };
  const to = '/form-assignments/{formAssignmentId}/responses/{enrollmentId}/submit';
  await client.post(to, { path, body: { revision: 0, answers } });
}

/** As a field for an instant takes it; the clock of its zone may be some hours off. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 16);
}
