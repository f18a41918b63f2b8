import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  FieldsOf,
  Instant,
  Nested,
  NestedList,
  NestedObject,
  OneOf,
  Text,
  Title,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { FormContent, kindIssues } from './form-content.dto.js';
import { FORM_STATUSES, type FormStatus } from './form.entity.js';
import type { Content } from './question.js';

const NAME = { min: 1, max: 200, description: 'Name, for the staff', example: 'After the first week' };

/** The field of a write on a form that somebody may have changed meanwhile. */
export class RevisionRequest {
  @WholeNumber({ description: 'The revision that was read', example: 1 }) revision: number;
}

export class CreateFormRequest {
  @Title(NAME) name: string;

  @Uuid({ optional: true, nullable: true, description: 'The program it belongs to, for good; null: the organization' })
  programId?: string | null;

  @Uuid({
    optional: true,
    nullable: true,
    description: 'A version of any form, whose content is copied',
    example: null,
  })
  fromFormVersionId?: string | null;
}

export class UpdateFormRequest extends RevisionRequest implements CrossChecked {
  @Title({ ...NAME, optional: true }) name?: string;
  @NestedObject(() => FormContent, { optional: true, description: 'The whole draft' }) content?: FormContent;

  crossIssues(): FieldIssue[] {
    return this.content ? kindIssues(this.content) : [];
  }
}

export class FormQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only forms of this program' }) programId?: string;
  @OneOf(FORM_STATUSES, { optional: true, description: 'Only forms with this status' }) status?: FormStatus;
}

class FormIssue {
  @Text({ description: 'Place in the draft', example: 'questions.2.visibleIf' }) field: string;
  @Text({ description: 'What is wrong with it', example: 'must name an earlier question' }) issue: string;
}

class PublishedVersion {
  @Uuid({ description: 'Form version' }) id: string;
  @WholeNumber({ min: 1, description: 'In the order of publication', example: 1 }) number: number;
  @Instant({ description: 'Publication, UTC' }) publishedAt: string;
}

export class FormSummary {
  @Uuid({ description: 'Form identifier' }) id: string;
  @Title({ max: 200, description: 'Name, for the staff', example: NAME.example }) name: string;
  @Uuid({ nullable: true, description: 'The program it belongs to; null: the organization' }) programId: string | null;
  @OneOf(FORM_STATUSES, { description: 'Lifecycle status' }) status: string;
  @WholeNumber({ description: 'Incremented with every change; a write sends the one it read', example: 1 })
  revision: number;
  @Uuid({ description: 'Account that created it' }) createdBy: string;
  @Instant({ nullable: true, description: 'Archival, UTC' }) archivedAt: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export class Form extends FormSummary {
  @Nested(() => FormContent, { description: 'What the next version is published from' }) draft: Content;
  @NestedList(() => FormIssue, { description: 'What keeps the draft from being published' }) issues: FormIssue[];
  @NestedList(() => PublishedVersion, { description: 'Newest first' }) versions: PublishedVersion[];
}

export class FormVersion extends FieldsOf(PublishedVersion, 'number') {
  @Uuid({ description: 'Form version identifier' }) id: string;
  @Uuid({ description: 'Form' }) formId: string;
  @Nested(() => FormContent, { description: 'What is asked. It never changes' }) content: Content;
  @Uuid({ description: 'Account that published it' }) publishedBy: string;
  @Instant({ description: 'Publication, UTC' }) publishedAt: string;
}
