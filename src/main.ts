import 'reflect-metadata';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { demoSchoolOf } from '#demo/demo-data.js';
import { DemoPeople } from '#demo/demo-people.controller.js';
import { PasskeyDomains } from '#contexts/identity/identity.public.js';
import { CalendarSettings, checkCalendars } from '#contexts/calendar-connections/calendar-connections.public.js';
import { checkStripe, StripeSettings } from '#contexts/selling/selling.public.js';
import { EventNotices } from '#kernel/trail';
import { Metrics } from '#kernel/metrics';
import { AddressSettings, RoleSettings } from '#kernel/settings';
import { flushSpans } from '#kernel/tracing';
import { createApplication } from '#transport/application.js';
import { serviceVersion } from '#transport/service-version.js';
import { HttpSettings } from '#transport/http/http.settings.js';
import { OnDemand } from '#transport/documents/on-demand.js';
import { listen } from '#transport/http/connections/listen.js';
import { exitWith } from '#runtime/failures.js';
import { loadConfiguration } from '#runtime/load-configuration.js';
import { createLogger, PinoNestLogger } from '#runtime/logging.js';
import { MetricsListener } from '#runtime/metrics/metrics-listener.js';
import { measureProcess } from '#runtime/metrics/process-metrics.js';
import { ServedMetrics } from '#runtime/metrics/served-metrics.js';
import { processCount, ProcessSettings } from '#runtime/process.settings.js';
import { ChildProcess } from '#runtime/processes/child.js';
import { gracefulStop, StopRequests } from '#runtime/shutdown.js';
import { startRuntime, type StartedRuntime } from '#runtime/start-runtime.js';
import { welcomeText } from '#demo/welcome.js';

async function start(): Promise<void> {
  const stops = ChildProcess.current() ?? new StopRequests();
  const isChild = stops instanceof ChildProcess;
  // A child gets what its parent has read: `.env` may have changed since.
  const configuration = await loadConfiguration({}, { ignoreEnvFile: isChild });
  const { NODE_ENV } = configuration.get(ProcessSettings);
  checkStripe(configuration.get(StripeSettings), { isProduction: NODE_ENV === 'production' });
  checkCalendars(configuration.get(CalendarSettings), { isProduction: NODE_ENV === 'production' });
  const { ROLE } = configuration.get(RoleSettings);
  // A worker uses the embedded database of a running service, a child that of its parent.
  const runtime = await startRuntime(configuration, {
    reuseRunning: ROLE === 'worker' || isChild,
    onMigrating: isChild ? () => stops.migrating() : undefined,
  });
  if (isChild) stops.migrated();
  try {
    const processes = processCount(configuration.get(ProcessSettings));
    if (isChild || processes === 1) {
      await serve(runtime, stops);
      return;
    }
    // Imported only here: a single process works without node:cluster.
    const { supervise } = await import('#runtime/processes/supervise.js');
    await supervise({ runtime, processes, stopRequests: stops, about: describeBuild() });
  } catch (error) {
    await runtime.stop();
    throw error;
  }
}

async function serve(runtime: StartedRuntime, stops: StopRequests | ChildProcess): Promise<void> {
  const { configuration } = runtime;
  const { HOST } = configuration.get(HttpSettings);
  const { PORT } = configuration.get(AddressSettings);
  const { NODE_ENV, LOG_LEVEL, SHUTDOWN_DELAY_MS } = configuration.get(ProcessSettings);
  const { ROLE } = configuration.get(RoleSettings);
  const child = stops instanceof ChildProcess ? stops : undefined;
  let app: NestExpressApplication | undefined;
  try {
    const logger = createLogger(LOG_LEVEL, child && { process: child.number });
    app = await createApplication(AppModule.forRuntime(runtime), logger, new PinoNestLogger(logger));
    // Before listening, so that the demo organization is complete when the service is ready.
    const demo = await demoSchoolOf(app, runtime.embedded);
    app.get(DemoPeople, { strict: false }).school = demo;
    const metrics = app.get(Metrics, { strict: false });
    measureProcess(metrics.register, serviceVersion());
    if (child) {
      app.get(ServedMetrics, { strict: false }).text = child.share(metrics);
      // A rolling restart may bring another build, while this process goes on with its own.
      await app.get(OnDemand, { strict: false }).loadAll();
    }
    await app.get(MetricsListener, { strict: false }).listen();
    await app.get(EventNotices, { strict: false }).start(ROLE === 'api' ? 'tells' : 'hears');
    const url = await listen(app.getHttpServer(), PORT, HOST);
    stops.answerWith(
      gracefulStop(app, SHUTDOWN_DELAY_MS, {
        onStop: () => logger.info({ msg: 'stopping' }),
        after: async () => {
          await Promise.all([runtime.stop(), flushSpans()]);
          logger.info({ msg: 'stopped' });
        },
      }),
    );
    // Not before: a start that fails says why in one line.
    if (runtime.migrated.length > 0) logger.info({ msg: 'migrated', migrations: runtime.migrated });
    logger.info({ msg: 'ready', url, role: ROLE, ...describeBuild(), milliseconds: Math.round(performance.now()) });
    if (child === undefined || child.number === 1) void app.get(PasskeyDomains, { strict: false }).warn();
    const welcome = welcomeText(url, demo, { production: NODE_ENV === 'production' });
    if (child) child.ready({ url, welcome });
    else process.stdout.write(welcome);
  } catch (error) {
    await app?.close();
    throw error;
  }
}

function describeBuild(): { version: string; node: string } {
  return { version: serviceVersion(), node: process.version };
}

start().catch(exitWith);
