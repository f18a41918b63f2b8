import type { Schemas } from '@delivery-service/client';
import { Text } from '@mantine/core';
import { accessOf } from '../../api/access.js';
import { useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { dayIn, instantIn, viewerZone } from '../../dates.js';
import { cohorts } from '../../strings/cohorts.js';
import { chart } from '../../strings/chart.js';
import { formResults as t } from '../../strings/form-results.js';
import { number, word } from '../../strings/words.js';
import { reasonText } from '../../ui/chart/figures.js';
import { PeriodInput, usePeriod } from '../../ui/chart/period.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { ResourceInput } from '../../ui/resource-input.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Empty, Loaded } from '../../ui/states.js';
import { useFilter } from './filter.js';
import { QuestionResult } from './question-result.js';

type Results = Schemas['FormResults'];

const DAY_MS = 86_400_000;

/** What the responses to a form say together, by question. */
export default function FormResults({ formId }: { formId: string }) {
  const { isStaff } = accessOf(useSession().me);
  const path = { formId };
  const form = useRead('/forms/{formId}', { path });
  const [formAssignmentId, setAssignment] = useFilter('formAssignmentId');
  const [cohortId, setCohort] = useFilter('cohortId');
  const asked = useRead(
    '/form-assignments/{formAssignmentId}',
    { path: { formAssignmentId } },
    { enabled: formAssignmentId !== '' },
  );
  // Two results of anonymous answers could be subtracted: the service refuses other filters.
  const isAnonymous = formAssignmentId !== '' && asked.data?.anonymous === true;
  const narrower = { ...(cohortId && { cohortId }), ...useInstants() };
  const filters = { ...(formAssignmentId && { formAssignmentId }), ...(!isAnonymous && narrower) };
  const enabled = formAssignmentId === '' || !asked.isPending;
  const query = useRead('/forms/{formId}/results', { path, query: filters }, { enabled });
  if (!form.data) return <PendingScreen title={t.title} query={form} />;
  const { name } = form.data;
  const search = formAssignmentId && `?formAssignmentId=${formAssignmentId}`;
  const input = { placeholder: t.all, isClearable: true, error: undefined };
  return (
    <Screen
      title={t.of(name)}
      trail={[
        <PageLink key="form" to={`/forms/${formId}`}>
          {name}
        </PageLink>,
      ]}
      about={query.data && <About results={query.data} isWhole={formAssignmentId === ''} />}
      // Directors of one program read results, but no responses.
      actions={isStaff && <LinkButton to={`/forms/${formId}/responses${search}`}>{t.responses}</LinkButton>}
    >
      <div className="filters">
        {isStaff && (
          <ResourceInput
            {...input}
            label={t.assignment}
            choosable={{ of: 'formAssignments', formId }}
            value={formAssignmentId}
            onChange={setAssignment}
          />
        )}
        {!isAnonymous && (
          <ResourceInput
            {...input}
            label={t.cohort}
            choosable={{ of: 'cohorts' }}
            value={cohortId}
            onChange={setCohort}
          />
        )}
      </div>
      {!isAnonymous && <PeriodInput zone="UTC" usual={t.usual} lasts={[30, 90, 365]} />}
      <Loaded query={query}>{(results) => <Shown results={results} form={form.data} />}</Loaded>
    </Screen>
  );
}

/** The days of the address, in UTC, as the instants between which a response was first submitted. */
function useInstants(): { from?: string; to?: string } {
  const { from, to } = usePeriod();
  const instantOf = (day: string | undefined, later = 0): string | undefined => {
    const at = Date.parse(`${day ?? ''}T00:00:00Z`);
    return Number.isNaN(at) ? undefined : new Date(at + later).toISOString();
  };
  const [first, end] = [instantOf(from), instantOf(to, DAY_MS)];
  return { ...(first && { from: first }), ...(end && { to: end }) };
}

function About({ results: { scope, asOf, provenance }, isWhole }: { results: Results; isWhole: boolean }) {
  return (
    <>
      {t.asOf(instantIn(viewerZone, asOf), word(provenance.source))} {t.daysHint} {isWhole && t.anonymousHint}{' '}
      {scope === 'assigned' && cohorts.assignedOnly}
    </>
  );
}

function Shown({ results, form }: { results: Results; form: Schemas['Form'] }) {
  const { responses, questions } = results;
  const newest = useNewest(form);
  const labels = questions.map(({ label }) => label);
  const titleOf = ({ key, label }: Results['questions'][number]) =>
    labels.indexOf(label) === labels.lastIndexOf(label) ? label : t.named(label, key);
  return (
    <>
      <Section title={t.facts}>
        {responses.measured ? (
          <Facts
            facts={{
              [t.asked]: number(responses.asked),
              [t.submitted]: number(responses.submitted),
              [t.rate]: chart.percent(Math.round(responses.rate * 1_000) / 10),
              [t.versions]: versionsOf(form),
            }}
          />
        ) : (
          <Text>
            {responses.reason === 'none_submitted'
              ? t.nobodyAsked
              : chart.notMeasuredAtAll(reasonText(responses.reason))}
          </Text>
        )}
      </Section>
      {questions.length === 0 && <Empty>{t.noQuestions}</Empty>}
      <div className="charts">
        {questions.map((result) => (
          <QuestionResult
            key={result.key}
            result={result}
            question={newest.find(({ key }) => key === result.key)}
            title={titleOf(result)}
            file={`${form.name} ${titleOf(result)}`}
          />
        ))}
      </div>
    </>
  );
}

function versionsOf({ versions }: Schemas['Form']): string {
  const oldestFirst = versions.toReversed();
  return oldestFirst.map(({ number: at, publishedAt }) => t.versionOf(at, dayIn(viewerZone, publishedAt))).join(', ');
}

/** The questions of the newest version, which have the ends of scales and the units of numbers. */
function useNewest({ versions }: Schemas['Form']): Schemas['FormQuestion'][] {
  const formVersionId = versions[0]?.id ?? '';
  const { data } = useRead(
    '/form-versions/{formVersionId}',
    { path: { formVersionId } },
    { enabled: formVersionId !== '' },
  );
  return data?.content.questions ?? [];
}
