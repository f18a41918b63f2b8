import { Module } from '@nestjs/common';
import { RemindersJob } from './due/reminders-job.js';
import { ReminderRuleController } from './rule/reminder-rule.controller.js';
import { ReminderRuleService } from './rule/reminder-rule.service.js';

@Module({
  controllers: [ReminderRuleController],
  providers: [ReminderRuleService, RemindersJob],
})
export class RemindersModule {}
