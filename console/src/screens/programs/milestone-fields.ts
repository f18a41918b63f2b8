import type { Schemas } from '@delivery-service/client';
import { courses as t } from '../../strings/courses.js';
import type { Field, ValuesOf } from '../../ui/fields.js';

type Milestone = Schemas['Milestone'];

const DUE_KINDS = (['none', 'after_start', 'after_enrollment'] as const).map((value) => ({
  value,
  label: t.dueKinds[value],
}));

/** What a milestone can require, for its fields and its list. */
export interface Taught {
  programId: string;
  courses: readonly Schemas['Course'][];
}

/** The fields of a milestone, for a new one or one that there is. */
export function milestoneFields({ programId, courses }: Taught, milestone?: Milestone) {
  const requirement: { kind?: string; courseId?: string; lessonIds?: string[] } = milestone?.requirement ?? {};
  const due: { kind?: string; days?: number; time?: string } = milestone?.due ?? {};
  const isOffered = ({ id, status }: Schemas['Course']) => status !== 'archived' || id === requirement.courseId;
  const options = courses.filter(isOffered).map(({ id, title }) => ({ value: id, label: title }));
  const kinds = (['manual', ...(options.length > 0 ? (['course', 'lessons'] as const) : [])] as const).map((value) => ({
    value,
    label: t.requirements[value],
  }));
  const isAfter = { field: 'due', isOneOf: ['after_start', 'after_enrollment'] };
  return {
    title: { kind: 'text', label: t.title, initial: milestone?.title },
    description: { kind: 'longText', label: t.description, initial: milestone?.description, isNullable: true },
    requirement: { kind: 'choice', label: t.requirement, options: kinds, initial: requirement.kind },
    courseId: {
      kind: 'choice',
      label: t.course,
      options,
      initial: requirement.courseId,
      when: { field: 'requirement', isOneOf: ['course'] },
    },
    lessonIds: {
      kind: 'resources',
      at: 'requirement.lessonIds',
      label: t.lessons,
      choosable: { of: 'lessons', programId },
      initial: requirement.lessonIds,
      when: { field: 'requirement', isOneOf: ['lessons'] },
    },
    due: { kind: 'choice', label: t.due, options: DUE_KINDS, initial: due.kind },
    days: { kind: 'number', at: 'due.days', label: t.dueDays, initial: due.days, when: isAfter },
    time: { kind: 'time', label: t.dueTime, hint: t.dueTimeHint, initial: due.time, isOptional: true, when: isAfter },
  } as const satisfies Record<string, Field>;
}

/** What is sent as a whole. */
export const MILESTONE_PARTS = [
  ['requirement', 'courseId', 'lessonIds'],
  ['due', 'days', 'time'],
] as const;

type Values = ValuesOf<ReturnType<typeof milestoneFields>>;

/** The body of a request; requirement and due date only where their fields are among the values. */
export function milestoneBody(values: Values): Schemas['CreateMilestoneRequest'];
export function milestoneBody(values: Partial<Values>): Schemas['UpdateMilestoneRequest'];
export function milestoneBody(values: Partial<Values>): Schemas['UpdateMilestoneRequest'] {
  const { title, description, requirement, courseId, lessonIds, due, days, time } = values;
  return {
    ...{ title, description },
    ...(requirement !== undefined && { requirement: requirementOf({ requirement, courseId, lessonIds }) }),
    ...(due !== undefined && { due: (due === 'none' ? { kind: due } : { kind: due, days, time }) as Milestone['due'] }),
  };
}

function requirementOf({ requirement, courseId, lessonIds }: Partial<Values>): Milestone['requirement'] {
  if (requirement === 'course') return { kind: 'course', courseId: courseId ?? '' };
  return requirement === 'lessons' ? { kind: 'lessons', lessonIds: lessonIds ?? [] } : { kind: 'manual' };
}
