import { Measured, Nested, NestedUnder, OneOf, Text, Union, Unmeasured, Uuid, WholeNumber } from '#kernel/fields';
import { Limit, pageOf, type PageQuery } from '#kernel/lists';
import { Provenance } from '../cockpit/cockpit.dto.js';
import { Quantity } from '../figures.js';
import { PeriodQuery } from '../local-period.js';

export class CoachLoadsQuery extends PeriodQuery implements PageQuery {
  @Limit({ most: 100, usual: 50 }) limit?: number;
  @Text({ optional: true, description: 'nextCursor of the previous page' }) cursor?: string;
  @Uuid({ optional: true, description: 'Only the coaches of this cohort, with its enrollments' }) cohortId?: string;
}

export class MedianHours extends Measured {
  @Quantity({ description: 'Half of the reviews took no longer', example: 20.5 }) median: number;
}

export class NoReviews extends Unmeasured {
  @OneOf(['none_reviewed'], { description: 'Why there is no value' }) reason: string;
}

export class CoachLoad {
  @Uuid({ description: 'Member' }) memberId: string;
  @Text({ description: 'Display name' }) memberName: string;
  @WholeNumber({ description: 'Pending, active, paused and completed enrollments that they coach now', example: 12 })
  enrollments: number;

  @WholeNumber({ description: 'Active ones', example: 10 }) active: number;
  @WholeNumber({ description: 'Active ones without a contact in the period', example: 2 }) withoutContact: number;

  @WholeNumber({ description: 'Notes and held coaching sessions on the enrollments in the period, of anybody' })
  contacts: number;

  @WholeNumber({ description: 'Interventions that are planned on the enrollments now' }) plannedInterventions: number;
  @WholeNumber({ description: 'Those whose dueAt has passed' }) overdueInterventions: number;

  @Union([MedianHours, NoReviews], {
    description:
      'From submission to verdict, in hours, of the reviews that the coach wrote in the period. reason: none_reviewed',
  })
  reviewHours: MedianHours | NoReviews;
}

/** The sources of the figures. An enrollment with several coaches is in the figures of each, so that their sum is no total. */
export const LOAD_SOURCES = {
  enrollments: 'responsibilities, enrollments; an enrollment counts for each of its coaches',
  contacts: 'enrollment_notes, coaching_sessions; a contact counts for each coach of the enrollment',
  interventions: 'interventions; an intervention counts for each coach of the enrollment',
  reviewHours: 'submissions, submission_reviews; a review counts for its reviewer',
};

export class CoachLoadProvenance extends NestedUnder(
  Object.keys(LOAD_SOURCES) as (keyof typeof LOAD_SOURCES)[],
  () => Provenance,
) {}

export class CoachLoadsPage extends pageOf(CoachLoad) {
  @Nested(() => CoachLoadProvenance) provenance: CoachLoadProvenance;
}
