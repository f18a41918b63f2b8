import type { Schemas } from '@delivery-service/client';
import { cohorts } from '../../strings/cohorts.js';

const PARTS = ['on_time', 'late', 'at_risk', 'unknown'] as const;

/** How many are on time, late, at risk or unknown: a bar, and the same in words. */
export function Rhythm({ rhythm }: { rhythm: Schemas['CockpitRhythm'] }) {
  const total = PARTS.reduce((sum, part) => sum + rhythm[part], 0);
  const percent = (parts: readonly (typeof PARTS)[number][]) =>
    parts.reduce((sum, part) => sum + rhythm[part] / Math.max(total, 1), 0) * 100;
  return (
    <div className="rhythm">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {PARTS.map((part, at) => (
          <rect
            key={part}
            className={`rhythm-${part}`}
            x={percent(PARTS.slice(0, at))}
            width={percent([part])}
            height="8"
          />
        ))}
      </svg>
      <div className="small">{cohorts.rhythm(rhythm)}</div>
    </div>
  );
}
