import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { AcceptanceService } from './acceptance.service.js';
import { CancellationService } from './cancellation.service.js';
import { FulfillmentService } from './fulfillment.service.js';
import { InstallmentChangeService } from './installment-change.service.js';
import { ProposalService } from './proposal.service.js';
import {
  acceptSale,
  cancelSale,
  changeInstallments,
  fulfillSale,
  getSale,
  listSales,
  proposeSale,
} from './sale.operations.js';
import { listSaleEntries } from './sale-entry.operations.js';
import { SaleService } from './sale.service.js';

@Controller()
export class SaleController {
  constructor(
    private readonly sales: SaleService,
    private readonly proposals: ProposalService,
    private readonly acceptances: AcceptanceService,
    private readonly cancellations: CancellationService,
    private readonly changes: InstallmentChangeService,
    private readonly fulfillments: FulfillmentService,
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

  @Operation(listSaleEntries)
  listEntries(scope: Scope, { query }: InputOf<typeof listSaleEntries>) {
    return this.sales.listEntries(scope, query);
  }

  @Operation(acceptSale)
  accept(uow: UnitOfWork, { params, body }: InputOf<typeof acceptSale>) {
    return this.acceptances.accept(uow, params.saleId, body);
  }

  @Operation(changeInstallments)
  changeInstallments(uow: UnitOfWork, { params, body }: InputOf<typeof changeInstallments>) {
    return this.changes.change(uow, params.saleId, body);
  }

  @Operation(fulfillSale)
  fulfill(uow: UnitOfWork, { params, body }: InputOf<typeof fulfillSale>) {
    return this.fulfillments.fulfill(uow, params.saleId, body);
  }

  @Operation(cancelSale)
  cancel(uow: UnitOfWork, { params, body }: InputOf<typeof cancelSale>) {
    return this.cancellations.cancel(uow, params.saleId, body);
  }
}
