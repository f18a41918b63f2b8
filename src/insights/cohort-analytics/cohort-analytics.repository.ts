import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import { listOverallProgress } from '#contexts/learning/learning.public.js';
import { notFound } from '#kernel/errors';
import type { Scope } from '#kernel/work';
import { planCounting } from '../cockpit/cockpit.statements.js';
import {
  countAttendance,
  countContacts,
  countEnrollments,
  countInterventions,
  countSubmissions,
  findAnalyticsCohort,
  findReviewHours,
  listOutcomeChanges,
} from './cohort-analytics.statements.js';
import { findEffect } from './intervention-effect.statement.js';

@Injectable()
export class CohortAnalyticsRepository {
  /** Throws 404 where the caller does not reach it. */
  async getCohort(scope: Scope, cohort: string) {
    const { now, caller } = scope;
    const [found] = await scope.query(findAnalyticsCohort, { cohort, now, ...reachValues(caller) });
    return found ?? fail();
  }

  /** Pipelined statements on one snapshot, and then one for progress. */
  async read(scope: Scope, cohort: string, period: { since: Date; before: Date; timezone: string }) {
    const { timezone, ...bounds } = period;
    const { now } = scope;
    const reach = reachValues(scope.caller);
    const values = { cohort, ...bounds, ...reach };
    // Statements are executed in order, so that planCounting applies to those after it.
    const [
      ,
      [enrollments],
      [submissions],
      [reviewHours],
      [attendance],
      [contacts],
      [interventions],
      [effect],
      outcomes,
    ] = await Promise.all([
      scope.query(planCounting),
      scope.query(countEnrollments, values),
      scope.query(countSubmissions, values),
      scope.query(findReviewHours, values),
      scope.query(countAttendance, { ...values, now }),
      scope.query(countContacts, { ...values, now }),
      scope.query(countInterventions, values),
      scope.query(findEffect, { ...values, timezone, now }),
      scope.query(listOutcomeChanges, { cohort, before: bounds.before, ...reach }),
    ]);
    const progress = await listOverallProgress(scope, enrollments.seated);
    return { enrollments, submissions, reviewHours, attendance, contacts, interventions, effect, outcomes, progress };
  }
}

export type Analyzed = Awaited<ReturnType<CohortAnalyticsRepository['read']>>;

function fail(): never {
  throw notFound();
}
