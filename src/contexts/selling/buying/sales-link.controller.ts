import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { UnitOfWork } from '#kernel/work';
import { createSalesLink, revokeSalesLink } from './sales-link.operations.js';
import { SalesLinkService } from './sales-link.service.js';

@Controller()
export class SalesLinkController {
  constructor(private readonly links: SalesLinkService) {}

  @Operation(createSalesLink)
  create(uow: UnitOfWork, { body }: InputOf<typeof createSalesLink>) {
    return this.links.create(uow, body);
  }

  @Operation(revokeSalesLink)
  revoke(uow: UnitOfWork, { params }: InputOf<typeof revokeSalesLink>) {
    return this.links.revoke(uow, params.salesLinkId);
  }
}
