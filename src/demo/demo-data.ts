import { Logger, type INestApplicationContext } from '@nestjs/common';
import { OrganizationService } from '../identity/identity.public.js';
import type { Settings } from '../platform/config/settings.js';
import { readDemoRecord, UNFINISHED, writeDemoRecord } from './demo-record.js';
import { DemoSchoolLoader, type DemoSchool } from './demo-school.js';

/** Loads the demo school and keeps a record of it, which says meanwhile that the load is not finished. */
export async function loadDemoSchool(app: INestApplicationContext, settings: Settings): Promise<DemoSchool> {
  writeDemoRecord(settings.DATA_DIR, UNFINISHED);
  const school = await app.get(DemoSchoolLoader, { strict: false }).load();
  writeDemoRecord(settings.DATA_DIR, school);
  return school;
}

/**
 * The demo school of this installation, or null. It is loaded now where demo data is wanted and the database is empty,
 * or where an earlier load was broken off: then anew and whole, beside what that one left.
 */
export async function demoSchoolOf(
  app: INestApplicationContext,
  settings: Settings,
  embedded: boolean,
): Promise<DemoSchool | null> {
  if (!(settings.DEMO_DATA ?? embedded)) return null;
  const organizations = app.get(OrganizationService, { strict: false });
  if (!(await organizations.hasAny())) return loadDemoSchool(app, settings);
  const record = readDemoRecord(settings.DATA_DIR);
  if (record === UNFINISHED) {
    new Logger('DemoData').warn(
      'An earlier load of the demo school was broken off. It is loaded anew, as a second organization of that name.',
    );
    return loadDemoSchool(app, settings);
  }
  // The record of another database is of no use here.
  return record && (await organizations.has(record.organizationId)) ? record : null;
}
