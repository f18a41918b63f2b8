import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { getOrganization, setSignInName, updateOrganization } from './organization-settings.operations.js';
import { OrganizationSettingsService } from './organization-settings.service.js';

@Controller()
export class OrganizationSettingsController {
  constructor(private readonly organizations: OrganizationSettingsService) {}

  @Operation(getOrganization)
  get(scope: Scope) {
    return this.organizations.get(scope);
  }

  @Operation(updateOrganization)
  update(uow: UnitOfWork, { body }: InputOf<typeof updateOrganization>) {
    return this.organizations.update(uow, body);
  }

  @Operation(setSignInName)
  setSignInName(uow: UnitOfWork, { body }: InputOf<typeof setSignInName>) {
    return this.organizations.setSignInName(uow, body.name);
  }
}
