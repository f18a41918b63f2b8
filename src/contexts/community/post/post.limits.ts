export const MAX_PINNED = 5;

/**
 * So many former versions of a post are kept for its moderation, the newest. For a case as many from before its first
 * report are kept too, and each that somebody reported, until 30 days after the decision: whoever edits on cannot make them go.
 */
export const MAX_REVISIONS = 30;
