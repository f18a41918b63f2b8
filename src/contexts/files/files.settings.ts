import { Setting } from '#kernel/settings';

/** Files that the service stores. */
export class FileSettings {
  /** How much an organization stores, in MB of 1,000,000 bytes, what is announced included; 0 turns the limit off. */
  @Setting.integer({ min: 0, max: 1_000_000_000 }) FILE_QUOTA_MB = 10_240;
  /** How much the disk keeps free: below it nothing is uploaded. */
  @Setting.integer({ min: 0, max: 1_000_000_000 }) FILE_MIN_FREE_MB = 1_024;
  /** How long an upload may stay open, or unused. */
  @Setting.integer({ min: 1, max: 525_600 }) UPLOAD_EXPIRY_MINUTES = 1_440;
}
