import { Logger, type INestApplicationContext } from '@nestjs/common';
import { OrganizationService } from '#contexts/identity/identity.public.js';
import { DataSettings, SettingsError } from '#kernel/settings';
import { ProcessSettings } from '#runtime/process.settings.js';
import { readDemoRecord, UNFINISHED, writeDemoRecord } from './demo-record.js';
import { DEMO_OWNER_EMAIL, DemoSchoolLoader, type DemoSchool } from './demo-school.js';
import { DemoSettings } from './demo.settings.js';

const DEMO_IN_PRODUCTION =
  'Configuration: the database holds the demo organization, whose API keys were printed. Use another database with ' +
  'NODE_ENV=production, or start without it and revoke these keys, the one that you use last';

/** Loads the demo organization. Until that is complete, the record says UNFINISHED. */
export async function loadDemoSchool(app: INestApplicationContext): Promise<DemoSchool> {
  const { NODE_ENV } = app.get(ProcessSettings, { strict: false });
  const { DATA_DIR } = app.get(DataSettings, { strict: false });
  // Its keys are printed.
  if (NODE_ENV === 'production') {
    throw new SettingsError('Configuration: the demo organization cannot be loaded with NODE_ENV=production');
  }
  writeDemoRecord(DATA_DIR, UNFINISHED);
  const school = await app.get(DemoSchoolLoader, { strict: false }).load();
  writeDemoRecord(DATA_DIR, school);
  return school;
}

/**
 * The demo organization, which is loaded if it is enabled and the database is empty or a load was interrupted. In
 * production there is none, and a database in which its keys work is refused.
 */
export async function demoSchoolOf(app: INestApplicationContext, embedded: boolean): Promise<DemoSchool | null> {
  const { DEMO_DATA } = app.get(DemoSettings, { strict: false });
  const organizations = app.get(OrganizationService, { strict: false });
  if (app.get(ProcessSettings, { strict: false }).NODE_ENV === 'production') {
    if (DEMO_DATA) throw new SettingsError('Configuration: DEMO_DATA must not be true with NODE_ENV=production');
    if (await organizations.hasUsableKeysMadeBy(DEMO_OWNER_EMAIL)) throw new SettingsError(DEMO_IN_PRODUCTION);
    return null;
  }
  if (!(DEMO_DATA ?? embedded)) return null;
  if (!(await organizations.hasAny())) return loadDemoSchool(app);
  const record = readDemoRecord(app.get(DataSettings, { strict: false }).DATA_DIR);
  if (record === UNFINISHED) {
    new Logger('DemoData').warn(
      'An earlier load of the demo organization was interrupted. It is loaded again, as a second organization of that name.',
    );
    return loadDemoSchool(app);
  }
  // The record may belong to another database.
  return record && (await organizations.has(record.organizationId)) ? record : null;
}
