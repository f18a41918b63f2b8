import type { Schemas } from '@delivery-service/client';
import { useRead } from '../../api/reads.js';
import { dayIn, instantIn } from '../../dates.js';
import { analytics as t } from '../../strings/analytics.js';
import { cockpit } from '../../strings/cockpit.js';
import { cohorts } from '../../strings/cohorts.js';
import { number, word } from '../../strings/words.js';
import { Chart } from '../../ui/chart/chart.js';
import { PeriodInput, usePeriod } from '../../ui/chart/period.js';
import { LinkButton, PageLink } from '../../ui/link.js';
import { Facts, PendingScreen, Screen, Section } from '../../ui/screen.js';
import { Loaded, NotMeasured } from '../../ui/states.js';
import { Effect } from './effect.js';
import { enrollmentsOf, interventionsOf, progressOf, quantilesOf, ratesOf } from './cohort-figures.js';
import { OutcomeChanges } from './outcome-changes.js';

export type Analytics = Schemas['CohortAnalytics'];

/** What happened in a cohort over a period: charts, and what they do not show. */
export default function CohortAnalytics({ cohortId }: { cohortId: string }) {
  const path = { cohortId };
  // The cohort is named while another period is being read, or was refused.
  const cohort = useRead('/cohorts/{cohortId}', { path });
  const query = useRead('/cohorts/{cohortId}/analytics', { path, query: usePeriod() });
  if (!cohort.data) return <PendingScreen title={t.title} query={cohort} />;
  const { name, timezone } = cohort.data;
  return (
    <Screen
      title={t.of(name)}
      trail={[
        <PageLink key="cohort" to={`/cohorts/${cohortId}`}>
          {name}
        </PageLink>,
      ]}
      about={query.data && <About analytics={query.data} />}
      actions={<LinkButton to={`/cohorts/${cohortId}`}>{cockpit.title}</LinkButton>}
    >
      <PeriodInput zone={timezone} usual={t.usual} lasts={[30, 90, 365]} />
      <Loaded query={query}>{(analytics) => <Charts analytics={analytics} />}</Loaded>
    </Screen>
  );
}

function About({ analytics: { scope, period, cohort, asOf } }: { analytics: Analytics }) {
  return (
    <>
      {t.period(dayIn('UTC', period.from), dayIn('UTC', period.to), instantIn(cohort.timezone, asOf))}{' '}
      {scope === 'assigned' && cohorts.assignedOnly}
    </>
  );
}

function Charts({ analytics }: { analytics: Analytics }) {
  const { cohort, progress, interventions, daysToComplete, reviewHours, provenance, outcomes } = analytics;
  /** What a chart is about, and where its figures come from. */
  const hint = (section: keyof Analytics['provenance'], text = '') => {
    return `${text} ${t.source(word(provenance[section].source))}`.trim();
  };
  const file = (title: string) => `${cohort.name} ${title}`;
  return (
    <>
      <Short analytics={analytics} />
      <div className="charts">
        <Chart
          title={t.enrollments}
          file={file(t.enrollments)}
          hint={hint('enrollments', t.enrollmentsHint)}
          figures={enrollmentsOf(analytics)}
        />
        <Chart title={t.rates} file={file(t.rates)} hint={t.ratesHint} figures={ratesOf(analytics)} />
        <Chart
          title={t.progress}
          file={file(t.progress)}
          hint={hint('progress', `${t.progressHint} ${progress.measured ? t.median(progress.median) : ''}`.trim())}
          figures={progressOf(progress)}
        />
        <Chart
          title={t.interventions}
          file={file(t.interventions)}
          hint={hint('interventions', t.interventionsHint)}
          figures={interventionsOf(interventions)}
        />
        <Chart
          title={t.days}
          file={file(t.days)}
          hint={hint('daysToComplete')}
          figures={quantilesOf(t.days, daysToComplete)}
        />
        <Chart
          title={t.hours}
          file={file(t.hours)}
          hint={hint('reviewHours')}
          figures={quantilesOf(t.hours, reviewHours)}
        />
      </div>
      <Effect file={file(t.effect)} hint={hint('effect', t.effectHint)} effect={interventions.effect} />
      <OutcomeChanges file={file(t.outcomes)} hint={hint('outcomes', t.outcomesHint)} outcomes={outcomes} />
    </>
  );
}

/** What is one number each. */
function Short({ analytics: { enrollments, contacts, submissions, attendance } }: { analytics: Analytics }) {
  return (
    <Section title={t.facts}>
      <Facts
        facts={{
          [t.entered]: number(enrollments.entered),
          [t.left]: number(enrollments.left),
          [t.contacts]: contacts.measured ? (
            `${t.perWeek(contacts.perActiveMemberWeek)}, ${t.measuredOn(contacts.sample)}`
          ) : (
            <NotMeasured reason={contacts.reason} />
          ),
          [t.handedIn]: submissions.measured ? (
            number(submissions.handedIn)
          ) : (
            <NotMeasured reason={submissions.reason} />
          ),
          [t.excused]: attendance.measured ? number(attendance.excused) : <NotMeasured reason={attendance.reason} />,
        }}
      />
    </Section>
  );
}
