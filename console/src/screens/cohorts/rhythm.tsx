import type { Schemas } from '@delivery-service/client';
import { strings } from '../../strings.js';

const PARTS = ['on_time', 'late', 'at_risk', 'unknown'] as const;

/** How many are on time, late, at risk or unknown: a bar, and the same in words. */
export function Rhythm({ rhythm }: { rhythm: Schemas['CockpitRhythm'] }) {
  const total = PARTS.reduce((sum, part) => sum + rhythm[part], 0);
  let x = 0;
  return (
    <div className="rhythm">
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        {PARTS.map((part) => {
          const width = total === 0 ? 0 : (rhythm[part] / total) * 100;
          const bar = <rect key={part} className={`rhythm-${part}`} x={x} width={width} height="8" />;
          x += width;
          return bar;
        })}
      </svg>
      <div className="small">{strings.cohorts.rhythm(rhythm)}</div>
    </div>
  );
}
