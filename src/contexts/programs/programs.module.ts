import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProgramStatusChangeEntity } from './program-status-change.entity.js';
import { ProgramController } from './program.controller.js';
import { ProgramEntity } from './program.entity.js';
import { ProgramRepository } from './program.repository.js';
import { ProgramService } from './program.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([ProgramEntity, ProgramStatusChangeEntity])],
  controllers: [ProgramController],
  providers: [ProgramService, ProgramRepository],
})
export class ProgramsModule {}
