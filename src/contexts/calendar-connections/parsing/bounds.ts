/** The most occurrences that one entry may have in the period that is read. */
export const MAX_OCCURRENCES = 2_000;
