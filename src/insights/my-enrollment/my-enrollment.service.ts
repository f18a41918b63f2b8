import { Injectable } from '@nestjs/common';
import { listOverallProgress } from '#contexts/learning/learning.public.js';
import { calendarDateToInstant, isUuid, toResource } from '#kernel/fields';
import { groupedBy, type Page, pageSize, readCursor, toPage } from '#kernel/lists';
import { LAST_ID } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { phase, week } from '../cockpit/cockpit-sections.js';
import { MyCohort, MyEnrollment, MyGroup, MyProgram, type MyEnrollmentsQuery } from './my-enrollment.dto.js';
import { listGroups, listOwn } from './my-enrollment.statements.js';

@Injectable()
export class MyEnrollmentService {
  /** Three statements for any number of enrollments. */
  async list(scope: Scope, query: MyEnrollmentsQuery): Promise<Page<MyEnrollment>> {
    const [before = LAST_ID] = readCursor(query, (key) => key.length === 1 && isUuid(key[0])) ?? [];
    const { accountId: account } = scope.caller;
    const rows = await scope.query(listOwn, { account, before, limit: pageSize(query) + 1, now: scope.now });
    const enrollments = rows.map(({ id }) => id);
    const [groups, progress] = await Promise.all([
      scope.query(listGroups, { enrollments }),
      listOverallProgress(scope, enrollments),
    ]);
    const groupsOf = groupedBy(groups, ({ enrollmentId }) => enrollmentId);
    return toPage(
      rows,
      query,
      ({ id }) => [id],
      (row) => {
        const { cohortId, cohortName, timezone, startDate, endDate, programId, programName } = row;
        return toResource(MyEnrollment, {
          ...row,
          cohort: toResource(MyCohort, {
            ...{ id: cohortId, name: cohortName, timezone },
            startDate: calendarDateToInstant(startDate),
            endDate: calendarDateToInstant(endDate),
          }),
          program: toResource(MyProgram, { id: programId, name: programName }),
          week: week(row, scope.now),
          phase: phase(row),
          ...(progress.get(row.id) ?? { path: null, progress: { measured: false, reason: 'no_content' } }),
          groups: (groupsOf.get(row.id) ?? []).map((group) => toResource(MyGroup, group)),
        });
      },
    );
  }
}
