import './platform/runtime/v8-flags.js';
import 'reflect-metadata';
import { ConfigModule } from '@nestjs/config';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { demoSchoolOf } from './demo/demo-data.js';
import { readSettings } from './platform/config/settings.js';
import { createApplication } from './platform/http/application.js';
import { listen } from './platform/http/listen.js';
import { exitWith } from './platform/runtime/failures.js';
import { createLogger, PinoNestLogger } from './platform/runtime/logging.js';
import { gracefulStop, StopRequests } from './platform/runtime/shutdown.js';
import { startRuntime } from './platform/runtime/start-runtime.js';
import { printWelcome } from './welcome.js';

async function start(): Promise<void> {
  const stopRequests = new StopRequests();
  // Loads .env, and refuses a configuration that is not valid, before anything is started.
  await ConfigModule.forRoot({ validate: readSettings as never });
  const settings = readSettings(process.env);
  // A worker may stand beside a service that runs the embedded database.
  const runtime = await startRuntime(settings, { beside: settings.ROLE === 'worker' });
  let app: NestExpressApplication | undefined;
  try {
    const logger = createLogger(settings.LOG_LEVEL);
    app = await createApplication(AppModule.forRuntime(runtime), logger, new PinoNestLogger(logger));
    // Before listening: who is told that the service is ready finds the demo school complete.
    const demo = await demoSchoolOf(app, settings, runtime.embedded);
    const url = await listen(app.getHttpServer(), settings.PORT, settings.HOST);
    stopRequests.answerWith(gracefulStop(app, settings.SHUTDOWN_DELAY_MS, () => runtime.stop()));
    printWelcome(url, demo);
  } catch (error) {
    await app?.close();
    await runtime.stop();
    throw error;
  }
}

start().catch(exitWith);
