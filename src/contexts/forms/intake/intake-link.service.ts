import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import type { Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { FORM, FormEntity } from '../form/form.entity.js';
import { FormRepository } from '../form/form.repository.js';
import { formTables } from '../forms.tables.js';
import {
  toIntakeLink,
  type CreateIntakeLinkRequest,
  type IntakeLink,
  type IntakeLinkQuery,
} from './intake-link.dto.js';
import { INTAKE_LINK, IntakeLinkEntity, statusOfLink } from './intake-link.entity.js';
import { closeIntakeLink, createIntakeLink, intakeLinkLimit, MAX_INTAKE_LINKS } from './intake-link.operations.js';

const RETENTION_DAYS = 365;

const listLinks = formTables.list('list_intake_links', { rows: IntakeLinkEntity, of: ['formId'] });

const countOpen = formTables
  .statement(
    'count_open_intake_links',
    { form: 'uuid', now: 'timestamptz' },
    `select count(*)::integer as open from intake_links
     where organization_id = :organization and form_id = :form and closed_at is null
       and (expires_at is null or expires_at > :now::timestamptz)`,
  )
  .returning<{ open: number }>();

@Injectable()
export class IntakeLinkService {
  constructor(private readonly forms: FormRepository) {}

  async create(uow: UnitOfWork, formId: string, request: CreateIntakeLinkRequest): Promise<IntakeLink> {
    const { name, expiresAt = null, maxResponses = null, retentionDays = RETENTION_DAYS } = request;
    const form = await uow.getForUpdate(FormEntity, formId);
    if (expiresAt !== null && expiresAt <= uow.now) throw invalidField('expiresAt', 'must be in the future');
    const formVersionId = await this.versionOf(uow, form, request.formVersionId);
    FORM.require(form, 'published');
    const [{ open }] = await uow.query(countOpen, { form: formId, now: uow.now });
    if (open >= MAX_INTAKE_LINKS) throw intakeLinkLimit.error();
    const values = { formId, formVersionId, expiresAt, maxResponses, retentionDays };
    const link = uow.insert(IntakeLinkEntity, { ...values, name, received: 0 });
    uow.record(createIntakeLink.event, link, values);
    return toIntakeLink(link, uow.now);
  }

  list(scope: Scope, formId: string, query: IntakeLinkQuery): Promise<Page<IntakeLink>> {
    return scope.list(listLinks, { ...query, formId }, (rows) => rows.map((row) => toIntakeLink(row, scope.now)));
  }

  async close(uow: UnitOfWork, id: string): Promise<IntakeLink> {
    const link = await uow.getForUpdate(IntakeLinkEntity, id);
    INTAKE_LINK.checkMove(statusOfLink(link, uow.now), 'closed');
    uow.record(closeIntakeLink.event, link);
    return toIntakeLink(uow.change(IntakeLinkEntity, link, { closedAt: uow.now }), uow.now);
  }

  /** The id of the version that is named, or of the newest. Throws 400. */
  private async versionOf(uow: UnitOfWork, form: FormEntity, named: string | undefined): Promise<string> {
    const version = await this.forms.versionFor(uow, form, named);
    if (version.content.questions.some(({ kind, measure }) => kind === 'file' || measure !== null)) {
      throw invalidField('formVersionId', 'must ask for no file and no measure');
    }
    return version.id;
  }
}
