import { Injectable } from '@nestjs/common';
import { invalidField, wrongStatus } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import { formTables } from '../forms.tables.js';
import type { Measure } from './content-issues.js';
import { FormVersionEntity, type FormEntity } from './form.entity.js';
import type { Content } from './question.js';

const VERSION = `v.id, v.form_id as "formId", v.number, v.content, v.published_by as "publishedBy",
  v.published_at as "publishedAt"`;

const listVersions = formTables
  .statement(
    'list_versions_of_form',
    { form: 'uuid' },
    `select v.id, v.number, v.published_at as "publishedAt" from form_versions v
     where v.organization_id = :organization and v.form_id = :form order by v.number desc`,
  )
  .returning<{ id: string; number: number; publishedAt: Date }>();

const findNewest = formTables
  .statement(
    'find_newest_version_of_form',
    { form: 'uuid' },
    `select ${VERSION} from form_versions v
     where v.organization_id = :organization and v.form_id = :form order by v.number desc limit 1`,
  )
  .returning<FormVersionEntity>();

const listMeasures = formTables
  .statement(
    'list_measures_of_form',
    { program: 'uuid', ids: 'uuid[]' },
    `select m.id, m.min::double precision as min, m.max::double precision as max, m.decimals,
       m.self_report as "selfReport"
     from outcome_measures m
     where m.organization_id = :organization and m.id = any(:ids::uuid[]) and m.program_id = :program
       and m.status = 'active'`,
  )
  .returning<Measure>();

// A creation waits for those before it: a count in a later statement sees them. There may be no form, but there is a member.
const lockFirstMember = formTables.statement(
  'lock_first_member_for_form',
  {},
  `select 1 from members where organization_id = :organization order by id limit 1 for no key update`,
);

const countForms = formTables
  .statement(
    'count_forms',
    {},
    `select count(*)::integer as forms from forms where organization_id = :organization and status <> 'archived'`,
  )
  .returning<{ forms: number }>();

const findUse = formTables
  .statement(
    'find_use_of_form',
    { form: 'uuid', now: 'timestamptz' },
    `select exists (
         select from form_assignments a
         where a.organization_id = :organization and a.form_id = :form and a.closed_at is null
           and (a.closes_at is null or a.closes_at > :now::timestamptz))
       or exists (
         select from intake_links l
         where l.organization_id = :organization and l.form_id = :form and l.closed_at is null
           and (l.expires_at is null or l.expires_at > :now::timestamptz)) as "isUsed"`,
  )
  .returning<{ isUsed: boolean }>();

@Injectable()
export class FormRepository {
  /** Newest first. */
  listVersions(scope: Scope, form: string) {
    return scope.query(listVersions, { form });
  }

  /** Undefined where none was published. */
  async findNewestVersion(scope: Scope, form: string): Promise<FormVersionEntity | undefined> {
    return (await scope.query(findNewest, { form })).at(0);
  }

  /** The version that is named, or the newest. Throws 400, or 409 where none was published. */
  async versionFor(uow: UnitOfWork, form: FormEntity, named: string | undefined): Promise<FormVersionEntity> {
    const version =
      named === undefined ? await this.findNewestVersion(uow, form.id) : await uow.find(FormVersionEntity, named);
    if (named === undefined && !version) throw wrongStatus('form', form.status);
    if (!version || version.formId !== form.id) throw invalidField('formVersionId', 'must be a version of the form');
    return version;
  }

  /** The active measures of the program that the content names, by id. */
  async measuresOf(
    scope: Scope,
    program: string | null,
    { questions }: Content,
  ): Promise<ReadonlyMap<string, Measure>> {
    const ids = questions.flatMap(({ measure }) => measure?.outcomeMeasureId ?? []);
    if (ids.length === 0 || program === null) return new Map();
    const measures = await scope.query(listMeasures, { program, ids });
    return new Map(measures.map((measure) => [measure.id, measure]));
  }

  /** Those that are not archived. Concurrent creations wait until the end of the unit of work. */
  async countForCreation(uow: UnitOfWork): Promise<number> {
    await uow.query(lockFirstMember);
    const [{ forms }] = await uow.query(countForms);
    return forms;
  }

  /** Whether people can still answer it. */
  async isUsed(uow: UnitOfWork, form: string): Promise<boolean> {
    const [{ isUsed }] = await uow.query(findUse, { form, now: uow.now });
    return isUsed;
  }
}
