import type { Clock } from '#kernel/clock';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MORNING_MS = 9 * HOUR_MS;

/** The events of each day, told in chronological order. Its clock shows the time of the current event. */
export class Story implements Clock {
  private readonly steps: { at: Date; tell: () => Promise<unknown> }[] = [];
  private time: Date;

  constructor(
    private readonly today: Date,
    firstDay: number,
  ) {
    this.time = this.dayOf(firstDay);
  }

  now(): Date {
    return this.time;
  }

  /** Nine o'clock UTC, so many days after today; a fraction of a day is added. */
  dayOf(day: number): Date {
    return new Date(Math.floor(this.today.getTime() / DAY_MS) * DAY_MS + day * DAY_MS + MORNING_MS);
  }

  dateOf(day: number): string {
    return this.dayOf(day).toISOString().slice(0, 10);
  }

  /** May be called by what is told, about what follows from it. */
  on(day: number, tell: () => Promise<unknown>): void {
    const at = this.dayOf(day);
    const later = this.steps.findIndex((step) => step.at > at);
    this.steps.splice(later === -1 ? this.steps.length : later, 0, { at, tell });
  }

  async tell(): Promise<void> {
    for (let step = this.steps.shift(); step; step = this.steps.shift()) {
      this.time = step.at;
      await step.tell();
    }
  }
}
