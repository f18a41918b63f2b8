import { NamedResources } from '#contexts/identity/identity.public.js';
import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Flag,
  Instant,
  NestedList,
  OneOf,
  PositiveInteger,
  Text,
  Uuid,
  UuidList,
  WholeNumber,
} from '#kernel/fields';
import { EXTENSION_SCOPES, type ExtensionScope } from './deadline-extension.entity.js';

export const MAX_TASKS = 200;
const MAX_DAYS = 365;

export class ExtendDeadlinesRequest implements CrossChecked {
  @OneOf(EXTENSION_SCOPES, { description: 'tasks: those named; all: every draft or published one with a deadline' })
  scope: ExtensionScope;

  @UuidList({
    optional: true,
    nullable: true,
    minItems: 1,
    maxItems: MAX_TASKS,
    description: 'Required for scope tasks, absent for scope all',
  })
  memberTaskIds?: string[] | null;

  @WholeNumber({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_DAYS,
    description: "Calendar days after the present deadline, in the cohort's time zone; required unless dueAt is given",
    example: 7,
  })
  days?: number | null;

  @Instant({
    optional: true,
    nullable: true,
    description: 'The new deadline of exactly one task, after its present one and in the future; excludes days',
    example: null,
  })
  dueAt?: Date | null;

  @Text({ min: 1, max: 500, trim: true, description: 'Why', example: 'Illness' }) reason: string;

  crossIssues(): FieldIssue[] {
    const { scope, memberTaskIds, days, dueAt } = this;
    if (scope === 'tasks' && !memberTaskIds) return [{ field: 'memberTaskIds', issue: 'is required for scope tasks' }];
    if (scope === 'all' && memberTaskIds) return [{ field: 'memberTaskIds', issue: 'must be absent for scope all' }];
    if (!days && !dueAt) return [{ field: 'days', issue: 'is required unless dueAt is given' }];
    if (days && dueAt) return [{ field: 'dueAt', issue: 'must be absent when days is given' }];
    if (dueAt && memberTaskIds?.length !== 1) return [{ field: 'dueAt', issue: 'needs exactly one task' }];
    return [];
  }
}

export class ExtendedTask {
  @Uuid({ description: 'Task identifier' }) memberTaskId: string;
  @Text({ description: 'Title of the task when the extension was granted', example: 'Write a coaching plan' })
  title: string;
  @Instant({ description: 'Deadline before, UTC' }) from: string;
  @Instant({ description: 'Deadline afterwards, UTC', example: '2030-01-22T09:30:00.000Z' }) to: string;
  @Flag({ description: 'Whether the published task was still overdue when the extension was granted' })
  overdue: boolean;
}

export class DeadlineExtension {
  @Uuid({ description: 'Deadline extension identifier' }) id: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @OneOf(EXTENSION_SCOPES, { description: 'Named tasks, or all with a deadline' }) scope: string;
  @PositiveInteger({ nullable: true, description: 'Calendar days; null if dueAt was given', example: 7 })
  days: number | null;

  @Text({ description: 'Why', example: 'Illness' }) reason: string;
  @Uuid({ description: 'Granting account' }) grantedBy: string;
  @Text({ nullable: true, description: 'Display name of the granting account' }) grantedByName: string | null;
  @Instant({ description: 'Grant, UTC' }) grantedAt: string;
  @NestedList(() => ExtendedTask, { maxItems: MAX_TASKS, description: 'The tasks whose deadlines moved' })
  tasks: ExtendedTask[];
}

export const EXTENSIONS = new NamedResources(DeadlineExtension, { grantedByName: 'grantedBy' });
