import { Module } from '@nestjs/common';
import { BookingsModule } from '#contexts/bookings/bookings.public.js';
import { IdentityModule } from '#contexts/identity/identity.public.js';
import { BusyController } from './busy/busy.controller.js';
import { BusyService } from './busy/busy.service.js';
import { CalendarConnectionController } from './connection/calendar-connection.controller.js';
import { CalendarConnectionService } from './connection/calendar-connection.service.js';
import { DetachedMembers } from './connection/disconnection.js';
import { AuthorizationDoorController } from './doors/authorization-door.controller.js';
import { AuthorizationDoorService } from './doors/authorization-door.service.js';
import { HintDoorController } from './doors/hint-door.controller.js';
import { HintDoorService } from './doors/hint-door.service.js';
import { HostCalendars } from './mirror/host-calendars.js';
import { MirrorsJob } from './mirror/mirrors.job.js';
import { CalendarParser } from './parsing/calendar-parser.js';
import { Authorizations } from './provider/authorizations.js';
import { CalendarRequests } from './provider/calendar-requests.js';
import { CalendarReader } from './reading/calendar-reader.js';
import { CalendarsJob } from './reading/calendars.job.js';
import { ConnectionEnding } from './reading/connection-ending.js';
import { PushHints } from './reading/push-hints.js';
import { CalendarClients } from './rows/calendar-clients.js';
import { ConnectionSecrets } from './rows/connection-secrets.js';
import { OwnCalendars } from './rows/own-calendars.js';

@Module({
  imports: [BookingsModule, IdentityModule],
  controllers: [CalendarConnectionController, BusyController, AuthorizationDoorController, HintDoorController],
  providers: [
    ...[CalendarConnectionService, DetachedMembers, BusyService],
    ...[AuthorizationDoorService, HintDoorService],
    ...[CalendarRequests, CalendarParser, Authorizations, CalendarClients, ConnectionSecrets],
    ...[CalendarsJob, CalendarReader, ConnectionEnding, PushHints],
    ...[HostCalendars, MirrorsJob, OwnCalendars],
  ],
})
export class CalendarConnectionsModule {}
