import { Module } from '@nestjs/common';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.public.js';
import { ImportCommitService } from './import-commit.service.js';
import { ImportFactsRepository } from './import-facts.repository.js';
import { PeopleImportController } from './people-import.controller.js';
import { PeopleImportRepository } from './people-import.repository.js';
import { PeopleImportService } from './people-import.service.js';
import { PeopleImportSweep } from './people-import-sweep.js';

@Module({
  imports: [EnrollmentsModule],
  controllers: [PeopleImportController],
  providers: [
    PeopleImportService,
    ImportCommitService,
    PeopleImportRepository,
    ImportFactsRepository,
    PeopleImportSweep,
  ],
})
export class PeopleImportModule {}
