export const MAX_PINNED = 5;

/**
 * So many former versions of a post are kept for its moderation, the newest. While a case is open, as many from before its first
 * report are kept too: whoever edits on cannot make them go.
 */
export const MAX_REVISIONS = 30;
