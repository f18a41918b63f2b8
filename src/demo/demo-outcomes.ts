import type { CohortTeller, Staff } from './cohorts/cohort-teller.js';
import type { Story } from './story.js';

const MEASURES = {
  confidence: {
    name: 'Confidence in difficult talks',
    unit: 'points',
    direction: 'increase',
    min: 0,
    max: 10,
    selfReport: true,
  },
  climate: { name: 'Climate in the team', unit: 'points', direction: 'increase', min: 1, max: 5, decimals: 1 },
  overtime: { name: 'Overtime a week', unit: 'hours', direction: 'decrease', min: 0, max: 60, decimals: 1 },
} as const;

interface Series {
  cohort: 'Harbour' | 'Meadow' | 'Orchard';
  measure: keyof typeof MEASURES;
  /** The baseline is recorded on the first of these days, readings are on the others. */
  days: readonly number[];
  target?: number;
  /** On those days, by first name. */
  values: Readonly<Record<string, readonly number[]>>;
}

const SERIES: readonly Series[] = [
  {
    cohort: 'Orchard',
    measure: 'confidence',
    days: [-127, -92, -63, -38],
    target: 7,
    values: {
      Al: [4, 5, 7, 8],
      Bo: [3, 4, 6, 7],
      Cat: [5, 6, 6, 8],
      Di: [6, 6, 7, 7],
      Ern: [2, 4, 3, 5],
      Fox: [4, 6, 7, 9],
    },
  },
  {
    cohort: 'Orchard',
    measure: 'overtime',
    days: [-126, -80, -39],
    values: { Al: [9.5, 7, 4.5], Bo: [12, 11.5, 8], Cat: [4, 4, 5.5], Geo: [15, 10, 6] },
  },
  {
    cohort: 'Meadow',
    measure: 'confidence',
    days: [-44, -23, -9],
    values: { Bea: [5, 6, 8], Cy: [4, 4, 3], Dot: [6, 7, 7], Fay: [3, 5, 6], Lil: [5, 5, 6] },
  },
  {
    cohort: 'Harbour',
    measure: 'confidence',
    days: [-19, -12, -5],
    target: 8,
    values: {
      Lea: [4, 5, 7],
      Ada: [6, 7, 8],
      Ben: [5, 4, 5],
      Cleo: [3, 5, 7],
      Eva: [6, 6, 8],
      Hugo: [2, 4, 4],
      Luc: [5, 6, 6],
    },
  },
  {
    cohort: 'Harbour',
    measure: 'climate',
    days: [-18, -4.2],
    values: { Lea: [2.8, 3.4], Ada: [3.5, 3.9], Gia: [2.2, 2.1], Ida: [3, 3.6] },
  },
];

interface Told {
  programId: string;
  staff: Staff;
  cohorts: Readonly<Record<Series['cohort'], CohortTeller>>;
}

/** Enters the outcome measures of a program, and who was how well when. */
export function tellOfOutcomes(story: Story, { programId, staff, cohorts }: Told): void {
  const owner = staff.owner.door;
  const ids: Record<string, string> = {};
  story.on(-139, async () => {
    for (const [key, measure] of Object.entries(MEASURES)) {
      const { id } = await owner('create_outcome_measure', { programId, key, ...measure });
      ids[key] = id;
    }
  });
  for (const { cohort, measure, days, target, values } of SERIES) {
    const record = async (name: string, kind: string, value: number): Promise<void> => {
      const enrollmentId = cohorts[cohort].idOf(name);
      await owner('record_outcome', { enrollmentId, outcomeMeasureId: ids[measure], kind, value });
    };
    for (const [name, measured] of Object.entries(values)) {
      for (const [index, value] of measured.entries()) {
        story.on(days[index], () => record(name, index === 0 ? 'baseline' : 'reading', value));
      }
      if (target !== undefined) story.on(days[0], () => record(name, 'target', target));
    }
  }
}
