import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  archiveReminderRule,
  createReminderRule,
  getReminderRule,
  listReminderFirings,
  listReminderRules,
  pauseReminderRule,
  resumeReminderRule,
  updateReminderRule,
} from './reminder-rule.operations.js';
import { ReminderRuleService } from './reminder-rule.service.js';

@Controller()
export class ReminderRuleController {
  constructor(private readonly rules: ReminderRuleService) {}

  @Operation(createReminderRule)
  create(uow: UnitOfWork, { body }: InputOf<typeof createReminderRule>) {
    return this.rules.create(uow, body);
  }

  @Operation(listReminderRules)
  list(scope: Scope, { query }: InputOf<typeof listReminderRules>) {
    return this.rules.list(scope, query);
  }

  @Operation(getReminderRule)
  get(scope: Scope, { params }: InputOf<typeof getReminderRule>) {
    return this.rules.get(scope, params.reminderRuleId);
  }

  @Operation(updateReminderRule)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateReminderRule>) {
    return this.rules.update(uow, params.reminderRuleId, body);
  }

  @Operation(pauseReminderRule)
  pause(uow: UnitOfWork, { params }: InputOf<typeof pauseReminderRule>) {
    return this.rules.pause(uow, params.reminderRuleId);
  }

  @Operation(resumeReminderRule)
  resume(uow: UnitOfWork, { params }: InputOf<typeof resumeReminderRule>) {
    return this.rules.resume(uow, params.reminderRuleId);
  }

  @Operation(archiveReminderRule)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveReminderRule>) {
    return this.rules.archive(uow, params.reminderRuleId);
  }

  @Operation(listReminderFirings)
  listFirings(scope: Scope, { params, query }: InputOf<typeof listReminderFirings>) {
    return this.rules.listFirings(scope, params.reminderRuleId, query);
  }
}
