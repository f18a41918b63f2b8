import { ENROLLMENT_STATUSES } from '#contexts/enrollments/enrollments.public.js';
import { Progress, ProgressNotMeasured, ProgressPath } from '#contexts/learning/learning.public.js';
import { FieldsOf, Instant, Nested, NestedList, OneOf, Text, Union, Uuid, WholeNumber } from '#kernel/fields';
import { Limit, PageQuery } from '#kernel/lists';
import { Cockpit, OverviewCohort } from '../cockpit/cockpit.dto.js';

const USUAL_LIMIT = 10;
export const MOST_GROUPS = 100;

export class MyEnrollmentsQuery extends PageQuery {
  @Limit({ most: 20, usual: USUAL_LIMIT }) override limit = USUAL_LIMIT;
}

export class MyCohort extends FieldsOf(OverviewCohort, 'id', 'name', 'timezone', 'startDate') {
  @Instant({ nullable: true, description: 'Last day, at midnight UTC', example: '2030-06-30T00:00:00.000Z' })
  endDate: string | null;
}

export class MyProgram {
  @Uuid({ description: 'Program identifier' }) id: string;
  @Text({ description: 'Program name', example: 'Leadership Essentials' }) name: string;
}

export class MyGroup {
  @Uuid({ description: 'Group identifier' }) id: string;
  @Text({ description: 'Name', example: 'Tuesday accountability' }) name: string;
  @OneOf(['level', 'specialty', 'accountability'], { description: 'Type' }) type: string;
}

/** An enrollment as the enrolled person sees it: without signals, reasons and what the staff does. */
export class MyEnrollment extends FieldsOf(Cockpit, 'week', 'phase') {
  @Uuid({ description: 'Enrollment identifier' }) id: string;
  @OneOf(ENROLLMENT_STATUSES, { description: 'Lifecycle status; the result once closed' }) status: string;
  @Nested(() => MyCohort) cohort: MyCohort;
  @Nested(() => MyProgram) program: MyProgram;

  @Nested(() => ProgressPath, { nullable: true, description: 'The path that it follows; null for none' })
  path: ProgressPath | null;

  @Union([Progress, ProgressNotMeasured], { description: 'Of the whole plan' })
  progress: Progress | ProgressNotMeasured;

  @WholeNumber({ description: 'Published tasks, overdue ones included', example: 3 }) openTasks: number;
  @WholeNumber({ description: 'Past their deadline, without a submission', example: 1 }) overdueTasks: number;

  @NestedList(() => MyGroup, { maxItems: MOST_GROUPS, description: 'Open memberships, oldest first' })
  groups: MyGroup[];

  @Instant({ description: 'Enrollment time, UTC' }) enrolledAt: string;
  @Instant({ nullable: true, description: 'Closure time, UTC' }) closedAt: string | null;
}
