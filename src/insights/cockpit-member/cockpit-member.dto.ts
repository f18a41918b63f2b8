import { SEATED_STATUSES } from '#contexts/cohorts/cohorts.public.js';
import { Instant, Measured, OneOf, PositiveInteger, QueryFlag, Text, Union, Uuid, WholeNumber } from '#kernel/fields';
import { pageOf, PageQuery } from '#kernel/lists';
import { NotMeasured } from '../cockpit/cockpit.dto.js';
import { SIGNALS, type Signal } from './cockpit-member.signals.js';

const RHYTHMS = ['on_time', 'late', 'at_risk', 'unknown'] as const;

export class CockpitMembersQuery extends PageQuery {
  @OneOf(SIGNALS, { description: 'The number of the cockpit whose members are listed', example: 'late' })
  signal: Signal;

  @QueryFlag({ optional: true, description: 'true: only members without a planned intervention' }) uncovered?: boolean;
}

export class CockpitMember {
  @Uuid({ description: 'Enrollment identifier' }) enrollmentId: string;
  @Uuid({ description: 'The enrolled member' }) memberId: string;
  @Text({ nullable: true, description: 'Display name of the member' }) memberName: string | null;
  @OneOf(SEATED_STATUSES, { description: 'Enrollment status' }) status: string;
  @OneOf(RHYTHMS, { description: 'The group of the rhythm that the member is in' }) rhythm: string;

  @PositiveInteger({ description: 'Reviews, blockers or absences behind the signal; 1 for other signals', example: 1 })
  count: number;

  @Instant({
    nullable: true,
    description:
      'The earliest due date, opening, submission or absence behind the signal; for without_intervention the last note ' +
      'or coaching session; null where there is none',
  })
  since: string | null;

  @WholeNumber({ description: 'Planned interventions of the enrollment', example: 0 }) plannedInterventions: number;
}

export class CockpitMembersPage extends pageOf(CockpitMember) {
  @OneOf(SIGNALS, { description: 'The requested signal' }) signal: string;
  @OneOf(['tenant', 'assigned'], { description: 'The whole cohort or the assigned enrollments' }) scope: string;

  @Union([Measured, NotMeasured], {
    description:
      'As in the cockpit. Without measurement, items is empty. reason: no_past_live or attendance_not_recorded',
  })
  basis: Measured | NotMeasured;

  @Instant({ description: 'Instant of the data, UTC: every change before it is counted' }) asOf: string;
}
