import 'reflect-metadata';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { demoSchoolOf } from '#demo/demo-data.js';
import { EventNotices } from '#kernel/trail/event-notices.js';
import { Metrics } from '#kernel/metrics/metrics.js';
import { RoleSettings } from '#kernel/settings/role.settings.js';
import { createApplication, serviceVersion } from '#transport/http/application.js';
import { HttpSettings } from '#transport/http/http.settings.js';
import { listen } from '#transport/http/listen.js';
import { ServedDocument } from '#transport/openapi/served-document.js';
import { exitWith } from '#runtime/failures.js';
import { loadConfiguration } from '#runtime/load-configuration.js';
import { createLogger, PinoNestLogger } from '#runtime/logging.js';
import { MetricsListener } from '#runtime/metrics/metrics-listener.js';
import { measureProcess } from '#runtime/metrics/process-metrics.js';
import { ProcessSettings } from '#runtime/process.settings.js';
import { gracefulStop, StopRequests } from '#runtime/shutdown.js';
import { startRuntime } from '#runtime/start-runtime.js';
import { printWelcome } from '#demo/welcome.js';

async function start(): Promise<void> {
  const stopRequests = new StopRequests();
  const configuration = await loadConfiguration();
  const { HOST, PORT } = configuration.get(HttpSettings);
  const { NODE_ENV, LOG_LEVEL, SHUTDOWN_DELAY_MS } = configuration.get(ProcessSettings);
  const { ROLE } = configuration.get(RoleSettings);
  // A worker uses the embedded database of a running service.
  const runtime = await startRuntime(configuration, {
    reuseRunning: ROLE === 'worker',
  });
  let app: NestExpressApplication | undefined;
  try {
    const logger = createLogger(LOG_LEVEL);
    app = await createApplication(AppModule.forRuntime(runtime), logger, new PinoNestLogger(logger));
    // Before listening, so that the demo organization is complete when the service is ready.
    const demo = await demoSchoolOf(app, runtime.embedded);
    app.get(ServedDocument, { strict: false }).prepare();
    measureProcess(app.get(Metrics, { strict: false }).register, serviceVersion());
    await app.get(MetricsListener, { strict: false }).listen();
    await app.get(EventNotices, { strict: false }).start(ROLE === 'api' ? 'tells' : 'hears');
    const url = await listen(app.getHttpServer(), PORT, HOST);
    stopRequests.answerWith(
      gracefulStop(app, SHUTDOWN_DELAY_MS, {
        onStop: () => logger.info({ msg: 'stopping' }),
        after: async () => {
          await runtime.stop();
          logger.info({ msg: 'stopped' });
        },
      }),
    );
    // Not before: a start that fails says why in one line.
    if (runtime.migrated.length > 0) logger.info({ msg: 'migrated', migrations: runtime.migrated });
    const milliseconds = Math.round(performance.now());
    logger.info({ msg: 'ready', url, role: ROLE, version: serviceVersion(), node: process.version, milliseconds });
    printWelcome(url, demo, { production: NODE_ENV === 'production' });
  } catch (error) {
    await app?.close();
    await runtime.stop();
    throw error;
  }
}

start().catch(exitWith);
