import { Injectable } from '@nestjs/common';
import { reachValues } from '#contexts/enrollments/enrollments.public.js';
import { mayChangeContent } from '#contexts/programs/programs.public.js';
import { holds } from '#kernel/access';
import { forbidden, invalidField } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { groupedBy } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { FormEntity } from '../form/form.entity.js';
import type { Question, QuestionKind } from '../form/question.js';
import { figuresOf } from './figures.js';
import { FormResults, MAX_VALUES, QuestionResult, type FormResultsQuery } from './form-results.dto.js';
import { FormResultsRepository, type ResultFilters } from './form-results.repository.js';

const VALUED: readonly QuestionKind[] = ['choice', 'multi', 'scale', 'number', 'consent'];
const NONE = { measured: false, reason: 'none_submitted' } as const;
const SOURCE = 'form_responses, form_assignments, enrollments';

/** A question over all versions of its form, newest first. */
interface Asked {
  newest: Question;
  all: Question[];
  versions: number[];
}

type Count = Awaited<ReturnType<FormResultsRepository['countAnswers']>>[number];

@Injectable()
export class FormResultsService {
  constructor(private readonly results: FormResultsRepository) {}

  async read(scope: Scope, formId: string, query: FormResultsQuery): Promise<FormResults> {
    const { formAssignmentId = null, cohortId = null, from = null, to = null } = query;
    const reach = await this.reachOf(scope, await scope.get(FormEntity, formId));
    if (formAssignmentId !== null && !(await this.results.hasAssignment(scope, formId, formAssignmentId))) {
      throw invalidField('formAssignmentId', 'must be an assignment of the form');
    }
    const filters = { form: formId, assignment: formAssignmentId, cohort: cohortId, from, to, ...reach };
    const asked = byKey(await this.results.listVersions(scope, formId));
    const valued = asked.filter(({ newest }) => VALUED.includes(newest.kind)).map(({ newest }) => newest.key);
    const { asked: all, submitted } = await this.results.countAsked(scope, filters);
    const counts = groupedBy(await this.results.countAnswers(scope, filters, valued), ({ key }) => key);
    const asOf = await scope.asOf();
    return toResource(FormResults, {
      ...{ formId, asOf, scope: reach.reachesAll ? 'tenant' : 'assigned' },
      responses: all === 0 ? NONE : { measured: true, asked: all, submitted, rate: submitted / all },
      questions: asked.map((question) => toResult(question, counts.get(question.newest.key) ?? [])),
      provenance: { source: SOURCE, asOf: asOf.toISOString() },
    });
  }

  /** Throws 403 for who may neither write the form nor coaches. */
  private async reachOf(
    scope: Scope,
    { programId }: FormEntity,
  ): Promise<Pick<ResultFilters, 'reachesAll' | 'callerMember'>> {
    if (await mayChangeContent(scope, programId)) return { reachesAll: true, callerMember: null };
    if (!holds(scope.caller, 'coach', 'cohort', 'enrollment')) throw forbidden();
    return reachValues(scope.caller);
  }
}

/** The questions by their keys: in the order of the newest version, then those that only earlier ones have. */
function byKey(versions: Awaited<ReturnType<FormResultsRepository['listVersions']>>): Asked[] {
  const asked = new Map<string, Asked>();
  for (const { number, content } of versions) {
    for (const question of content.questions) {
      if (question.kind === 'info') continue;
      const found = asked.get(question.key) ?? { newest: question, all: [], versions: [] };
      found.all.push(question);
      found.versions.unshift(number);
      asked.set(question.key, found);
    }
  }
  return [...asked.values()];
}

function toResult({ newest, all, versions }: Asked, counts: readonly Count[]): QuestionResult {
  const { key, kind, label } = newest;
  const result = counts.length === 0 ? NONE : { measured: true as const, ...resultOf(kind, all, counts) };
  return toResource(QuestionResult, { key, kind, label, versions, result: result as QuestionResult['result'] });
}

function resultOf(kind: QuestionKind, all: readonly Question[], counts: readonly Count[]): object {
  const countOf = (value: string): number => counts.find((one) => one.value === value)?.count ?? 0;
  switch (kind) {
    case 'choice':
    case 'multi': {
      const labels = new Map<string, string>();
      for (const { value, label } of all.flatMap(({ options = [] }) => options)) {
        if (!labels.has(value)) labels.set(value, label);
      }
      return { options: [...labels].map(([value, label]) => ({ value, label, count: countOf(value) })) };
    }
    case 'scale':
    case 'number': {
      const values = counts.map(({ value, count }) => ({ value: Number(value), count }));
      const ascending = values.sort((one, other) => one.value - other.value);
      const frequent = values.toSorted((one, other) => other.count - one.count).slice(0, MAX_VALUES);
      const shown = frequent.sort((one, other) => one.value - other.value);
      return { ...figuresOf(ascending), counts: shown };
    }
    case 'consent':
      return { given: countOf('true'), refused: countOf('false') };
    default:
      return { answered: counts.reduce((sum, { count }) => sum + count, 0) };
  }
}
