import type { Schemas } from '@delivery-service/client';
import type { ReactNode } from 'react';
import { useRead } from '../../api/reads.js';
import { instantIn } from '../../dates.js';
import { cockpit } from '../../strings/cockpit.js';
import { strings } from '../../strings/common.js';
import { person as t } from '../../strings/person.js';
import { number, word } from '../../strings/words.js';
import { Facts, Section } from '../../ui/screen.js';
import { hint } from '../../ui/hint.js';
import { Loaded, NotMeasured } from '../../ui/states.js';
import { Email } from './email.js';
import { Instant, Status } from '../../ui/value.js';
import { Measure } from './measure.js';

type Briefing = Schemas['EnrollmentBriefing'];

/** What one needs to know before a call; the name of each signal says where it comes from. */
export function Briefing({ briefing }: { briefing: Briefing }) {
  const { week, phase, rhythm, lastContact, attendance, tasks, reviews, blockers, interventions } = briefing;
  const { lastVerdict } = reviews;
  const zone = briefing.cohort.timezone;
  const from = (section: keyof Briefing['provenance'], value: ReactNode) => (
    <span className="sourced" tabIndex={0} {...hint(provenanceOf(briefing, section))}>
      {value}
    </span>
  );
  return (
    <Section
      title={t.briefing}
      hint={
        <>
          {t.asOf} <Instant iso={briefing.asOf} zone={zone} />
        </>
      }
    >
      <Facts
        facts={{
          [t.email]: <Email memberId={briefing.member.id} />,
          [t.coaches]: from('coaches', briefing.coaches.map(({ name }) => name).join(', ') || t.noCoach),
          [t.rhythm]: from('rhythm', <RhythmValue rhythm={rhythm} />),
          [t.alerts]: from('alerts', <Alerts alerts={briefing.alerts} zone={zone} />),
          [t.week]: from(
            'week',
            measured(week, ({ week: number }) => number),
          ),
          [t.phase]: from(
            'phase',
            measured(phase, ({ name, position, total }) => `${name} (${position}/${total})`),
          ),
          [t.tasks]: from(
            'tasks',
            <>
              {t.tasksOf(tasks.open, tasks.overdue)}
              {tasks.next && (
                <div className="dimmed">
                  {t.next} {tasks.next.title}, <Instant iso={tasks.next.dueAt} zone={zone} />
                </div>
              )}
            </>,
          ),
          [t.reviews]: from('reviews', t.reviewsOf(reviews.pending, reviews.overdue)),
          [t.lastVerdict]: from(
            'lastVerdict',
            measured(lastVerdict, ({ verdict }) => <Status value={verdict} />),
          ),
          [t.blockers]: from(
            'blockers',
            <>
              {number(blockers.open)}
              {blockers.items.map(({ id, title, urgency }) => (
                <div key={id} className="dimmed">
                  {title} {urgency === 'urgent' && <Status value={urgency} />}
                </div>
              ))}
            </>,
          ),
          [t.interventions]: from(
            'interventions',
            <>
              {t.overdueOf(interventions.open, interventions.overdue)}
              {interventions.items.map(({ id, title, dueAt, overdue, ownerName }) => (
                <div key={id} className="dimmed">
                  {title}, {ownerName}, <Instant iso={dueAt} zone={zone} /> {overdue && <Status value="overdue" />}
                </div>
              ))}
            </>,
          ),
          [t.lastContact]: from(
            'lastContact',
            measured(lastContact, ({ kind, days }) => `${word(kind)}, ${t.daysAgo(days)}`),
          ),
          [t.nextCoaching]: from(
            'nextCoachingSession',
            <Instant iso={briefing.nextCoachingSession?.scheduledAt} zone={zone} />,
          ),
          [t.nextLive]: from(
            'nextLive',
            briefing.nextLive && (
              <>
                {briefing.nextLive.title}, <Instant iso={briefing.nextLive.startsAt} zone={zone} />
              </>
            ),
          ),
          [t.attendance]: from(
            'attendance',
            measured(attendance, ({ present, absent, excused }) => t.attended(present, absent, excused)),
          ),
          [t.partNames.progress]: <ProgressValue enrollmentId={briefing.enrollment.id} />,
          [t.extensions]: from('extensions', number(briefing.extensions.count)),
          [t.groups]: from(
            'groups',
            briefing.groups.map(({ groupName }) => groupName).join(', ') || strings.common.none,
          ),
        }}
      />
      {briefing.recentNotes.map(({ id, body, writtenAt, writtenByName }) => (
        <blockquote key={id} className="note">
          {body}
          <footer>
            {writtenByName}, <Instant iso={writtenAt} zone={zone} />
          </footer>
        </blockquote>
      ))}
    </Section>
  );
}

/** Read beside the briefing, which does not have it. */
function ProgressValue({ enrollmentId }: { enrollmentId: string }) {
  const query = useRead('/enrollments/{enrollmentId}/progress', { path: { enrollmentId } });
  return (
    <Loaded query={query}>
      {({ overall, path }) => (
        <>
          <Measure progress={overall} />
          {path && <div className="dimmed">{path.name}</div>}
        </>
      )}
    </Loaded>
  );
}

function provenanceOf({ provenance, cohort }: Briefing, section: keyof Briefing['provenance']): string {
  const { source, asOf } = provenance[section];
  return strings.common.provenance(source, instantIn(cohort.timezone, asOf));
}

/** A signal: its value, or the reason why it has none. */
function measured<Signal extends { measured: true } | { measured: false; reason: string }>(
  signal: Signal,
  show: (value: Extract<Signal, { measured: true }>) => ReactNode,
): ReactNode {
  return signal.measured ? show(signal as Extract<Signal, { measured: true }>) : <NotMeasured reason={signal.reason} />;
}

function RhythmValue({ rhythm }: { rhythm: Briefing['rhythm'] }) {
  return measured(rhythm, ({ value, because }) => (
    <>
      <Status value={value} />
      <div className="dimmed">{because.map(({ code, count }) => t.because(code, count)).join(', ')}</div>
    </>
  ));
}

function Alerts({ alerts, zone }: { alerts: Briefing['alerts']; zone: string }) {
  if (alerts.length === 0) return t.noAlerts;
  return (
    <ul className="plain-list">
      {alerts.map(({ reason, since, coveredBy }) => (
        <li key={reason}>
          <Status value={reason} /> {coveredBy.length === 0 ? t.uncovered : t.covered(coveredBy.length)}
          {since && (
            <div className="dimmed">
              {cockpit.since} <Instant iso={since} zone={zone} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
