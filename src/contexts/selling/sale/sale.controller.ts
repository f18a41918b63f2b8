import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { AcceptanceService } from './acceptance.service.js';
import { CancellationService } from './cancellation.service.js';
import { ProposalService } from './proposal.service.js';
import { acceptSale, cancelSale, getSale, listSales, proposeSale } from './sale.operations.js';
import { SaleService } from './sale.service.js';

@Controller()
export class SaleController {
  constructor(
    private readonly sales: SaleService,
    private readonly proposals: ProposalService,
    private readonly acceptances: AcceptanceService,
    private readonly cancellations: CancellationService,
  ) {}

  @Operation(proposeSale)
  propose(uow: UnitOfWork, { params, body }: InputOf<typeof proposeSale>) {
    return this.proposals.propose(uow, params.prospectId, body);
  }

  @Operation(listSales)
  list(scope: Scope, { query }: InputOf<typeof listSales>) {
    return this.sales.list(scope, query);
  }

  @Operation(getSale)
  get(scope: Scope, { params }: InputOf<typeof getSale>) {
    return this.sales.get(scope, params.saleId);
  }

  @Operation(acceptSale)
  accept(uow: UnitOfWork, { params, body }: InputOf<typeof acceptSale>) {
    return this.acceptances.accept(uow, params.saleId, body);
  }

  @Operation(cancelSale)
  cancel(uow: UnitOfWork, { params, body }: InputOf<typeof cancelSale>) {
    return this.cancellations.cancel(uow, params.saleId, body);
  }
}
