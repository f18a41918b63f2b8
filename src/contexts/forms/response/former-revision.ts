import { rowLimit, type UnitOfWork } from '#kernel/work';
import { formTables } from '../forms.tables.js';
import { FormResponseRevisionEntity, type FormResponseEntity } from './form-response.entity.js';
import { MAX_REVISIONS, revisionLimit } from './form-response.operations.js';

const limitRevisions = rowLimit(formTables, 'form_response_revisions', {
  of: 'form_response_id',
  where: 'true',
  most: MAX_REVISIONS,
  refused: revisionLimit,
});

/** Keeps a submitted response as it was. Throws 409 where it has too many revisions. */
export async function keepFormer(uow: UnitOfWork, response: FormResponseEntity): Promise<void> {
  await limitRevisions(uow, response.id);
  const { id, revision, formVersionId, answers, ignored } = response;
  const answeredBy = response.answeredBy ?? uow.caller.accountId;
  const submittedAt = response.submittedAt ?? uow.now;
  uow.insert(FormResponseRevisionEntity, {
    ...{ formResponseId: id, revision, formVersionId, answers, ignored, answeredBy, submittedAt },
  });
}
