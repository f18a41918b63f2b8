import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { checkProgramContent } from '#contexts/programs/programs.public.js';
import { checkRevision, invalidField, invalidFields } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import { referenceTo } from '#kernel/operations';
import type { NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { formTables } from '../forms.tables.js';
import { contentIssues, withPublishedKeys } from './content-issues.js';
import {
  type CreateFormRequest,
  Form,
  type FormQuery,
  FormSummary,
  FormVersion,
  type UpdateFormRequest,
} from './form.dto.js';
import { FORM, FormEntity, FormVersionEntity } from './form.entity.js';
import {
  archiveForm,
  createForm,
  formChanged,
  formLimit,
  inUse,
  MAX_FORMS,
  nothingNew,
  publishForm,
  updateForm,
} from './form.operations.js';
import { FormRepository } from './form.repository.js';
import { toContent } from './form-content.dto.js';
import type { Content } from './question.js';

const listForms = formTables.list('list_forms', { rows: FormEntity, by: ['programId', 'status'] });
const checkProgram = referenceTo('program of a form', formTables, 'programs');

@Injectable()
export class FormService {
  constructor(private readonly forms: FormRepository) {}

  async create(
    uow: UnitOfWork,
    { name, programId = null, fromFormVersionId = null }: CreateFormRequest,
  ): Promise<Form> {
    if (programId !== null) await checkProgram(uow, 'programId', programId);
    await checkProgramContent(uow, programId);
    const copied = fromFormVersionId === null ? null : await uow.find(FormVersionEntity, fromFormVersionId);
    if (fromFormVersionId !== null && copied === null) {
      throw invalidField('fromFormVersionId', 'must be a form version of the organization');
    }
    if ((await this.forms.countForCreation(uow)) >= MAX_FORMS) throw formLimit.error();
    const draft: Content = copied?.content ?? { title: name, intro: null, questions: [] };
    const form = uow.insert(FormEntity, { name, programId, status: 'draft', draft, publishedKeys: {}, revision: 1 });
    uow.record(createForm.event, form, { programId, fromFormVersionId });
    return this.shown(uow, form, []);
  }

  list(scope: Scope, query: FormQuery): Promise<Page<FormSummary>> {
    return scope.list(listForms, query, toResources(FormSummary));
  }

  async get(scope: Scope, id: string): Promise<Form> {
    const form = await scope.get(FormEntity, id);
    return this.shown(scope, form, await this.forms.listVersions(scope, id));
  }

  async getVersion(scope: Scope, id: string): Promise<FormVersion> {
    return toResource(FormVersion, await scope.get(FormVersionEntity, id));
  }

  async update(uow: UnitOfWork, id: string, { revision, name, content }: UpdateFormRequest): Promise<Form> {
    const form = await this.lock(uow, id, revision);
    FORM.require(form, 'draft', 'published');
    const versions = await this.forms.listVersions(uow, id);
    const sent = { name, draft: content && toContent(content) };
    const fields = Object.entries({ name, content }).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return this.shown(uow, form, versions);
    }
    const changed = uow.change(FormEntity, form, { ...sent, revision: revision + 1 });
    uow.record(updateForm.event, { ...changed, fields });
    return this.shown(uow, changed, versions);
  }

  async publish(uow: UnitOfWork, id: string, revision: number): Promise<Form> {
    const form = await this.lock(uow, id, revision);
    FORM.checkMove(form.status, 'published');
    const issues = await this.issuesOf(uow, form);
    if (issues.length > 0) throw invalidFields(issues);
    const newest = await this.forms.findNewestVersion(uow, id);
    if (newest && isDeepStrictEqual(newest.content, form.draft)) throw nothingNew.error();
    const number = (newest?.number ?? 0) + 1;
    const publishedBy = uow.caller.accountId;
    const version = uow.insert(FormVersionEntity, {
      ...{ formId: id, number, content: form.draft, publishedBy, publishedAt: uow.now },
    });
    const publishedKeys = withPublishedKeys(form.publishedKeys, form.draft);
    const change = { publishedKeys, revision: revision + 1 };
    const more = { formVersionId: version.id, number };
    const published = await uow.move(FormEntity, form, FORM, 'published', publishForm.event, change, more);
    return this.shown(uow, published, await this.forms.listVersions(uow, id));
  }

  async archive(uow: UnitOfWork, id: string): Promise<Form> {
    const form = await uow.getForUpdate(FormEntity, id);
    FORM.checkMove(form.status, 'archived');
    if (await this.forms.isUsed(uow, id)) throw inUse.error();
    const change = { archivedAt: uow.now, revision: form.revision + 1 };
    const archived = await uow.move(FormEntity, form, FORM, 'archived', archiveForm.event, change);
    return this.shown(uow, archived, await this.forms.listVersions(uow, id));
  }

  /** Throws 409 for another revision than the present one. */
  private async lock(uow: UnitOfWork, id: string, revision: number): Promise<FormEntity> {
    const form = await uow.getForUpdate(FormEntity, id);
    checkRevision({ refused: formChanged, present: form.revision, sent: revision });
    return form;
  }

  private async issuesOf(scope: Scope, { programId, draft, publishedKeys: published }: NewRow<FormEntity>) {
    const measures = await this.forms.measuresOf(scope, programId, draft);
    return contentIssues(draft, { published, measures });
  }

  private async shown(
    scope: Scope,
    form: NewRow<FormEntity>,
    versions: Awaited<ReturnType<FormRepository['listVersions']>>,
  ): Promise<Form> {
    const issues = await this.issuesOf(scope, form);
    const shown = versions.map((version) => ({ ...version, publishedAt: version.publishedAt.toISOString() }));
    return toResource(Form, { ...form, issues, versions: shown });
  }
}
