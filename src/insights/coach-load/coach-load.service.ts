import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import { provenanceOf } from '../cockpit/cockpit-sections.js';
import { utcPeriodOf } from '../local-period.js';
import { CoachLoad, CoachLoadsPage, type CoachLoadsQuery, LOAD_SOURCES } from './coach-load.dto.js';
import { type CoachLoadRow, listLoads } from './coach-load.statements.js';

@Injectable()
export class CoachLoadService {
  async list(scope: Scope, query: CoachLoadsQuery): Promise<CoachLoadsPage> {
    const { now } = scope;
    const values = { ...query, now, ...utcPeriodOf(query, now).instants };
    const page = await scope.list(listLoads, values, (rows) => rows.map(toCoachLoad));
    return toResource(CoachLoadsPage, { ...page, provenance: provenanceOf(LOAD_SOURCES, await scope.asOf()) });
  }
}

function toCoachLoad({ median, ...row }: CoachLoadRow): CoachLoad {
  const reviewHours =
    median === null ? { measured: false as const, reason: 'none_reviewed' } : { measured: true as const, median };
  return toResource(CoachLoad, { ...row, reviewHours });
}
