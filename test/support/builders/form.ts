import { randomBytes } from 'node:crypto';
import type { Row, Tenant } from '../tenant.js';
import { cohort } from './cohort.js';
import { enrollment } from './enrollment.js';

/** A question of a form, complete. */
export function question(fields: object = {}): object {
  const every = { key: 'plans', kind: 'long_text', label: 'What will you try this week?', help: null };
  return { ...every, required: false, visibleIf: null, measure: null, ...fields };
}

/** By default one question for a text. */
export function content(...questions: object[]): object {
  const asked = questions.length > 0 ? questions : [question({ maxLength: null })];
  return { title: 'After your first week', intro: null, questions: asked };
}

/** A draft of the organization. */
export async function form(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('forms', {
    name: 'After the first week',
    status: 'draft',
    draft: JSON.stringify(content()),
    published_keys: '{}',
    revision: 1,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** A version of a published form, with the content that the form has as its draft. */
export async function formVersion(school: Tenant, row: Row = {}): Promise<string> {
  const draft = JSON.stringify(row.content ?? content());
  const formId =
    row.form_id ?? (await form(school, { status: 'published', draft, program_id: row.program_id ?? null }));
  return school.insert('form_versions', {
    form_id: formId,
    number: row.number ?? 1,
    content: draft,
    published_by: school.owner.accountId,
    published_at: school.app.now(),
  });
}

/** The form of a version or an assignment. */
export async function formOf(school: Tenant, table: 'form_versions' | 'form_assignments', id: string): Promise<string> {
  const sql = `select form_id from ${table} where organization_id = $1 and id = $2`;
  return (await school.rows<{ form_id: string }>(sql, id)).rows[0].form_id;
}

/** By default asks the members of a new cohort, without an end. */
export async function formAssignment(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const versionId = (row.form_version_id ?? (await formVersion(school))) as string;
  return school.insert('form_assignments', {
    form_id: await formOf(school, 'form_versions', versionId),
    form_version_id: versionId,
    cohort_id: row.program_id ? null : (row.cohort_id ?? (await cohort(school))),
    answered_by: 'member',
    anonymous: false,
    edit_hours: 0,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** A response to a new assignment; by default a draft of the member. */
export async function formResponse(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const assignmentId = (row.form_assignment_id ?? (await formAssignment(school))) as string;
  const { rows } = await school.rows<{ form_id: string; form_version_id: string; cohort_id: string }>(
    'select form_id, form_version_id, cohort_id from form_assignments where organization_id = $1 and id = $2',
    assignmentId,
  );
  const [{ form_id, form_version_id, cohort_id }] = rows;
  return school.insert('form_responses', {
    ...{ form_id, form_version_id, form_assignment_id: assignmentId },
    enrollment_id: row.enrollment_id ?? (await enrollment(school, { cohort_id })),
    status: 'draft',
    answers: '{"plans":"Ask first"}',
    ignored: '[]',
    revision: 1,
    answered_by: school.owner.accountId,
    outcome_entries: '{}',
    created_at: now,
    updated_at: now,
    ...(row.status === 'submitted' ? { submitted_at: now } : {}),
    ...row,
  });
}

/** An open intake link of a published form, without an end. */
export async function intakeLink(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const versionId = row.form_version_id ?? (await formVersion(school));
  return school.insert('intake_links', {
    form_id: await formOf(school, 'form_versions', versionId as string),
    form_version_id: versionId,
    name: `Open evening ${Math.random()}`,
    retention_days: 365,
    received: 0,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** A response by a new intake link, of nobody yet. */
export async function intakeResponse(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const form_version_id = await formVersion(school);
  const intake_link_id = await intakeLink(school, { form_version_id });
  return school.insert('form_responses', {
    ...{ form_id: await formOf(school, 'form_versions', form_version_id), form_version_id, intake_link_id },
    ...{ status: 'submitted', answers: '{"plans":"Ask first"}', ignored: '[]', revision: 1, outcome_entries: '{}' },
    ...{ intake_key: randomBytes(32), intake_fingerprint: randomBytes(32) },
    ...{ submitted_at: now, created_at: now, updated_at: now },
    ...row,
  });
}
