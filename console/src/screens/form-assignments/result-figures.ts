import type { Schemas } from '@delivery-service/client';
import { formResults as t } from '../../strings/form-results.js';
import { decimal } from '../../strings/words.js';
import type { Figures, Point } from '../../ui/chart/figures.js';

type Question = Schemas['FormQuestion'];
type NumberResult = Schemas['NumberResult'];

function bars(header: string, points: Point[], values: number[]): Figures {
  return { kind: 'bars', header, points, series: [{ name: t.count, tone: 'blue', values }] };
}

export function choiceFigures({ options }: Schemas['ChoiceResult']): Figures {
  const points = options.map(({ label, value }) => ({ label, name: label || value }));
  return bars(
    t.option,
    points,
    options.map(({ count }) => count),
  );
}

export function consentFigures({ given, refused }: Schemas['ConsentResult']): Figures {
  const points: Point[] = [
    { label: t.given, tone: 'green' },
    { label: t.refused, tone: 'gray' },
  ];
  return bars(t.option, points, [given, refused]);
}

/** The values that were answered, in their order. */
export function numberFigures({ counts }: NumberResult): Figures {
  return bars(
    t.value,
    counts.map(({ value }) => ({ label: decimal(value) })),
    counts.map(({ count }) => count),
  );
}

/** Every step of a scale, also those that nobody chose: of the newest version where that asks it, and what was answered before. */
export function scaleFigures({ counts }: NumberResult, question: Question | undefined): Figures {
  const ends = question?.kind === 'scale' ? [question.min, question.max] : [];
  const known = [...counts.map(({ value }) => value), ...ends.filter((end) => typeof end === 'number')];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const steps = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  const countOf = new Map(counts.map(({ value, count }) => [value, count]));
  return bars(
    t.value,
    steps.map((step) => ({ label: decimal(step) })),
    steps.map((step) => countOf.get(step) ?? 0),
  );
}
