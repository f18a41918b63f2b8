import { v7 } from 'uuid';

/** A new id of the kind that the service makes. */
export const uuid = (): string => v7();
