import { Module } from '@nestjs/common';
import { OutcomeEntryController } from './outcome-entry/outcome-entry.controller.js';
import { OutcomeEntryRepository } from './outcome-entry/outcome-entry.repository.js';
import { OutcomeEntryService } from './outcome-entry/outcome-entry.service.js';
import { OutcomeMeasureController } from './outcome-measure/outcome-measure.controller.js';
import { OutcomeMeasureService } from './outcome-measure/outcome-measure.service.js';

@Module({
  controllers: [OutcomeMeasureController, OutcomeEntryController],
  providers: [OutcomeMeasureService, OutcomeEntryService, OutcomeEntryRepository],
})
export class OutcomesModule {}
