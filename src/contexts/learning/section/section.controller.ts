import { Controller } from '@nestjs/common';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { UnitOfWork } from '#kernel/work/unit-of-work.js';
import type { CourseSection } from './section.dto.js';
import { archiveSection, createSection, updateSection } from './section.operations.js';
import { SectionService } from './section.service.js';

@Controller()
export class SectionController {
  constructor(private readonly sections: SectionService) {}

  @Operation(createSection)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createSection>): Promise<CourseSection> {
    return this.sections.create(uow, params.courseId, body);
  }

  @Operation(updateSection)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateSection>): Promise<CourseSection> {
    return this.sections.update(uow, params.sectionId, body);
  }

  @Operation(archiveSection)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveSection>): Promise<CourseSection> {
    return this.sections.archive(uow, params.sectionId);
  }
}
