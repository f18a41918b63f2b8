import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { instantIn, viewerZone } from '../../dates.js';
import { cockpit as t } from '../../strings/cockpit.js';
import { cohorts } from '../../strings/cohorts.js';
import { strings } from '../../strings/common.js';
import { number } from '../../strings/words.js';
import { hint } from '../../ui/hint.js';
import { NotMeasured } from '../../ui/states.js';
import { Day } from '../../ui/value.js';
import { Rhythm } from '../cohorts/rhythm.js';
import { numberOf, type Cockpit, type Signal } from './signals.js';

interface FiguresProps {
  cockpit: Cockpit;
  /** The signal whose people are shown. */
  chosen: Signal | null;
}

/** Every number of the cockpit; each leads to the people behind it. */
export function Figures({ cockpit, chosen }: FiguresProps) {
  const { week, phase, capacity, absences } = cockpit;
  const figures = (section: Section, ...signals: Signal[]) =>
    signals.map((signal) => (
      <Figure key={signal} cockpit={cockpit} signal={signal} section={section} isChosen={signal === chosen}>
        {t.signals[signal]}
      </Figure>
    ));
  return (
    <div className="cockpit">
      <Card cockpit={cockpit} section="members">
        {figures('members', 'all', 'active', 'pending', 'paused', 'completed')}
      </Card>
      <Card cockpit={cockpit} section="rhythm">
        <Rhythm rhythm={cockpit.rhythm} />
        {figures('rhythm', 'on_time', 'late', 'at_risk', 'unknown')}
      </Card>
      <Card cockpit={cockpit} section="reviews">
        {figures('reviews', 'reviews', 'overdue_reviews')}
      </Card>
      <Card cockpit={cockpit} section="blockers">
        {figures('blockers', 'blockers', 'urgent_blockers')}
      </Card>
      <Card cockpit={cockpit} section="absences">
        {absences.measured ? (
          figures('absences', 'absences', 'repeated_absences')
        ) : (
          <NotMeasured reason={absences.reason} />
        )}
      </Card>
      <Card cockpit={cockpit} section="withoutIntervention">
        {figures('withoutIntervention', 'without_intervention')}
      </Card>
      <Card cockpit={cockpit} section="week">
        {week.measured ? (
          <p className="fact">
            {cohorts.week(week.week)}
            <span className="dimmed">
              {' '}
              {t.since} <Day iso={week.startDate} />
            </span>
          </p>
        ) : (
          <NotMeasured reason={week.reason} />
        )}
      </Card>
      <Card cockpit={cockpit} section="phase">
        {phase.measured ? (
          <p className="fact">
            {phase.name} <span className="dimmed">{t.phaseOf(phase.position, phase.total)}</span>
          </p>
        ) : (
          <NotMeasured reason={phase.reason} />
        )}
      </Card>
      <Card cockpit={cockpit} section="capacity">
        {'measured' in capacity ? (
          <NotMeasured reason={capacity.reason} />
        ) : (
          <>
            <Figure cockpit={cockpit} signal="all" section="capacity" isChosen={chosen === 'all'}>
              {capacity.limit === null ? t.seatsTaken : t.seatsTakenOf(capacity.limit)}
            </Figure>
            {capacity.overCapacity && <p className="alarming">{t.overCapacity}</p>}
          </>
        )}
      </Card>
    </div>
  );
}

type Section = keyof Cockpit['provenance'];

function provenanceOf(cockpit: Cockpit, section: Section): string {
  const { source, asOf } = cockpit.provenance[section];
  return strings.common.provenance(source, instantIn(cockpit.cohort.timezone ?? viewerZone, asOf));
}

interface CardProps {
  cockpit: Cockpit;
  section: Section;
  children: ReactNode;
}

/** A section, whose heading says where its figures come from. */
function Card({ cockpit, section, children }: CardProps) {
  return (
    <section className="card" aria-label={t.sections[section]}>
      <h2 tabIndex={0} className="card-title" {...hint(provenanceOf(cockpit, section))}>
        {t.sections[section]}
      </h2>
      {children}
    </section>
  );
}

interface FigureProps {
  cockpit: Cockpit;
  signal: Signal;
  section: Section;
  isChosen: boolean;
  children: ReactNode;
}

/** A number, which leads to the people behind it and says where it comes from. */
function Figure({ cockpit, signal, section, isChosen, children }: FigureProps) {
  const value = numberOf(cockpit, signal);
  return (
    <Link
      href={`/cohorts/${cockpit.cohort.id}?signal=${signal}`}
      className={`figure signal-${signal}`}
      aria-current={isChosen ? 'true' : undefined}
      {...hint(provenanceOf(cockpit, section))}
    >
      <span className="figure-number">{value === null ? strings.common.none : number(value)}</span> {children}
    </Link>
  );
}
