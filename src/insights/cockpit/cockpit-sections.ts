import type {
  CockpitPhase,
  CockpitWeek,
  MeasuredCount,
  MissingReason,
  NotMeasured,
  Provenance,
} from './cockpit.dto.js';
import { weekOf } from './cockpit-week.js';

/** The section `week` of a cohort in the time zone. */
export function week(cohort: { startDate: string | null; timezone: string }, now: Date): CockpitWeek | NotMeasured {
  const { startDate, timezone } = cohort;
  if (startDate === null) return notMeasured('start_date_missing');
  const number = weekOf(startDate, timezone, now);
  if (number === 0) return notMeasured('not_started');
  return { measured: true, week: number, startDate: `${startDate}T00:00:00.000Z`, timezone };
}

export function measured(total: number, highlighted: number): MeasuredCount {
  return { measured: true, total, highlighted };
}

export function notMeasured(reason: MissingReason): NotMeasured {
  return { measured: false, reason };
}

/** The current phase of a cohort, as a row has it. */
export interface PhaseRow {
  phase_id: string | null;
  phase_name: string | null;
  phase_position: number | null;
  phase_total: number;
}

/** The columns of `PhaseRow`, for a cohort `c` that is joined with `CURRENT_PHASE`. */
export const PHASE_COLUMNS = `f.id as phase_id, f.name as phase_name, f.position as phase_position,
  (select count(*)::integer from cohort_phases a
   where a.organization_id = :organization and a.cohort_id = c.id) as phase_total`;

export const CURRENT_PHASE = `left join cohort_phases f
  on f.organization_id = :organization and f.cohort_id = c.id and f.id = c.current_phase_id`;

export function phase(cohort: PhaseRow): CockpitPhase | NotMeasured {
  if (cohort.phase_total === 0) return notMeasured('not_configured');
  const { phase_id: id, phase_name: name, phase_position: position, phase_total: total } = cohort;
  if (id === null || name === null || position === null) return notMeasured('not_positioned');
  return { measured: true, id, name, position, total };
}

/** The source of each section, and the instant of its data. */
export function provenanceOf<Section extends string>(
  sources: Readonly<Record<Section, string>>,
  instant: Date,
): Record<Section, Provenance> {
  const asOf = instant.toISOString();
  const entries = Object.entries<string>(sources).map(([key, source]) => [key, { source, asOf }]);
  return Object.fromEntries(entries) as Record<Section, Provenance>;
}

/** The sections without a value. */
export function unavailableOf<Section extends string>(
  sources: Readonly<Record<Section, string>>,
  sections: Partial<Record<Section, object>>,
): { key: Section; source: string; reason: string }[] {
  const entries = Object.entries(sections) as [Section, object][];
  return entries.flatMap(([key, section]) =>
    'reason' in section ? [{ key, source: sources[key], reason: (section as NotMeasured).reason }] : [],
  );
}
