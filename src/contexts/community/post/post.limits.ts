export const MAX_PINNED = 5;

/** So often the words of a post may be edited: its moderators see all of them. */
export const MAX_EDITS = 30;
