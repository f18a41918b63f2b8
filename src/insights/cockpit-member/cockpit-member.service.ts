import { Injectable } from '@nestjs/common';
import { reviewDueHours, ReviewSettings } from '#contexts/tasks/tasks.public.js';
import { notFound } from '#kernel/errors';
import { type Measured, toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import type { NotMeasured } from '../cockpit/cockpit.dto.js';
import { absencesMissing, cockpitScope, signalWindows } from '../cockpit/cockpit-signals.js';
import { CockpitMembersPage, type CockpitMembersQuery } from './cockpit-member.dto.js';
import { CockpitMemberRepository } from './cockpit-member.repository.js';
import type { Signal } from './cockpit-member.signals.js';

const ABOUT_ABSENCES: readonly Signal[] = ['absences', 'repeated_absences'];

@Injectable()
export class CockpitMemberService {
  constructor(
    private readonly members: CockpitMemberRepository,
    private readonly settings: ReviewSettings,
  ) {}

  async list(scope: Scope, cohortId: string, query: CockpitMembersQuery): Promise<CockpitMembersPage> {
    const { signal } = query;
    const windows = signalWindows(scope.now, await reviewDueHours(scope, this.settings));
    const { sessions, attendance, page } = await this.members.read(scope, cohortId, query, windows);
    if (!sessions.reached) throw notFound();
    const reason = ABOUT_ABSENCES.includes(signal) ? absencesMissing(sessions.past, attendance.recorded) : null;
    const basis: Measured | NotMeasured = reason === null ? { measured: true } : { measured: false, reason };
    return toResource(CockpitMembersPage, {
      signal,
      scope: cockpitScope(scope.caller),
      basis,
      asOf: await scope.asOf(),
      ...(basis.measured ? page : { items: [], nextCursor: null }),
    });
  }
}
