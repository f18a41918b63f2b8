import type { Schemas } from '@delivery-service/client';
import { analytics as t } from '../../strings/analytics.js';
import { Chart } from '../../ui/chart/chart.js';
import { effectOf } from './cohort-figures.js';

interface EffectProps {
  file: string;
  hint: string;
  effect: Schemas['CohortAnalytics']['interventions']['effect'];
}

/** How people were doing after interventions, and what that does not prove. */
export function Effect({ file, hint, effect }: EffectProps) {
  return (
    <Chart
      title={t.effect}
      file={file}
      hint={`${hint}${effect.measured ? ` ${t.measuredOn(effect.sample)}.` : ''}`}
      figures={effectOf(effect)}
    >
      <div className="caveats">
        <strong>{t.caveats}</strong>
        <ul>
          {t.caveatList.map((caveat) => (
            <li key={caveat}>{caveat}</li>
          ))}
        </ul>
      </div>
    </Chart>
  );
}
