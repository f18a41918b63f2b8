import uPlot, { type AlignedData, type Axis, type Options, type Series as Line } from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { locale, number } from '../../strings/words.js';
import { isNumber, type Figures, type Tone } from './figures.js';

const HEIGHT = 220;
/** Longer names of bars are cut off; the table has them whole. */
const LONGEST_NAME = 22;
const CHARACTER = 7;

const DAY_S = 86_400;
const MONTH_S = DAY_S * 30;
/** What may lie between two labels of days. */
const STEPS = [1, 2, 3, 7, 14].map((days) => days * DAY_S).concat([1, 2, 3, 6, 12].map((months) => months * MONTH_S));
const WHOLE = [1, 2, 5]
  .flatMap((step) => [0, 1, 2, 3, 4, 5, 6].map((power) => step * 10 ** power))
  .sort((a, b) => a - b);
/** Lines differ by more than their color; `styles.css` has the same for the legend. */
const DASHES = [[], [7, 4], [2, 4], [10, 4, 2, 4]];
/** Up to so many points, each has a dot. */
const MOST_DOTS = 14;

const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });

interface Look {
  font: string;
  text: string;
  line: string;
  tone: (tone: Tone) => string;
}

/** The colors of the theme, as they are now: a canvas takes no variables. */
function lookOf(element: HTMLElement): Look {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    font: `12px ${style.fontFamily}`,
    text: of('--mantine-color-dimmed'),
    line: of('--line'),
    tone: (tone) => of(`--chart-${tone}`),
  };
}

/** Draws into the element, as wide as it is. */
export function draw(element: HTMLElement, figures: Figures, onPoint: (at: number | null) => void): uPlot {
  const look = lookOf(element);
  const isBars = figures.kind === 'bars';
  const options: Options = {
    width: element.clientWidth,
    height: heightOf(figures, element.clientWidth),
    // Days are those of UTC, as the API writes them.
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'Etc/UTC'),
    legend: { show: false },
    cursor: { show: !isBars, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: !isBars, range: () => ends(figures) },
      y: { range: heights(figures) },
    },
    axes: [isBars ? names(figures, look) : times(look), scale(figures, look)],
    series: [{}, ...(isBars ? bars(figures, look) : lines(figures, look))],
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      ...(isBars && { draw: [(plot: uPlot) => writeValues(plot, figures, look)] }),
    },
  };
  return new uPlot(options, dataOf(figures), element);
}

/** A gap is null; where a line has nothing at all, as another one has a point there, it goes on. */
function dataOf({ kind, points, series }: Figures): AlignedData {
  if (kind === 'bars') {
    const values = series[0]?.values ?? [];
    const own = (at: number) => points.map((_, other) => (other === at ? (drawn(values[at]) ?? null) : null));
    return [points.map((_, at) => at), ...points.map((_, at) => own(at))];
  }
  return [points.map(({ at = 0 }) => at / 1_000), ...series.map(({ values }) => values.map(drawn))];
}

function drawn(value: Figures['series'][number]['values'][number]): number | null | undefined {
  return value === undefined || isNumber(value) ? value : null;
}

/** A little room at both ends; one point alone is in the middle. */
function ends({ kind, points }: Figures): [number, number] {
  if (kind === 'bars') return [-0.5, points.length - 0.5];
  const [least, most] = [(points[0]?.at ?? 0) / 1_000, (points.at(-1)?.at ?? 0) / 1_000];
  const aside = least === most ? DAY_S : (most - least) * 0.01;
  return [least - aside, most + aside];
}

/** How high a chart of this width is: names that are written aslant take room of their own. */
export function heightOf(figures: Figures, width: number): number {
  return HEIGHT + slantOf(figures, width);
}

/** The height of names written aslant; 0 where there is room for them side by side. */
function slantOf({ kind, points }: Figures, width: number): number {
  if (kind !== 'bars') return 0;
  const longest = CHARACTER * Math.max(...points.map(({ label }) => nameOf(label).length));
  return longest > (width - 60) / points.length ? Math.ceil(longest * 0.65) : 0;
}

function nameOf(label: string): string {
  return label.length > LONGEST_NAME ? `${label.slice(0, LONGEST_NAME - 1)}…` : label;
}

function heights({ from = 0, to }: Figures): uPlot.Scale.Range {
  return (_, least, most) => {
    const [low, high] = [from ?? least, to ?? most];
    const room = high === low ? 1 : (high - low) * 0.12;
    const below = Math.min(low, least);
    return [below < (from ?? below + 1) ? below - room : below, to ?? high + room];
  };
}

/** Days, or months where there are many. */
function times(look: Look): Axis {
  return {
    ...axis(look),
    incrs: STEPS,
    space: 72,
    size: 32,
    values: (_, splits, __, ___, step) =>
      splits.map((seconds) => (step < MONTH_S ? shortDay : shortMonth).format(new Date(seconds * 1_000))),
  };
}

function names(figures: Figures, look: Look): Axis {
  const slant = ({ width }: { width: number }) => slantOf(figures, width);
  return {
    ...axis(look),
    splits: () => figures.points.map((_, at) => at),
    values: () => figures.points.map(({ label }) => nameOf(label)),
    rotate: (plot) => (slant(plot) > 0 ? 40 : 0),
    size: (plot) => 30 + slant(plot),
    grid: { show: false },
    ticks: { show: false },
  };
}

function scale({ kind, series }: Figures, look: Look): Axis {
  const shown = kind === 'bars' ? series.slice(0, 1) : series;
  const isWhole = shown.every(({ values }) => values.every((value) => !isNumber(value) || Number.isInteger(value)));
  const { format = number } = series[0] ?? {};
  return {
    ...axis(look),
    ...(isWhole && { incrs: WHOLE }),
    values: (_, splits) => splits.map((value) => format(value)),
    size: (_, values) => 16 + 7 * Math.max(...(values ?? ['']).map((text) => text.length)),
    space: 36,
  };
}

function axis({ font, text, line }: Look): Axis {
  return { font, stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1, size: 4 } };
}

/** Lines with gaps; a dot for each point where they are few, and for a point between two gaps. */
function lines({ kind, points, series }: Figures, { tone }: Look): Line[] {
  const areDotted = kind === 'instants' || points.length <= MOST_DOTS;
  return series.map(({ name, tone: named, values, isStepped }, at) => {
    const isMeasured = (index: number) => index >= 0 && index < values.length && drawn(values[index]) !== null;
    const isAlone = (index: number) => !isMeasured(index - 1) && !isMeasured(index + 1);
    const dots = points.flatMap((_, index) =>
      isNumber(values[index]) && (areDotted || isAlone(index)) ? [index] : [],
    );
    const stroke = tone(named);
    return {
      label: name,
      stroke,
      width: 2,
      dash: DASHES[at % DASHES.length] ?? [],
      ...(isStepped === true && uPlot.paths.stepped && { paths: uPlot.paths.stepped({ align: 1 }) }),
      points: { show: true, size: 7, fill: stroke, stroke, width: 0, filter: () => dots },
    };
  });
}

function bars({ points, series: [series] }: Figures, { tone }: Look): Line[] {
  return points.map(({ label, tone: own = series?.tone ?? 'blue' }) => ({
    label,
    fill: tone(own),
    stroke: tone(own),
    width: 0,
    ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 72] }) }),
    points: { show: false },
  }));
}

/** The value of each bar above it. */
function writeValues(plot: uPlot, { points, series: [series] }: Figures, look: Look): void {
  const { ctx } = plot;
  const { format = number } = series ?? {};
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = look.font.replace('12px', `${12 * ratio}px`);
  ctx.fillStyle = look.text;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'bottom';
  points.forEach((_, at) => {
    const value = series?.values[at];
    if (!isNumber(value)) return;
    const y = plot.valToPos(Math.max(value, 0), 'y', true) - 3 * ratio;
    ctx.fillText(format(value), plot.valToPos(at, 'x', true), y);
  });
  ctx.restore();
}
