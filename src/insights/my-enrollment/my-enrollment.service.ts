import { Injectable } from '@nestjs/common';
import { listOverallProgress } from '#contexts/learning/learning.public.js';
import { calendarDateToInstant, toResource } from '#kernel/fields';
import { groupedBy, type Page, idsOf } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { phase, week } from '../cockpit/cockpit-sections.js';
import { MyCohort, MyEnrollment, MyGroup, MyProgram, type MyEnrollmentsQuery } from './my-enrollment.dto.js';
import { listGroups, listOwn } from './my-enrollment.statements.js';

@Injectable()
export class MyEnrollmentService {
  /** Three statements for any number of enrollments. */
  list(scope: Scope, query: MyEnrollmentsQuery): Promise<Page<MyEnrollment>> {
    const { accountId: account } = scope.caller;
    return scope.list(listOwn, { ...query, account, now: scope.now }, async (rows) => {
      const enrollments = idsOf(rows);
      const [groups, progress] = await Promise.all([
        scope.query(listGroups, { enrollments }),
        listOverallProgress(scope, enrollments),
      ]);
      const groupsOf = groupedBy(groups, ({ enrollmentId }) => enrollmentId);
      return rows.map((row) => {
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
      });
    });
  }
}
