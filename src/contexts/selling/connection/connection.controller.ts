import { Controller } from '@nestjs/common';
import { type InputOf, Operation, ShownAddresses } from '#kernel/operations';
import { SecretKeys } from '#kernel/secrets';
import { Scope, UnitOfWork } from '#kernel/work';
import { eventsPath } from '../provider/events-path.js';
import { EVENTS_ADDRESS } from './connection.dto.js';
import { connectPaymentProvider, disconnectPaymentProvider, listPaymentProviders } from './connection.operations.js';
import { ConnectionService } from './connection.service.js';

@Controller()
export class ConnectionController {
  constructor(
    private readonly connections: ConnectionService,
    keys: SecretKeys,
    addresses: ShownAddresses,
  ) {
    addresses.add(EVENTS_ADDRESS, (id, { caller: { organizationId } }) => eventsPath(keys, { organizationId, id }));
  }

  @Operation(connectPaymentProvider)
  connect(uow: UnitOfWork, { body }: InputOf<typeof connectPaymentProvider>) {
    return this.connections.connect(uow, body);
  }

  @Operation(listPaymentProviders)
  list(scope: Scope) {
    return this.connections.list(scope);
  }

  @Operation(disconnectPaymentProvider)
  disconnect(uow: UnitOfWork) {
    return this.connections.disconnect(uow);
  }
}
