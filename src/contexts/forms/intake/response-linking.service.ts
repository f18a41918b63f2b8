import { Injectable } from '@nestjs/common';
import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { invalidField } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { formTables } from '../forms.tables.js';
import { FormVersionEntity } from '../form/form.entity.js';
import type { FormResponse } from '../response/form-response.dto.js';
import { FORM_RESPONSE, FormResponseEntity } from '../response/form-response.entity.js';
import { alreadyLinked, erasedPerson, linkFormResponse } from '../response/form-response.operations.js';
import { FormResponseReader } from '../response/form-response.reader.js';
import { FormResponseRepository } from '../response/form-response.repository.js';

// A text that is linked after the erasure would stay.
const findErasure = formTables.statement(
  'find_erasure_of_member',
  { member: 'uuid' },
  `select 1 from members m
   join erasures e on e.organization_id = m.organization_id and e.account_id = m.account_id
   where m.organization_id = :organization and m.id = :member and e.status <> 'cancelled' and m.status <> 'active'`,
);

/** Says whose a response by an intake link is. */
@Injectable()
export class ResponseLinkingService {
  constructor(
    private readonly responses: FormResponseRepository,
    private readonly reader: FormResponseReader,
  ) {}

  async link(uow: UnitOfWork, id: string, enrollmentId: string): Promise<FormResponse> {
    const enrollment = await this.responses.findEnrollment(uow, enrollmentId);
    if (!enrollment) throw invalidField('enrollmentId', 'must be an enrollment of the organization');
    if ((await uow.query(findErasure, { member: enrollment.memberId })).length > 0) throw erasedPerson.error();
    const response = await uow.getForUpdate(FormResponseEntity, id);
    FORM_RESPONSE.require(response, 'submitted');
    if (response.enrollmentId !== null) throw alreadyLinked.error();
    const linked = uow.change(FormResponseEntity, response, { enrollmentId });
    const { number } = await uow.get(FormVersionEntity, response.formVersionId);
    const reference = { ...referenceToEnrollment(enrollment), formResponseId: id, number, outcomeEntryIds: [] };
    uow.record(linkFormResponse.event, { ...linked, ...reference });
    return this.reader.one(uow, linked);
  }
}
