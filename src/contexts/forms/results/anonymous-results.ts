import { Injectable } from '@nestjs/common';
import { invalidFields } from '#kernel/errors';
import { groupedBy } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { SMALLEST_SAMPLE } from '../anonymous/shown-answers.js';
import { statusAt, type FormAssignmentEntity } from '../assignment/form-assignment.entity.js';
import { FormAssignmentRepository } from '../assignment/form-assignment.repository.js';
import { formTables } from '../forms.tables.js';
import { MAX_TEXTS, type FormResultsQuery } from './form-results.dto.js';
import { countingValues } from './counted-values.js';
import type { AnswerCount, Asked, Results } from './question-results.js';
import { NONE, toResult, unmeasured } from './question-results.js';

const SOURCE = 'anonymous_responses, form_participations, form_assignments, enrollments';

const countAnswers = formTables
  .statement(
    'count_anonymous_answers',
    { assignment: 'uuid', valued: 'text[]' },
    countingValues(`select a.key, a.answer as value from anonymous_responses a
      where a.organization_id = :organization and a.form_assignment_id = :assignment`),
  )
  .returning<AnswerCount>();

const countByKey = formTables
  .statement(
    'count_anonymous_answers_by_key',
    { assignment: 'uuid' },
    `select a.key, count(*)::integer as count from anonymous_responses a
     where a.organization_id = :organization and a.form_assignment_id = :assignment group by a.key`,
  )
  .returning<{ key: string; count: number }>();

// By ids that are random.
const listTexts = formTables
  .statement(
    'list_anonymous_texts',
    { assignment: 'uuid', keys: 'text[]' },
    `select k.key, t.text from unnest(:keys::text[]) as k (key)
     cross join lateral (
       select a.answer #>> '{}' as text from anonymous_responses a
       where a.organization_id = :organization and a.form_assignment_id = :assignment and a.key = k.key
       order by a.id limit ${MAX_TEXTS}) t`,
  )
  .returning<{ key: string; text: string }>();

/** The results of one anonymous assignment: once, when it is closed for good, to whoever reaches everybody asked. */
@Injectable()
export class AnonymousResults {
  constructor(private readonly assignments: FormAssignmentRepository) {}

  /** Throws 400 for any other filter: two results could be subtracted. */
  async read(
    scope: Scope,
    assignment: FormAssignmentEntity,
    { query, asked, reachesAll }: { query: FormResultsQuery; asked: readonly Asked[]; reachesAll: boolean },
  ): Promise<Results> {
    const filters = (['cohortId', 'from', 'to'] as const).filter((field) => query[field] !== undefined);
    if (filters.length > 0) {
      throw invalidFields(filters.map((field) => ({ field, issue: 'must be absent for an anonymous assignment' })));
    }
    const { asked: all, answered, areAll } = await this.assignments.countParticipations(scope, assignment.id);
    const isWhole = reachesAll || areAll;
    if (!isWhole || statusAt(assignment, scope.now) === 'open') {
      const none = unmeasured(isWhole ? 'not_closed' : 'not_whole');
      return { source: SOURCE, responses: none, questions: asked.map((question) => toResult(question, none)) };
    }
    return {
      source: SOURCE,
      // Whoever has answered counts, also if they are not asked any more.
      responses:
        all === 0 ? NONE : { measured: true, asked: all, submitted: answered, rate: Math.min(1, answered / all) },
      questions: await this.questions(scope, assignment.id, asked),
    };
  }

  private async questions(scope: Scope, assignment: string, asked: readonly Asked[]): Promise<Results['questions']> {
    const valued = asked.filter(({ isValued }) => isValued).map(({ newest }) => newest.key);
    const written = asked.filter(({ newest: { kind } }) => kind === 'text' || kind === 'long_text');
    const keys = written.map(({ newest }) => newest.key);
    const counts = groupedBy(await scope.query(countAnswers, { assignment, valued }), ({ key }) => key);
    const totals = new Map((await scope.query(countByKey, { assignment })).map(({ key, count }) => [key, count]));
    const texts = groupedBy(await scope.query(listTexts, { assignment, keys }), ({ key }) => key);
    return asked.map((question) => {
      const { key } = question.newest;
      const total = totals.get(key) ?? 0;
      if (total > 0 && total < SMALLEST_SAMPLE) return toResult(question, unmeasured('sample_too_small'));
      const own = keys.includes(key) ? (texts.get(key) ?? []).map(({ text }) => text) : undefined;
      return toResult(question, counts.get(key) ?? [], own);
    });
  }
}
