import { Module } from '@nestjs/common';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.public.js';
import { TransferController } from './transfer.controller.js';
import { TransferPlanner } from './transfer-planner.js';
import { TransferService } from './transfer.service.js';

@Module({
  imports: [EnrollmentsModule],
  controllers: [TransferController],
  providers: [TransferService, TransferPlanner],
})
export class TransfersModule {}
