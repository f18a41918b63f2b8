import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  confirmCalendarConnection,
  createCalendarConnection,
  disconnectCalendar,
  getCalendarConnection,
  listCalendarConnections,
  updateCalendarConnection,
} from './calendar-connection.operations.js';
import { CalendarConnectionService } from './calendar-connection.service.js';

@Controller()
export class CalendarConnectionController {
  constructor(private readonly connections: CalendarConnectionService) {}

  @Operation(createCalendarConnection)
  create(uow: UnitOfWork, { body }: InputOf<typeof createCalendarConnection>) {
    return this.connections.create(uow, body);
  }

  @Operation(confirmCalendarConnection)
  confirm(uow: UnitOfWork, { params, body }: InputOf<typeof confirmCalendarConnection>) {
    return this.connections.confirm(uow, params.calendarConnectionId, body.grant);
  }

  @Operation(listCalendarConnections)
  list(scope: Scope, { query }: InputOf<typeof listCalendarConnections>) {
    return this.connections.list(scope, query);
  }

  @Operation(getCalendarConnection)
  get(scope: Scope, { params }: InputOf<typeof getCalendarConnection>) {
    return this.connections.get(scope, params.calendarConnectionId);
  }

  @Operation(updateCalendarConnection)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateCalendarConnection>) {
    return this.connections.update(uow, params.calendarConnectionId, body);
  }

  @Operation(disconnectCalendar)
  disconnect(uow: UnitOfWork, { params }: InputOf<typeof disconnectCalendar>) {
    return this.connections.disconnect(uow, params.calendarConnectionId);
  }
}
