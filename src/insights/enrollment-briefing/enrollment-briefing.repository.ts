import { Injectable } from '@nestjs/common';
import { BLOCKERS, INTERVENTIONS } from '#contexts/follow-up/follow-up.public.js';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import type { Scope } from '#kernel/work';
import {
  findLastExtension,
  findMoments,
  findSubject,
  listBriefingBlockers,
  listBriefingCoaches,
  listBriefingGroups,
  listBriefingInterventions,
  listBriefingLives,
  listBriefingNotes,
} from './briefing-items.statements.js';
import { findSignals, listAlerts } from './briefing-signals.statements.js';

@Injectable()
export class EnrollmentBriefingRepository {
  /** Twelve statements on one snapshot, all but the names of the people pipelined. */
  async read(scope: Scope, enrollment: string, windows: { interventionSince: Date; reviewDue: Date }) {
    const { now } = scope;
    const { interventionSince, reviewDue } = windows;
    const [
      [subject],
      coaches,
      [signals],
      alerts,
      [moments],
      blockers,
      interventions,
      notes,
      lives,
      groups,
      [extension],
    ] = await Promise.all([
      scope.query(findSubject, { enrollment }),
      scope.query(listBriefingCoaches, { enrollment }),
      scope.query(findSignals, { enrollment, now, reviewDue }),
      scope.query(listAlerts, { enrollment, now, interventionSince }),
      scope.query(findMoments, { enrollment, now }),
      scope.query(listBriefingBlockers, { enrollment }),
      scope.query(listBriefingInterventions, { enrollment }),
      scope.query(listBriefingNotes, { enrollment }),
      scope.query(listBriefingLives, { enrollment, now }),
      scope.query(listBriefingGroups, { enrollment }),
      scope.query(findLastExtension, { enrollment }),
    ]);
    const names = await listMemberNames(scope, [
      ...blockers.flatMap(BLOCKERS.accountsOf),
      ...interventions.flatMap(INTERVENTIONS.accountsOf),
      ...notes.map(({ writtenBy }) => writtenBy),
      extension?.grantedBy ?? null,
    ]);
    return {
      subject,
      coaches,
      signals,
      alerts,
      moments,
      blockers,
      interventions,
      notes,
      lives,
      groups,
      extension,
      names,
    };
  }
}

export type Briefed = Awaited<ReturnType<EnrollmentBriefingRepository['read']>>;
