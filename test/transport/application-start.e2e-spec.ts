import { expect, it } from '@jest/globals';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { Configuration } from '#kernel/settings';
import { createApplication } from '#transport/application.js';
import { ServedDocument } from '#transport/openapi/served-document.js';
import { SECRET_KEY } from '../support/test-app.js';
import { useApp } from '../support/use-school.js';

const app = useApp();
const order: string[] = [];

/** Like a worker, it starts with the application. */
class Starting implements OnApplicationBootstrap {
  onApplicationBootstrap(): void {
    order.push('workers');
  }
}

@Module({})
class Root {}

it('makes the document before workers start, which would wait for their connections meanwhile', async () => {
  const runtime = {
    configuration: new Configuration({ NODE_ENV: 'test', ROLE: 'api' }),
    databaseUrl: app.databaseUrl,
    secretKeys: [SECRET_KEY],
  };
  const root = { module: Root, imports: [AppModule.forRuntime(runtime)], providers: [Starting] };
  const started = await createApplication(root, pino({ level: 'silent' }), false, (created) => {
    created.get(ServedDocument, { strict: false }).prepare();
    order.push('document');
  });
  await started.close();
  expect(order).toEqual(['document', 'workers']);
});
