import { v7 } from 'uuid';

/** A UUIDv7, as the service generates it. */
export const uuid = (): string => v7();
