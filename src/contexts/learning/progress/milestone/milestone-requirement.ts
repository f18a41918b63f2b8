import { OneOf, TimeOfDay, Uuid, UuidList, Variants, WholeNumber } from '#kernel/fields';
import {
  DUE_KINDS,
  REQUIREMENT_KINDS,
  type DueKind,
  type MilestoneEntity,
  type RequirementKind,
} from './milestone.entity.js';

const MAX_LESSONS = 50;
const MAX_DAYS = 730;
const END_OF_DAY = '23:59';

/** Examples, which have the fields of their kinds only. */
export const REQUIREMENT_EXAMPLE = { kind: 'manual' };
export const DUE_EXAMPLE = { kind: 'after_start', days: 30, time: '18:00' };

/** When a milestone is reached: `{kind: manual}`, `{kind: course, courseId}` or `{kind: lessons, lessonIds}`. */
@Variants({ manual: [], course: ['courseId'], lessons: ['lessonIds'] })
export class MilestoneRequirement {
  @OneOf(REQUIREMENT_KINDS, {
    description: 'manual: the staff decide; course: it is completed; lessons: all of them are that are not archived',
    example: 'course',
  })
  kind: RequirementKind;

  @Uuid({ optional: true, description: 'For course: one of the program that is not archived' }) courseId?: string;

  @UuidList({
    optional: true,
    minItems: 1,
    maxItems: MAX_LESSONS,
    description: 'For lessons: of the program, not archived',
  })
  lessonIds?: string[];
}

/** When a milestone is due: `{kind: none}` or `{kind: after_…, days, time}`. */
@Variants({ none: [], after_start: ['days', 'time?'], after_enrollment: ['days', 'time?'] })
export class MilestoneDue {
  @OneOf(DUE_KINDS, {
    description: 'none, or calendar days after the start of the cohort or of the enrollment',
    example: 'after_start',
  })
  kind: DueKind;

  @WholeNumber({ optional: true, max: MAX_DAYS, description: 'For after_start and after_enrollment' }) days?: number;

  @TimeOfDay({ optional: true, description: `In the cohort's time zone, for after_…; by default ${END_OF_DAY}` })
  time?: string;
}

export type RequirementColumns = Pick<MilestoneEntity, 'requirementKind' | 'courseId'>;
export type DueColumns = Pick<MilestoneEntity, 'dueKind' | 'dueDays' | 'dueTime'>;

export function toRequirementColumns({ kind, courseId }: MilestoneRequirement): RequirementColumns {
  return { requirementKind: kind, courseId: courseId ?? null };
}

export function toDueColumns({ kind, days, time }: MilestoneDue): DueColumns {
  return { dueKind: kind, dueDays: days ?? null, dueTime: kind === 'none' ? null : (time ?? END_OF_DAY) };
}

/** The requirement as it is sent and shown: the fields of its kind only. */
export function toRequirement(
  { requirementKind: kind, courseId }: RequirementColumns,
  lessonIds: readonly string[],
): MilestoneRequirement {
  if (kind === 'manual') return { kind };
  return kind === 'course' ? { kind, courseId: courseId ?? undefined } : { kind, lessonIds: [...lessonIds] };
}

export function toDue({ dueKind: kind, dueDays, dueTime }: DueColumns): MilestoneDue {
  return kind === 'none' ? { kind } : { kind, days: dueDays ?? undefined, time: dueTime ?? undefined };
}
