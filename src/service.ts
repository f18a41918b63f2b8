/** What `main.ts` loads beside the start of the database: most of the service. */
export { AppModule } from './app.module.js';
export { demoSchoolOf } from './demo/demo-data.js';
export { createApplication } from './platform/http/application.js';
export { listen } from './platform/http/listen.js';
export { printWelcome } from './welcome.js';
