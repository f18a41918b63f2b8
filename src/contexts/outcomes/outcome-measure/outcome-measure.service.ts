import { Injectable } from '@nestjs/common';
import { lockProgramContent } from '#contexts/programs/programs.public.js';
import { wrongStatus } from '#kernel/errors';
import { sentFields } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { outcomeTables } from '../outcomes.tables.js';
import {
  type CreateOutcomeMeasureRequest,
  type OutcomeMeasure,
  type OutcomeMeasureQuery,
  toOutcomeMeasure,
  type UpdateOutcomeMeasureRequest,
} from './outcome-measure.dto.js';
import { OutcomeMeasureEntity } from './outcome-measure.entity.js';
import {
  createOutcomeMeasure,
  keyTaken,
  MAX_MEASURES,
  measureLimit,
  updateOutcomeMeasure,
} from './outcome-measure.operations.js';

const listMeasures = outcomeTables.list('list_outcome_measures', { rows: OutcomeMeasureEntity, by: ['programId'] });

const listKeys = outcomeTables
  .statement(
    'list_keys_of_outcome_measures',
    { program: 'uuid' },
    'select key from outcome_measures where organization_id = :organization and program_id = :program',
  )
  .returning<{ key: string }>();

@Injectable()
export class OutcomeMeasureService {
  async create(uow: UnitOfWork, programId: string, request: CreateOutcomeMeasureRequest): Promise<OutcomeMeasure> {
    const status = await lockProgramContent(uow, programId);
    if (status === 'archived') throw wrongStatus('program', status);
    const { decimals = 0, selfReport = false, min, max, ...fields } = request;
    const keys = await uow.query(listKeys, { program: programId });
    if (keys.some(({ key }) => key === fields.key)) throw keyTaken.error();
    if (keys.length >= MAX_MEASURES) throw measureLimit.error();
    const measure = uow.insert(OutcomeMeasureEntity, {
      ...{ ...fields, programId, decimals, selfReport, status: 'active' },
      ...{ min: toText(min), max: toText(max) },
    });
    uow.record(createOutcomeMeasure.event, measure, ['programId', 'key', 'direction', 'decimals', 'selfReport']);
    return toOutcomeMeasure(measure);
  }

  list(scope: Scope, query: OutcomeMeasureQuery): Promise<Page<OutcomeMeasure>> {
    return scope.list(listMeasures, query, (rows) => rows.map(toOutcomeMeasure));
  }

  async get(scope: Scope, id: string): Promise<OutcomeMeasure> {
    return toOutcomeMeasure(await scope.get(OutcomeMeasureEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateOutcomeMeasureRequest): Promise<OutcomeMeasure> {
    const measure = await uow.getForUpdate(OutcomeMeasureEntity, id);
    const sent = sentFields(request);
    if (Object.keys(sent).length === 0) {
      uow.recordWithoutEvent(id);
      return toOutcomeMeasure(measure);
    }
    uow.record(updateOutcomeMeasure.event, measure);
    return toOutcomeMeasure(uow.change(OutcomeMeasureEntity, measure, sent));
  }
}

function toText(value: number | null | undefined): string | null {
  return value === undefined || value === null ? null : String(value);
}
