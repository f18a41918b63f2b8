import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  archiveForm,
  createForm,
  getForm,
  getFormVersion,
  listForms,
  publishForm,
  updateForm,
} from './form.operations.js';
import { FormService } from './form.service.js';

@Controller()
export class FormController {
  constructor(private readonly forms: FormService) {}

  @Operation(createForm)
  create(uow: UnitOfWork, { body }: InputOf<typeof createForm>) {
    return this.forms.create(uow, body);
  }

  @Operation(listForms)
  list(scope: Scope, { query }: InputOf<typeof listForms>) {
    return this.forms.list(scope, query);
  }

  @Operation(getForm)
  get(scope: Scope, { params }: InputOf<typeof getForm>) {
    return this.forms.get(scope, params.formId);
  }

  @Operation(updateForm)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateForm>) {
    return this.forms.update(uow, params.formId, body);
  }

  @Operation(publishForm)
  publish(uow: UnitOfWork, { params, body }: InputOf<typeof publishForm>) {
    return this.forms.publish(uow, params.formId, body.revision);
  }

  @Operation(archiveForm)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archiveForm>) {
    return this.forms.archive(uow, params.formId);
  }

  @Operation(getFormVersion)
  getVersion(scope: Scope, { params }: InputOf<typeof getFormVersion>) {
    return this.forms.getVersion(scope, params.formVersionId);
  }
}
