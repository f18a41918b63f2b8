import { Instant, OneOf, Variants, WholeNumber } from '#kernel/fields';
import { AVAILABILITY_KINDS, type AvailabilityKind, type SectionEntity } from './section.entity.js';

const MAX_DAYS = 730;

/** An example, which has the fields of its kind only. */
export const AVAILABILITY_EXAMPLE = { kind: 'after_start', days: 7 };

/** When the lessons of a section open: `{kind: always}`, `{kind: at, at}` or `{kind: after_…, days}`. */
@Variants({ always: [], at: ['at'], after_start: ['days'], after_enrollment: ['days'] })
export class SectionAvailability {
  @OneOf(AVAILABILITY_KINDS, {
    description:
      'always, from one instant on, or calendar days after the start of the cohort or of the enrollment, from 00:00 in ' +
      "the cohort's time zone",
    example: 'after_start',
  })
  kind: AvailabilityKind;

  @Instant({ optional: true, description: 'For at', example: '2030-03-01T09:00:00Z' }) at?: Date | string;
  @WholeNumber({ optional: true, max: MAX_DAYS, description: 'For after_start and after_enrollment', example: 7 })
  days?: number;
}

/** An availability of a request, in which an instant is a Date. */
export type AvailabilityRequest = SectionAvailability & { at?: Date };

/** The columns of a section that hold its availability. */
export type AvailabilityColumns = Pick<SectionEntity, 'availabilityKind' | 'availableAt' | 'availableDays'>;

export function toAvailabilityColumns({ kind, at, days }: AvailabilityRequest): AvailabilityColumns {
  return { availabilityKind: kind, availableAt: at ?? null, availableDays: days ?? null };
}

/** The availability as it is sent and shown: the fields of its kind only. */
export function toAvailability({
  availabilityKind: kind,
  availableAt,
  availableDays,
}: AvailabilityColumns): SectionAvailability {
  if (kind === 'always') return { kind };
  return kind === 'at' ? { kind, at: availableAt?.toISOString() } : { kind, days: availableDays ?? undefined };
}
