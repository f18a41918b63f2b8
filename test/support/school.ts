import { v7 as uuidv7 } from 'uuid';
import { hashApiKey, issueApiKey } from '../../src/platform/access/api-key.js';
import type { AssignmentScope, BusinessRole, OrganizationRole } from '../../src/platform/access/caller.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { SecretKeys } from '../../src/platform/secrets/secret-keys.js';
import { Client } from './client.js';
import { SECRET_KEY, type TestApp } from './test-app.js';

type Row = Record<string, unknown>;

/** What a business role is assigned over: nothing means the organization. */
export interface Assignment {
  role: BusinessRole;
  programId?: string;
  cohortId?: string;
  enrollmentId?: string;
  /** The assignment is over. */
  ended?: boolean;
}

/** A member with an API key: `client` speaks for them. */
export interface Person {
  memberId: string;
  accountId: string;
  name: string;
  apiKeyId: string;
  client: Client;
}

const keys = new SecretKeys([SECRET_KEY]);

/** An organization of a test's own, with builders for whatever it needs. Every builder answers the new row's id. */
export class School {
  readonly id = uuidv7();
  owner: Person;

  private constructor(readonly app: TestApp) {}

  static async open(app: TestApp): Promise<School> {
    const school = new School(app);
    await app.rows.query('insert into organizations (id, name, created_at) values ($1, $2, $3)', [
      school.id,
      'Lighthouse Academy',
      app.now(),
    ]);
    school.owner = await school.person('OWNER');
    return school;
  }

  async person(role: OrganizationRole = 'MEMBER', ...assignments: Assignment[]): Promise<Person> {
    const accountId = uuidv7();
    const memberId = uuidv7();
    const name = `Person ${accountId.slice(-6)}`;
    await this.app.rows.query('insert into accounts (id, email, name, created_at) values ($1, $2, $3, $4)', [
      accountId,
      `${accountId}@example.com`,
      name,
      this.app.now(),
    ]);
    await this.insert('members', {
      id: memberId,
      account_id: accountId,
      name,
      role,
      status: 'active',
      created_at: this.app.now(),
    });
    for (const assignment of assignments) await this.assign(memberId, assignment);
    const { id: apiKeyId, client } = await this.key(memberId, accountId);
    return { memberId, accountId, name, apiKeyId, client };
  }

  async assign(memberId: string, assignment: Assignment): Promise<string> {
    const { role, programId = null, cohortId = null, enrollmentId = null, ended = false } = assignment;
    const scope: AssignmentScope = enrollmentId
      ? 'enrollment'
      : cohortId
        ? 'cohort'
        : programId
          ? 'program'
          : 'organization';
    return this.insert('responsibilities', {
      member_id: memberId,
      role,
      scope,
      program_id: programId,
      cohort_id: cohortId,
      enrollment_id: enrollmentId,
      started_at: this.app.now(),
      ended_at: ended ? this.app.now() : null,
    });
  }

  async key(memberId: string, accountId: string, row: Row = {}): Promise<{ id: string; text: string; client: Client }> {
    const { text, parts } = issueApiKey(uuidv7());
    await this.app.rows.query(
      `insert into api_keys (id, organization_id, member_id, name, secret_hash, scopes, expires_at, revoked_at, created_by, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        parts.id,
        this.id,
        memberId,
        'Test key',
        hashApiKey(parts, keys.apiKeyPeppers[0]),
        row.scopes ?? [],
        row.expires_at ?? null,
        row.revoked_at ?? null,
        accountId,
        this.app.now(),
      ],
    );
    return { id: parts.id, text, client: new Client(this.app, text) };
  }

  /** A program with the history that its status implies; `from` is what an archived one was before. */
  async program(
    status: 'draft' | 'active' | 'archived' = 'active',
    from: 'draft' | 'active' = 'active',
  ): Promise<string> {
    const now = this.app.now();
    const id = await this.insert('programs', {
      name: 'Leadership Essentials',
      status,
      created_at: now,
      updated_at: now,
    });
    const steps: [string | null, string][] = [[null, 'draft']];
    if (status === 'active' || (status === 'archived' && from === 'active')) steps.push(['draft', 'active']);
    if (status === 'archived') steps.push([from, 'archived']);
    for (const [before, after] of steps) await this.statusChange(id, before, after);
    return id;
  }

  /** Appends an entry to a program's status history. */
  async statusChange(programId: string, from: string | null, to: string): Promise<void> {
    const { rows } = await this.rows<{ count: number }>(
      'select count(*)::integer as count from program_status_changes where organization_id = $1 and program_id = $2',
      programId,
    );
    await this.insert('program_status_changes', {
      program_id: programId,
      position: rows[0].count + 1,
      from_status: from,
      to_status: to,
      changed_by: this.owner.accountId,
      changed_at: this.app.now(),
    });
  }

  async cohort(row: Row = {}): Promise<string> {
    const now = this.app.now();
    return this.insert('cohorts', {
      program_id: row.program_id ?? (await this.program()),
      name: 'Spring cohort',
      status: 'active',
      timezone: 'UTC',
      created_at: now,
      updated_at: now,
      ...row,
    });
  }

  async phase(cohortId: string, position: number, row: Row = {}): Promise<string> {
    return this.insert('cohort_phases', { cohort_id: cohortId, name: `Phase ${position}`, position, ...row });
  }

  async enrollment(row: Row = {}): Promise<string> {
    const now = this.app.now();
    return this.insert('enrollments', {
      cohort_id: row.cohort_id ?? (await this.cohort()),
      member_id: row.member_id ?? (await this.person()).memberId,
      status: 'active',
      enrolled_at: now,
      updated_at: now,
      ...row,
    });
  }

  async blocker(enrollmentId: string, row: Row = {}): Promise<string> {
    return this.insert('blockers', {
      enrollment_id: enrollmentId,
      title: 'No laptop',
      urgency: 'normal',
      status: 'open',
      opened_by: this.owner.accountId,
      opened_at: this.app.now(),
      ...row,
    });
  }

  async task(row: Row = {}): Promise<string> {
    const now = this.app.now();
    return this.insert('member_tasks', {
      enrollment_id: row.enrollment_id ?? (await this.enrollment()),
      title: 'Write a coaching plan',
      status: 'published',
      created_by: this.owner.accountId,
      created_at: now,
      updated_at: now,
      ...row,
    });
  }

  async deliverable(memberTaskId: string, row: Row = {}): Promise<string> {
    const now = this.app.now();
    return this.insert('deliverables', {
      member_task_id: memberTaskId,
      title: 'Coaching plan',
      accepted_formats: JSON.stringify([{ kind: 'link', mimeTypes: [] }]),
      expected_reviewer_role: 'coach',
      status: 'active',
      created_at: now,
      updated_at: now,
      ...row,
    });
  }

  async submission(deliverableId: string, memberTaskId: string, enrollmentId: string, row: Row = {}): Promise<string> {
    return this.insert('submissions', {
      deliverable_id: deliverableId,
      member_task_id: memberTaskId,
      enrollment_id: enrollmentId,
      kind: 'link',
      url: 'https://example.com/plan',
      status: 'pending',
      submitted_by: this.owner.accountId,
      submitted_at: this.app.now(),
      ...row,
    });
  }

  async media(kind: 'video' | 'image' | 'file' = 'video', row: Row = {}): Promise<string> {
    return this.insert('media', {
      kind,
      title: `A ${kind}`,
      mime_type: { video: 'video/mp4', image: 'image/png', file: 'application/pdf' }[kind],
      url: `https://media.example.com/${kind}`,
      created_by: this.owner.accountId,
      created_at: this.app.now(),
      ...row,
    });
  }

  async liveSession(cohortIds: string[], row: Row = {}): Promise<string> {
    const now = this.app.now();
    const id = await this.insert('live_sessions', {
      title: 'Weekly live',
      starts_at: now,
      ends_at: now,
      timezone: 'Europe/Paris',
      status: 'scheduled',
      created_by: this.owner.accountId,
      created_at: now,
      updated_at: now,
      ...row,
    });
    for (const cohortId of cohortIds)
      await this.insert('live_session_cohorts', { live_session_id: id, cohort_id: cohortId });
    return id;
  }

  async subscription(row: Row = {}): Promise<string> {
    const now = this.app.now();
    const id = uuidv7();
    return this.insert('webhook_subscriptions', {
      id,
      name: 'Student information system',
      endpoint_url: 'https://user:pass@hooks.example.com/delivery?token=abc#part',
      event_names: ['group.created'],
      status: 'active',
      secret_ciphertext: new SecretBox(keys).seal('a-first-secret-of-many', [this.id, id]),
      secret_version: 1,
      created_by: this.owner.accountId,
      created_at: now,
      updated_at: now,
      ...row,
    });
  }

  /** Inserts a row of any tenant table. */
  async insert(table: string, row: Row): Promise<string> {
    const full: Row = { organization_id: this.id, id: uuidv7(), ...row };
    const names = Object.keys(full);
    await this.use();
    await this.app.rows.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(full),
    );
    return full.id as string;
  }

  /** Runs SQL as this organization; `$1` is the organization. */
  async rows<T extends object>(sql: string, ...values: unknown[]): Promise<{ rows: T[] }> {
    await this.use();
    return this.app.rows.query<T>(sql, [this.id, ...values]);
  }

  /** One text for all rows of the organization: unchanged as long as nothing was written. */
  async digest(): Promise<string> {
    const { rows: tables } = await this.rows<{ table: string }>(
      `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'api_key_usages' and $1::uuid is not null
       order by 1`,
    );
    const parts: string[] = [];
    for (const { table } of tables) {
      const { rows } = await this.rows<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t.id)), '') as digest from ${table} t where organization_id = $1`,
      );
      parts.push(`${table} ${rows[0].digest}`);
    }
    return parts.join('\n');
  }

  /** The trail of the organization's writes, oldest first. */
  async trail(): Promise<{ audit: Row[]; events: Row[]; keys: number }> {
    const audit = await this.rows<Row>('select * from audit_entries where organization_id = $1 order by id');
    const events = await this.rows<Row>(
      `select * from events where organization_id = $1 and correlation_id <> 'built' order by id`,
    );
    const keyCount = await this.rows<{ count: number }>(
      'select count(*)::integer as count from idempotency_keys where organization_id = $1',
    );
    return { audit: audit.rows, events: events.rows, keys: keyCount.rows[0].count };
  }

  /** A delivery to a subscription, of an event of its own that is not in the outbox. */
  async delivery(subscriptionId: string, row: Row = {}): Promise<string> {
    const now = this.app.now();
    const eventId = await this.insert('events', {
      name: 'group.created',
      data: '{}',
      correlation_id: 'built',
      occurred_at: now,
    });
    return this.insert('webhook_deliveries', {
      subscription_id: subscriptionId,
      event_id: eventId,
      event_name: 'group.created',
      status: 'pending',
      due_at: now,
      created_at: now,
      ...row,
    });
  }

  private async use(): Promise<void> {
    await this.app.rows.query(`select set_config('app.organization_id', $1, false)`, [this.id]);
  }

  async intervention(enrollmentId: string, row: Row = {}): Promise<string> {
    return this.insert('interventions', {
      enrollment_id: enrollmentId,
      reason: 'at_risk',
      title: 'Call about the missed deadline',
      channel: 'call',
      owner_account_id: this.owner.accountId,
      due_at: this.app.now(),
      expected_outcome: 'A new date is agreed on',
      status: 'planned',
      planned_by: this.owner.accountId,
      planned_at: this.app.now(),
      ...row,
    });
  }

  /** Records who was at a live session. */
  async attendance(
    liveSessionId: string,
    enrollmentId: string,
    status: 'present' | 'absent' | 'excused',
  ): Promise<string> {
    return this.insert('attendances', {
      live_session_id: liveSessionId,
      enrollment_id: enrollmentId,
      status,
      recorded_by: this.owner.accountId,
      recorded_at: this.app.now(),
    });
  }

  async note(enrollmentId: string, row: Row = {}): Promise<string> {
    return this.insert('enrollment_notes', {
      enrollment_id: enrollmentId,
      body: 'Spoke on the phone',
      written_by: this.owner.accountId,
      written_at: this.app.now(),
      ...row,
    });
  }

  async coachingSession(enrollmentId: string, row: Row = {}): Promise<string> {
    const now = this.app.now();
    return this.insert('coaching_sessions', {
      enrollment_id: enrollmentId,
      status: 'planned',
      scheduled_at: now,
      created_by: this.owner.accountId,
      created_at: now,
      updated_at: now,
      ...row,
    });
  }

  /** A submission for a published task of an active enrollment, with all that it hangs on. */
  async handedIn(
    enrollment: Row = {},
    deliverable: Row = {},
  ): Promise<{ enrollmentId: string; taskId: string; deliverableId: string; submissionId: string }> {
    const enrollmentId = await this.enrollment(enrollment);
    const taskId = await this.task({ enrollment_id: enrollmentId });
    const deliverableId = await this.deliverable(taskId, deliverable);
    const submissionId = await this.submission(deliverableId, taskId, enrollmentId);
    return { enrollmentId, taskId, deliverableId, submissionId };
  }

  async group(row: Row = {}): Promise<string> {
    const now = this.app.now();
    return this.insert('groups', {
      name: 'Tuesday accountability',
      type: 'accountability',
      scope: 'organization',
      created_by: this.owner.accountId,
      created_at: now,
      updated_at: now,
      ...row,
    });
  }

  async groupMembership(groupId: string, row: Row = {}): Promise<string> {
    return this.insert('group_memberships', {
      group_id: groupId,
      enrollment_id: row.enrollment_id ?? (await this.enrollment()),
      started_at: this.app.now(),
      ...row,
    });
  }

  /** A published resource of the video library with its videos, in order. */
  async videoResource(row: Row = {}, mediaIds: string[] = []): Promise<string> {
    const now = this.app.now();
    const id = await this.insert('video_resources', {
      program_id: row.program_id ?? (await this.program()),
      kind: 'replay_other',
      category: 'video',
      title: 'Giving feedback',
      tags: [],
      tag_keys: [],
      status: 'published',
      created_by: this.owner.accountId,
      published_at: now,
      created_at: now,
      updated_at: now,
      ...row,
    });
    for (const [index, mediaId] of (mediaIds.length > 0 ? mediaIds : [await this.media()]).entries()) {
      await this.insert('video_resource_videos', { video_resource_id: id, media_id: mediaId, position: index + 1 });
    }
    return id;
  }
}
