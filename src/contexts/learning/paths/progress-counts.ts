/** The counts that progress is calculated from. */
export interface ProgressCounts {
  /** Published lessons. */
  lessons: number;
  /** Those that are required, and the completed ones of these. */
  required: number;
  completed: number;
}

/** The counts of several courses together. */
export function sumOf(counts: readonly ProgressCounts[]): ProgressCounts {
  const sum = (field: keyof ProgressCounts) => counts.reduce((total, one) => total + one[field], 0);
  return { lessons: sum('lessons'), required: sum('required'), completed: sum('completed') };
}
