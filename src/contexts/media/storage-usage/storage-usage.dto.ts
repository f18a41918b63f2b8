import { Instant, Nested, WholeNumber } from '#kernel/fields';

export class UnreferencedMedia {
  @WholeNumber({ min: 0, description: 'Stored media that nothing shows', example: 3 }) media: number;
  @WholeNumber({ min: 0, description: 'Their length in bytes', example: 7_340_032 }) bytes: number;
}

export class StorageUsage {
  @WholeNumber({ min: 0, description: 'Length of the stored media, in bytes', example: 52_428_800 }) bytes: number;
  @WholeNumber({ min: 0, description: 'Number of stored media', example: 12 }) media: number;

  @WholeNumber({
    min: 0,
    nullable: true,
    description: 'How much may be stored, announced files included, in bytes; null without a limit',
    example: 10_240_000_000,
  })
  limitBytes: number | null;

  @WholeNumber({ min: 0, description: 'Uploads that are open or being checked', example: 1 }) openUploads: number;
  @Nested(() => UnreferencedMedia, { description: 'Stored media in no submission, lesson or video, and no poster' })
  unreferenced: UnreferencedMedia;
  @Instant({ description: 'As of, UTC' }) asOf: string;
}
