import { Injectable } from '@nestjs/common';
import { enroll, EnrollmentCreation } from '#contexts/enrollments/enrollments.public.js';
import { addMembers, assignCoaches } from '#contexts/identity/identity.public.js';
import { isAdministrator, type OrganizationRole } from '#kernel/access';
import { forbidden } from '#kernel/errors';
import { changedMeanwhile } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { cohortsOf, ImportFactsRepository } from './import-facts.repository.js';
import { countVerdicts, isRefused, type Verdict } from './import-plan.js';
import { MAX_ROWS, type CommitPeopleImportRequest, type PeopleImport } from './people-import.dto.js';
import { PeopleImportEntity } from './people-import.entity.js';
import { commitPeopleImport, rowsRefused } from './people-import.operations.js';
import { PeopleImportRepository } from './people-import.repository.js';
import type { PeopleImportRowEntity } from './people-import-row.entity.js';
import { judged, optionsOf, requireValidated, toImport } from './people-import.service.js';
import { judgeRows } from './row-judgement.js';

const MAX_DETAILS = 100;

/** A row and what becomes of it. */
interface JudgedRow {
  row: PeopleImportRowEntity;
  verdict: Verdict;
}

/** Commits imports: locks what the rows name, judges them again, and writes all of them by sets. */
@Injectable()
export class ImportCommitService {
  constructor(
    private readonly imports: PeopleImportRepository,
    private readonly facts: ImportFactsRepository,
    private readonly enrollments: EnrollmentCreation,
  ) {}

  async commit(uow: UnitOfWork, id: string, { onRefusal = 'skip' }: CommitPeopleImportRequest): Promise<PeopleImport> {
    const { found, rows, facts } = await this.lock(uow, id);
    const verdicts = judgeRows(rows, facts, optionsOf(found));
    const entries = rows.map((row, index) => ({ row, verdict: verdicts[index] }));
    if (onRefusal === 'stop') requireAll(entries);
    const accepted = entries.filter(({ verdict }) => !isRefused(verdict));
    await this.addMembers(uow, accepted);
    await this.enroll(uow, accepted);
    this.assign(uow, accepted);
    this.imports.updateRows(
      uow,
      entries.map(({ row, verdict }) => ({ ...row, ...judged(verdict) })),
    );
    const counts = countVerdicts(verdicts);
    const [committed] = uow.changeAll(PeopleImportEntity, [found], {
      status: 'committed',
      committedAt: uow.now,
      counts,
    });
    uow.record(commitPeopleImport.event, {
      targetId: id,
      changes: { status: { from: 'validated', to: 'committed' }, counts },
      data: { peopleImportId: id, counts },
    });
    return toImport(committed, uow.now);
  }

  /** Locks cohorts, then members, then the import, and reads what they have after that. */
  private async lock(uow: UnitOfWork, id: string) {
    const options = optionsOf(await uow.get(PeopleImportEntity, id));
    const rows = await this.imports.listAllRows(uow, id, MAX_ROWS);
    this.imports.lockCohorts(uow, cohortsOf(rows, options));
    const named = await this.facts.findMemberIds(uow, rows);
    const roles = await this.imports.lockMembers(uow, [uow.caller.memberId, ...named]);
    const callerRole = roles.get(uow.caller.memberId) as OrganizationRole | undefined;
    if (callerRole === undefined || !isAdministrator({ role: callerRole })) throw forbidden();
    const found = await uow.getForUpdate(PeopleImportEntity, id);
    requireValidated(found, uow.now);
    const facts = await this.facts.read(uow, rows, options);
    // Somebody whom a concurrent request has added since is not locked.
    if ([...facts.byAccount.values()].some((member) => !roles.has(member.id))) throw changedMeanwhile();
    return { found, rows, facts };
  }

  private async addMembers(uow: UnitOfWork, accepted: readonly JudgedRow[]): Promise<void> {
    const joining = accepted.filter(({ verdict }) => verdict.member === 'create');
    const people = joining.map(({ row: { email, name, externalId }, verdict: { accountId } }) => ({
      accountId: accountId ?? undefined,
      email: email ?? '',
      name: name ?? '',
      externalId,
    }));
    const ids = await addMembers(uow, people);
    joining.forEach(({ verdict }, index) => (verdict.memberId = ids[index]));
  }

  private async enroll(uow: UnitOfWork, accepted: readonly JudgedRow[]): Promise<void> {
    const enrolling = accepted.filter(({ verdict }) => verdict.enrollment === 'create');
    if (enrolling.length === 0) return;
    const enrollments = await this.enrollments.create(
      uow,
      enrolling.map(({ verdict: { cohortId, memberId, enrollmentStatus } }) => ({
        cohortId: cohortId ?? '',
        memberId: memberId ?? '',
        status: enrollmentStatus,
      })),
      (row, changes) => uow.recordAlso(enroll, row, changes),
    );
    enrolling.forEach(({ verdict }, index) => (verdict.enrollmentId = enrollments[index].id));
  }

  private assign(uow: UnitOfWork, accepted: readonly JudgedRow[]): void {
    const assigned = accepted.filter(({ verdict }) => verdict.coach === 'assign');
    assignCoaches(
      uow,
      assigned.map(({ verdict: { coachId, enrollmentId } }) => ({
        memberId: coachId ?? '',
        enrollmentId: enrollmentId ?? '',
      })),
    );
  }
}

/** Throws 409 with the issues of the refused rows. */
function requireAll(entries: readonly JudgedRow[]): void {
  const refused = entries.filter(({ verdict }) => isRefused(verdict));
  if (refused.length === 0) return;
  const details = refused.flatMap(({ row, verdict }) =>
    verdict.issues.map(({ field, issue }) => ({ field: `rows.${row.position}.${field}`, issue })),
  );
  const message = `${refused.length} of ${entries.length} rows are refused.`;
  throw rowsRefused.error(message, { details: details.slice(0, MAX_DETAILS) });
}
