import pg from 'pg';
import '../../src/app.module.js';
import { migrate } from '#kernel/persistence';
import { migrations } from '../../migrations/list.js';
import { Rows } from '../support/rows.js';
import { School } from '../support/school.js';
import { startPrimary, type Server } from '../support/standby.js';
import type { TestApp } from '../support/test-app.js';
import type { StripeServer } from '../support/stripe/stripe-server.js';
import { buildCommunity, type CommunityGround } from './community-ground.js';
import { buildMany, type ManyGround } from './many-ground.js';
import { buildPayments, type PaymentGround } from './payment-ground.js';
import { buildTimes, type TimeGround } from './time-ground.js';
import { beginWitness, installWitness } from './witness.js';

/** How long is waited for what a fault broke or holds up. */
export const RECOVERY = { withinMs: 120_000, everyMs: 25 };

export interface PhasedCohort {
  id: string;
  phaseIds: string[];
}

/** How much of everything the run works on. */
export interface GroundSize {
  cohorts: number;
  enrollments: number;
  tasks: number;
  /** The number of keys. */
  keys: number;
}

/** A durable PostgreSQL of the run's own with one school, and what the writes are about. */
export class Ground {
  cohorts: PhasedCohort[] = [];
  /** Written by nothing but the keys that meet a rival. */
  rivalCohort: PhasedCohort;
  enrollmentIds: string[] = [];
  taskIds: string[] = [];
  rotating: { id: string }[] = [];
  many: ManyGround;
  times: TimeGround;
  payments: PaymentGround;
  community: CommunityGround;
  organizationId: string;
  ownerAccountId: string;
  apiKey: string;

  /** The primary, which may change. */
  private constructor(public server: Server) {}

  static async open(size: GroundSize, provider: StripeServer): Promise<Ground> {
    const server = await startPrimary();
    const ground = new Ground(server);
    await migrate(server.ownerUrl, server.serviceUrl, migrations);
    await ground.admin(installWitness);
    const rows = new Rows(server.adminUrl);
    await rows.connect();
    try {
      // One transaction, because each COMMIT waits for the disk.
      await rows.query('begin');
      await ground.build(rows, size, provider);
      await beginWitness(rows);
      await rows.query('commit');
    } finally {
      await rows.end();
    }
    return ground;
  }

  /** Runs SQL past row-level security, directly and not by way of the proxy. */
  async admin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.server.adminUrl, application_name: 'torture' });
    // Whoever kills the server must not be ended by its loss.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The cohort of the enrollment at this index. */
  cohortOf(index: number): PhasedCohort {
    return this.cohorts[index % this.cohorts.length];
  }

  async isUp(): Promise<boolean> {
    return this.admin((admin) => admin.query('select 1')).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await this.server.stop();
  }

  private async build(rows: Rows, size: GroundSize, provider: StripeServer): Promise<void> {
    // The builders take no more of a test app than its connection and its clock.
    const school = await School.open({ rows, now: () => new Date() } as TestApp);
    this.organizationId = school.id;
    this.ownerAccountId = school.owner.accountId;
    this.apiKey = school.owner.client.apiKey ?? '';
    for (let n = 0; n < size.cohorts; n += 1) this.cohorts.push(await phased(school));
    this.rivalCohort = await phased(school);
    for (let n = 0; n < size.enrollments; n += 1) {
      this.enrollmentIds.push(await school.enrollment({ cohort_id: this.cohortOf(n).id }));
    }
    for (let n = 0; n < size.tasks; n += 1) {
      this.taskIds.push(await school.task({ enrollment_id: this.enrollmentIds[n % size.enrollments] }));
    }
    this.times = await buildTimes(school, size.keys);
    this.many = await buildMany(school, size.keys, this.enrollmentIds);
    this.payments = await buildPayments(school, provider, size.keys);
    this.community = await buildCommunity(school, size.keys);
  }
}

async function phased(school: School): Promise<PhasedCohort> {
  const id = await school.cohort();
  return { id, phaseIds: [await school.phase(id, 1), await school.phase(id, 2)] };
}
