/** Whoever is called; without the minutes of a call that there is, they are chosen as well. */
export interface Callable {
  prospectId: string;
  minutes?: number;
}

/** A slot and its minutes, as a field holds them: an instant, a space and a number. */
export function callSlotOf(value: string): { startsAt: string; durationMinutes: number } {
  const [startsAt = '', minutes] = value.split(' ');
  return { startsAt, durationMinutes: Number(minutes) };
}
