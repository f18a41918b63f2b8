import { Module } from '@nestjs/common';
import { ProgramController } from './program.controller.js';
import { ProgramRepository } from './program.repository.js';
import { ProgramService } from './program.service.js';

@Module({
  controllers: [ProgramController],
  providers: [ProgramService, ProgramRepository],
})
export class ProgramsModule {}
