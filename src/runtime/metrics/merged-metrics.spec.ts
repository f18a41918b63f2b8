import { expect, it } from '@jest/globals';
import { mergeMetrics } from './merged-metrics.js';

const of = (process: number, more = ''): string => `# HELP reads_total Reads, # HELP or not.
# TYPE reads_total counter
reads_total{source="standby",process="${process}"} ${process}0
reads_total{source="primary",process="${process}"} 0

# HELP lag_seconds Lag.
# TYPE lag_seconds gauge
${more}`;

it('names each metric once and keeps the samples of every process', () => {
  expect(mergeMetrics([of(1), of(2, 'lag_seconds{process="2"} 0.5\n'), '']))
    .toBe(`# HELP reads_total Reads, # HELP or not.
# TYPE reads_total counter
reads_total{source="standby",process="1"} 10
reads_total{source="primary",process="1"} 0
reads_total{source="standby",process="2"} 20
reads_total{source="primary",process="2"} 0

# HELP lag_seconds Lag.
# TYPE lag_seconds gauge
lag_seconds{process="2"} 0.5
`);
});
