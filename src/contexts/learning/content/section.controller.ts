import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { archiveSection, createSection, getSection, updateSection } from './section.operations.js';
import { SectionService } from './section.service.js';

@Controller()
export class SectionController {
  constructor(private readonly sections: SectionService) {}

  @Operation(createSection)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createSection>) {
    return this.sections.create(uow, params.courseId, body);
  }

  @Operation(getSection)
  get(scope: Scope, { params }: InputOf<typeof getSection>) {
    return this.sections.get(scope, params.sectionId);
  }

  @Operation(updateSection)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateSection>) {
    return this.sections.update(uow, params.sectionId, body);
  }

  @Operation(archiveSection)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveSection>) {
    return this.sections.archive(uow, params.sectionId);
  }
}
