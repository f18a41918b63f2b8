import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import { mayChangeContent } from '#contexts/programs/programs.public.js';
import { holds } from '#kernel/access';
import { forbidden, invalidField } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { groupedBy } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { FormAssignmentEntity } from '../assignment/form-assignment.entity.js';
import { FormEntity } from '../form/form.entity.js';
import { AnonymousResults } from './anonymous-results.js';
import { FormResults, type FormResultsQuery } from './form-results.dto.js';
import { FormResultsRepository, type ResultFilters } from './form-results.repository.js';
import { askedIn, NONE, toResult, type Asked, type Results } from './question-results.js';

const SOURCE = 'form_responses, form_assignments, enrollments';

type Reach = Pick<ResultFilters, 'reachesAll' | 'callerMember'>;

@Injectable()
export class FormResultsService {
  constructor(
    private readonly results: FormResultsRepository,
    private readonly anonymous: AnonymousResults,
  ) {}

  async read(scope: Scope, formId: string, query: FormResultsQuery): Promise<FormResults> {
    const { formAssignmentId } = query;
    const reach = await this.reachOf(scope, await scope.get(FormEntity, formId));
    const assignment = formAssignmentId === undefined ? null : await scope.find(FormAssignmentEntity, formAssignmentId);
    if (formAssignmentId !== undefined && assignment?.formId !== formId) {
      throw invalidField('formAssignmentId', 'must be an assignment of the form');
    }
    const asked = askedIn(await this.results.listVersions(scope, formId));
    const { reachesAll } = reach;
    const { source, ...results } = assignment?.anonymous
      ? await this.anonymous.read(scope, assignment, { query, asked, reachesAll })
      : await this.named(scope, { form: formId, query, asked, reach });
    const asOf = await scope.asOf();
    return toResource(FormResults, {
      ...{ formId, asOf, scope: reachesAll ? 'tenant' : 'assigned', ...results },
      provenance: { source, asOf: asOf.toISOString() },
    });
  }

  private async named(
    scope: Scope,
    { form, query, asked, reach }: { form: string; query: FormResultsQuery; asked: readonly Asked[]; reach: Reach },
  ): Promise<Results> {
    const { formAssignmentId: assignment = null, cohortId: cohort = null, from = null, to = null } = query;
    const filters = { form, assignment, cohort, from, to, ...reach };
    const valued = asked.filter(({ isValued }) => isValued).map(({ newest }) => newest.key);
    const { asked: all, submitted } = await this.results.countAsked(scope, filters);
    const counts = groupedBy(await this.results.countAnswers(scope, filters, valued), ({ key }) => key);
    return {
      source: SOURCE,
      responses: all === 0 ? NONE : { measured: true, asked: all, submitted, rate: submitted / all },
      questions: asked.map((question) => toResult(question, counts.get(question.newest.key) ?? [])),
    };
  }

  /** Throws 403 for who may neither write the form nor coaches. */
  private async reachOf(scope: Scope, { programId }: FormEntity): Promise<Reach> {
    if (await mayChangeContent(scope, programId)) return { reachesAll: true, callerMember: null };
    if (!holds(scope.caller, 'coach', 'cohort', 'enrollment')) throw forbidden();
    return reachValues(scope.caller);
  }
}
