import { Column, Entity } from 'typeorm';
import { InternalColumn, TenantEntity } from '#kernel/persistence';

export const UPLOAD_STATUSES = ['open', 'checking', 'ready', 'used', 'rejected', 'cancelled', 'expired'] as const;
export type UploadStatus = (typeof UPLOAD_STATUSES)[number];

/** Why an upload was rejected. */
export const REJECTIONS = ['size_mismatch', 'digest_mismatch', 'type_mismatch', 'type_refused', 'infected'] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** Why an upload is as it is: a part was missing when it was completed, its check waits for the scanner, or why it was rejected. */
export const UPLOAD_REASONS = ['incomplete', 'scanner_unreachable', ...REJECTIONS] as const;
export type UploadReason = (typeof UPLOAD_REASONS)[number];

/** The smallest that S3-compatible stores take. A large file has some 400. */
export const PART_BYTES = 5_242_880;

/** A file that is uploaded in parts, checked, and then used once. */
@Entity({ name: 'uploads' })
export class UploadEntity extends TenantEntity {
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) mimeType: string;
  @Column({ type: 'integer' }) byteSize: number;

  /** As announced; once the upload is ready, as computed. Hexadecimal. */
  @Column({ type: 'text', nullable: true }) sha256: string | null;
  @Column({ type: 'integer' }) partSize: number;
  @Column({ type: 'text' }) status: UploadStatus;
  @Column({ type: 'text', nullable: true }) reason: UploadReason | null;

  /** Where the checked bytes are. */
  @InternalColumn({ type: 'uuid', nullable: true }) objectKey: string | null;
  @InternalColumn({ type: 'boolean' }) hasParts: boolean;
  /** When media that were made of it were deleted. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) releasedAt: Date | null;
  /** Whether a scanner was configured when it was created, or checked. */
  @InternalColumn({ type: 'boolean', nullable: true }) needsScan: boolean | null;
  @InternalColumn({ type: 'timestamptz', nullable: true }) scannedAt: Date | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
  @Column({ type: 'timestamptz' }) expiresAt: Date;
}

/** The lengths of the parts of a file, in bytes; the last one has the rest. */
export function partLength(
  { byteSize, partSize }: Pick<UploadEntity, 'byteSize' | 'partSize'>,
  number: number,
): number {
  return Math.min(partSize, byteSize - (number - 1) * partSize);
}

export function partCount({ byteSize, partSize }: Pick<UploadEntity, 'byteSize' | 'partSize'>): number {
  return Math.ceil(byteSize / partSize);
}

/** The status as of an instant: an upload that was not used in time has expired, also before the worker has seen it. */
export function statusAt({ status, expiresAt }: Pick<UploadEntity, 'status' | 'expiresAt'>, now: Date): UploadStatus {
  return (status === 'open' || status === 'ready') && expiresAt <= now ? 'expired' : status;
}
