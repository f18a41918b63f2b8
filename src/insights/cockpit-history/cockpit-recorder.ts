import { Injectable } from '@nestjs/common';
import { COCKPIT_HISTORY } from '#contexts/cohorts/cohorts.public.js';
import { reviewDueHours, ReviewSettings } from '#contexts/tasks/tasks.public.js';
import { dayAfter, wallClock } from '#kernel/clock';
import { JobWorker, ScheduledJob, type JobLease } from '#kernel/jobs';
import { newId, type TenantSession } from '#kernel/persistence';
import { CockpitRepository } from '../cockpit/cockpit.repository.js';
import { absences, memberSections } from '../cockpit/cockpit.service.js';
import { signalWindows } from '../cockpit/cockpit-signals.js';
import { insightTables } from '../insights.tables.js';

/** Where nothing is open, a new cohort schedules the job. */
const NO_COHORT_MS = 86_400_000;

const listCohorts = insightTables
  .statement(
    'list_cohorts_to_record',
    { now: 'timestamptz' },
    `select c.id, c.timezone, (:now::timestamptz at time zone c.timezone)::date::text as today, exists (
       select from cockpit_days d
       where d.organization_id = :organization and d.cohort_id = c.id
         and d.date = (:now::timestamptz at time zone c.timezone)::date) as "isRecorded"
     from cohorts c where c.organization_id = :organization and c.status in ('open', 'active') order by c.id`,
  )
  .returning<{ id: string; timezone: string; today: string; isRecorded: boolean }>();

const insertDay = insightTables.statement(
  'insert_cockpit_day',
  { id: 'uuid', cohort: 'uuid', date: 'date', sections: 'jsonb', asOf: 'timestamptz' },
  `insert into cockpit_days (organization_id, id, cohort_id, date, sections, as_of)
   values (:organization, :id, :cohort, :date, :sections, :asOf)
   on conflict (organization_id, cohort_id, date) do nothing`,
);

/** Records the cockpit of each open and active cohort, once on each day of its time zone. */
@Injectable()
export class CockpitRecorder extends ScheduledJob {
  readonly name = COCKPIT_HISTORY;
  override readonly isEverywhere = true;

  constructor(
    jobs: JobWorker,
    private readonly cockpits: CockpitRepository,
    private readonly settings: ReviewSettings,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date> {
    const { now } = lease;
    const cohorts = await lease.inTenant((tenant) => tenant.query(listCohorts, { now }));
    for (const { id, today, isRecorded } of cohorts) {
      if (!isRecorded) await lease.inTenant((tenant) => this.record(tenant, { cohort: id, date: today, now }));
    }
    const next = cohorts.map(({ timezone }) => dayAfter(wallClock(now, timezone), 1, timezone).getTime());
    return new Date(Math.min(now.getTime() + NO_COHORT_MS, ...next));
  }

  private async record(
    tenant: TenantSession,
    { cohort, date, now }: { cohort: string; date: string; now: Date },
  ): Promise<void> {
    const windows = signalWindows(now, await reviewDueHours(tenant, this.settings));
    const { members, sessions } = await this.cockpits.readWhole(tenant, cohort, { now, ...windows });
    const sections = { ...memberSections(members), absences: absences(members, sessions) };
    await tenant.execute(insertDay, { id: newId(), cohort, date, sections, asOf: now });
  }
}
