import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { instantIn, viewerZone } from '../../dates.js';
import { strings } from '../../strings.js';
import { NotMeasured } from '../../ui/states.js';
import { Day, Provenance } from '../../ui/value.js';
import { Rhythm } from '../cohorts/rhythm.js';
import { numberOf, type Cockpit, type Signal } from './signals.js';

const t = strings.cockpit;

interface FiguresProps {
  cockpit: Cockpit;
  /** The signal whose people are shown. */
  chosen: Signal | null;
}

/** Every number of the cockpit; each leads to the people behind it. */
export function Figures({ cockpit, chosen }: FiguresProps) {
  const { week, phase, capacity, absences } = cockpit;
  const figures = (...signals: Signal[]) =>
    signals.map((signal) => <Figure key={signal} cockpit={cockpit} signal={signal} isChosen={signal === chosen} />);
  return (
    <div className="cockpit">
      <Card cockpit={cockpit} section="members">
        {figures('all', 'active', 'pending', 'paused', 'completed')}
      </Card>
      <Card cockpit={cockpit} section="rhythm">
        <Rhythm rhythm={cockpit.rhythm} />
        {figures('on_time', 'late', 'at_risk', 'unknown')}
      </Card>
      <Card cockpit={cockpit} section="reviews">
        {figures('reviews', 'overdue_reviews')}
      </Card>
      <Card cockpit={cockpit} section="blockers">
        {figures('blockers', 'urgent_blockers')}
      </Card>
      <Card cockpit={cockpit} section="absences">
        {absences.measured ? figures('absences', 'repeated_absences') : <NotMeasured reason={absences.reason} />}
      </Card>
      <Card cockpit={cockpit} section="withoutIntervention">
        {figures('without_intervention')}
      </Card>
      <Card cockpit={cockpit} section="week">
        {week.measured ? (
          <p className="fact">
            {strings.cohorts.week(week.week)}
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
          <p className="fact">
            {capacity.limit === null ? t.seats(capacity.occupancy) : t.seatsOf(capacity.occupancy, capacity.limit)}
            {capacity.overCapacity && <span className="alarming"> {t.overCapacity}</span>}
          </p>
        )}
      </Card>
    </div>
  );
}

interface CardProps {
  cockpit: Cockpit;
  section: keyof Cockpit['provenance'];
  children: ReactNode;
}

/** A section, whose heading says where its figures come from. */
function Card({ cockpit, section, children }: CardProps) {
  const { source, asOf } = cockpit.provenance[section];
  const zone = cockpit.cohort.timezone ?? viewerZone;
  return (
    <section className="card" aria-label={t.sections[section]}>
      <Provenance text={t.provenance(source, instantIn(zone, asOf))}>
        <h2 tabIndex={0} className="card-title">
          {t.sections[section]}
        </h2>
      </Provenance>
      {children}
    </section>
  );
}

function Figure({ cockpit, signal, isChosen }: { cockpit: Cockpit; signal: Signal; isChosen: boolean }) {
  return (
    <Link
      href={`/cohorts/${cockpit.cohort.id}?signal=${signal}`}
      className={`figure signal-${signal}`}
      aria-current={isChosen ? 'true' : undefined}
    >
      <span className="figure-number">{numberOf(cockpit, signal)}</span> {t.signals[signal]}
    </Link>
  );
}
