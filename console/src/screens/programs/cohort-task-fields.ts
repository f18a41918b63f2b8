import type { Schemas } from '@delivery-service/client';
import { programs } from '../../strings/programs.js';
import type { Field, ValuesOf } from '../../ui/fields.js';
import { optionsOf } from '../../ui/intervention-fields.js';

const t = programs.task;

type Task = Schemas['CohortTask'];
type Body = Required<Schemas['UpdateCohortTaskRequest']>;

const KINDS = (['none', 'at', 'after_start', 'after_enrollment'] as const).map((kind) => ({
  value: kind,
  label: t.deadlineKinds[kind],
}));

/** What the service takes where nothing else is said. */
const GRACE_DAYS = 7;

const AT = { field: 'kind', isOneOf: ['at'] } as const;
const AFTER = { field: 'kind', isOneOf: ['after_start', 'after_enrollment'] } as const;

/** The fields of a task for all, for a new one or one that there is. */
function taskFields(zone: string, task?: Task) {
  const deadline: { kind?: string; dueAt?: string; days?: number; time?: string } = task?.deadline ?? {};
  return {
    title: { kind: 'text', label: t.name, initial: task?.title },
    description: {
      kind: 'longText',
      label: t.description,
      initial: task?.description,
      isNullable: true,
    },
    kind: { kind: 'choice', label: t.deadline, options: KINDS, initial: deadline.kind },
    dueAt: {
      kind: 'instant',
      label: t.dueAt,
      zone,
      isAhead: true,
      initial: deadline.dueAt,
      isOptional: true,
      when: AT,
    },
    days: { kind: 'number', at: 'deadline.days', label: t.days, initial: deadline.days, isOptional: true, when: AFTER },
    time: {
      kind: 'time',
      label: t.time,
      hint: t.timeHint(zone),
      initial: deadline.time,
      isOptional: true,
      when: AFTER,
    },
    newEnrollments: { kind: 'check', label: t.newEnrollments, initial: task?.newEnrollments },
    graceDays: {
      kind: 'number',
      label: t.graceDays,
      hint: t.graceDaysHint,
      initial: task?.graceDays ?? GRACE_DAYS,
    },
  } as const satisfies Record<string, Field>;
}

/** The fields of what each member is to hand in, for those who may decide it. */
function deliverableFields(task?: Task) {
  const given = task?.deliverable;
  const formats = given?.acceptedFormats ?? [];
  return {
    deliverableTitle: {
      kind: 'text',
      at: 'deliverable.title',
      label: t.deliverable.title,
      hint: t.deliverable.titleHint,
      initial: given?.title,
      isOptional: true,
    },
    expectations: {
      kind: 'longText',
      at: 'deliverable.expectations',
      label: t.deliverable.expectations,
      initial: given?.expectations,
      isNullable: true,
    },
    criteria: {
      kind: 'longText',
      at: 'deliverable.criteria',
      label: t.deliverable.criteria,
      initial: given?.criteria,
      isNullable: true,
    },
    formats: {
      kind: 'choices',
      label: t.deliverable.formats,
      options: optionsOf(['file', 'link']),
      initial: given ? formats.map(({ kind }) => kind) : ['file', 'link'],
    },
    mimeTypes: {
      kind: 'list',
      label: t.deliverable.mimeTypes,
      hint: t.deliverable.mimeTypesHint,
      initial: formats.find(({ kind }) => kind === 'file')?.mimeTypes,
    },
    expectedReviewerRole: {
      kind: 'choice',
      label: t.deliverable.reviewer,
      options: optionsOf(['coach', 'reviewer', 'program_director']),
      initial: given?.expectedReviewerRole,
    },
  } as const satisfies Record<string, Field>;
}

/** The whole form; without what is handed in where the caller may not decide that. */
export function cohortTaskFields(zone: string, mayDecide: boolean, task?: Task) {
  const fields = { ...taskFields(zone, task), ...deliverableFields(task) };
  return mayDecide ? fields : (taskFields(zone, task) as typeof fields);
}

/** What is sent as a whole: a deadline that is sent is found anew for everybody who has the task. */
export const COHORT_TASK_PARTS = [
  ['kind', 'dueAt', 'days', 'time'],
  ['deliverableTitle', 'expectations', 'criteria', 'formats', 'mimeTypes', 'expectedReviewerRole'],
] as const;

type TaskValues = ValuesOf<ReturnType<typeof taskFields>>;
type Values = Partial<TaskValues & ValuesOf<ReturnType<typeof deliverableFields>>>;

/** The body of a request; deadline and deliverable only where their fields are among the values. */
export function cohortTaskBody(values: TaskValues & Values): Schemas['CreateCohortTaskRequest'];
export function cohortTaskBody(values: Values): Schemas['UpdateCohortTaskRequest'];
export function cohortTaskBody(values: Values): Schemas['UpdateCohortTaskRequest'] {
  const { title, description, kind, dueAt, days, time, newEnrollments, graceDays, formats } = values;
  return {
    ...{ title, description, newEnrollments, graceDays },
    ...(kind !== undefined && { deadline: deadlineOf({ kind, dueAt, days, time }) }),
    ...(formats !== undefined && { deliverable: deliverableOf({ ...values, formats }) }),
  };
}

/** The service names a field that its kind requires and the form left empty. */
function deadlineOf({ kind, dueAt, days, time }: Values & Required<Pick<Values, 'kind'>>): Task['deadline'] {
  if (kind === 'none') return { kind };
  return (kind === 'at' ? { kind, dueAt } : { kind, days, time }) as Task['deadline'];
}

/** Without a title, nothing is to be handed in. */
function deliverableOf(values: Values & Required<Pick<Values, 'formats'>>): Body['deliverable'] {
  const { deliverableTitle, expectations = null, criteria = null, formats, mimeTypes = [] } = values;
  if (deliverableTitle === undefined) return null;
  const acceptedFormats = formats.map((kind) => (kind === 'file' ? { kind, mimeTypes } : { kind }));
  const expectedReviewerRole = values.expectedReviewerRole ?? 'coach';
  return { title: deliverableTitle, expectations, criteria, acceptedFormats, expectedReviewerRole };
}
