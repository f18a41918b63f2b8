import { Injectable } from '@nestjs/common';
import { invalidField, invalidFields } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import { schedule } from '#kernel/jobs';
import type { Page, PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { REMINDERS } from './reminders-job-name.js';
import { ReminderFiring, type ReminderFiringQuery } from '../firing/reminder-firing.dto.js';
import { ReminderFiringEntity } from '../firing/reminder-firing.entity.js';
import { reminderTables } from '../reminders.tables.js';
import {
  MAX_ACTIVE_RULES,
  ReminderRule,
  timingIssues,
  type CreateReminderRuleRequest,
  type UpdateReminderRuleRequest,
} from './reminder-rule.dto.js';
import { REMINDER_RULE, ReminderRuleEntity } from './reminder-rule.entity.js';
import {
  archiveReminderRule,
  createReminderRule,
  pauseReminderRule,
  resumeReminderRule,
  ruleLimit,
  updateReminderRule,
} from './reminder-rule.operations.js';

const listRules = reminderTables.list('list_reminder_rules', { rows: ReminderRuleEntity });

const listFirings = reminderTables.list('list_reminder_firings', {
  rows: ReminderFiringEntity,
  of: ['reminderRuleId'],
  by: ['outcome'],
});

const findPlaces = reminderTables
  .statement(
    'find_places_of_reminder_rule',
    { program: 'uuid', cohort: 'uuid' },
    `select
       (select p.id from programs p where p.organization_id = :organization and p.id = :program) as program,
       (select c.id from cohorts c where c.organization_id = :organization and c.id = :cohort) as cohort`,
  )
  .returning<{ program: string | null; cohort: string | null }>();

const countActive = reminderTables
  .statement(
    'count_active_reminder_rules',
    {},
    `select count(*)::integer as active from reminder_rules where organization_id = :organization and status = 'active'`,
  )
  .returning<{ active: number }>();

/** Whatever may make a rule due locks the row of the job first, which a step of the job holds while it locks rules. */
@Injectable()
export class ReminderRuleService {
  async create(uow: UnitOfWork, request: CreateReminderRuleRequest): Promise<ReminderRule> {
    await schedule(uow, REMINDERS, uow.now);
    await this.checkPlace(uow, request);
    await this.checkLimit(uow);
    const rule = uow.insert(ReminderRuleEntity, { ...request, status: 'active', activeSince: uow.now });
    const { signal, offsetMinutes, days, programId, cohortId } = rule;
    uow.record(createReminderRule.event, rule, { signal, offsetMinutes, days, programId, cohortId });
    return toResource(ReminderRule, rule);
  }

  list(scope: Scope, query: PageQuery): Promise<Page<ReminderRule>> {
    return scope.list(listRules, query, toResources(ReminderRule));
  }

  async get(scope: Scope, id: string): Promise<ReminderRule> {
    return toResource(ReminderRule, await scope.get(ReminderRuleEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateReminderRuleRequest): Promise<ReminderRule> {
    await schedule(uow, REMINDERS, uow.now);
    const rule = await uow.getForUpdate(ReminderRuleEntity, id);
    REMINDER_RULE.require(rule, 'active', 'paused');
    const issues = timingIssues(rule.signal, request);
    if (issues.length > 0) throw invalidFields(issues);
    return toResource(ReminderRule, uow.patch(ReminderRuleEntity, rule, request, updateReminderRule.event));
  }

  async pause(uow: UnitOfWork, id: string): Promise<ReminderRule> {
    const { event } = pauseReminderRule;
    return toResource(ReminderRule, await uow.move(ReminderRuleEntity, id, REMINDER_RULE, 'paused', event));
  }

  async resume(uow: UnitOfWork, id: string): Promise<ReminderRule> {
    await schedule(uow, REMINDERS, uow.now);
    const rule = await uow.getForUpdate(ReminderRuleEntity, id);
    REMINDER_RULE.checkMove(rule.status, 'active');
    await this.checkLimit(uow);
    const change = { activeSince: uow.now };
    const { event } = resumeReminderRule;
    return toResource(ReminderRule, await uow.move(ReminderRuleEntity, rule, REMINDER_RULE, 'active', event, change));
  }

  async archive(uow: UnitOfWork, id: string): Promise<ReminderRule> {
    const { event } = archiveReminderRule;
    return toResource(ReminderRule, await uow.move(ReminderRuleEntity, id, REMINDER_RULE, 'archived', event));
  }

  listFirings(scope: Scope, reminderRuleId: string, query: ReminderFiringQuery): Promise<Page<ReminderFiring>> {
    return scope.list(listFirings, { ...query, reminderRuleId }, toResources(ReminderFiring));
  }

  /** The lock on the job's row lets one rule after the other become active. Throws 409. */
  private async checkLimit(uow: UnitOfWork): Promise<void> {
    const [{ active }] = await uow.query(countActive);
    if (active >= MAX_ACTIVE_RULES) throw ruleLimit.error();
  }

  /** Throws 400. */
  private async checkPlace(uow: UnitOfWork, { programId, cohortId }: CreateReminderRuleRequest): Promise<void> {
    const [{ program, cohort }] = await uow.query(findPlaces, { program: programId ?? null, cohort: cohortId ?? null });
    if (programId && program === null) throw invalidField('programId', 'must be a program of the organization');
    if (cohortId && cohort === null) throw invalidField('cohortId', 'must be a cohort of the organization');
  }
}
