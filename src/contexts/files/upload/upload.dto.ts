import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Instant,
  Measured,
  MimeType,
  NestedList,
  OneOf,
  Pattern,
  ServiceAddress,
  Text,
  Title,
  toResource,
  Union,
  Unmeasured,
  Flag,
  Uuid,
  WebAddress,
  WholeNumber,
} from '#kernel/fields';
import { mintedAddress } from '#kernel/operations';
import type { NewRow } from '#kernel/persistence';
import { mostBytesOf, STORED_TYPES } from '../file-types.js';
import {
  partCount,
  partLength,
  PART_BYTES,
  statusAt,
  UPLOAD_REASONS,
  UPLOAD_STATUSES,
  type UploadEntity,
} from './upload.entity.js';

const PART_ADDRESS_GOOD_FOR_MS = 3_600_000;
/** The largest family. */
const MOST_BYTES = 2_000_000_000;
/** So many are named at a time; whoever has sent them reads which ones are next. */
const PARTS_NAMED = 100;

export class CreateMyUploadRequest implements CrossChecked {
  @Title({ min: 1, max: 200, description: 'Name of the file', example: 'My coaching plan.pdf' }) name: string;

  @OneOf(STORED_TYPES, { description: 'What the file is; its content must show it', example: 'application/pdf' })
  mimeType: string;

  @WholeNumber({
    min: 1,
    max: MOST_BYTES,
    description: 'Length in bytes. Images: 20 MB at most, videos and audio 2 GB, other files 100 MB',
    example: 48_213,
  })
  byteSize: number;

  @Pattern(/^[0-9A-Fa-f]{64}$/, {
    issue: 'must be 64 hexadecimal digits',
    optional: true,
    nullable: true,
    description: 'SHA-256 of the file, hexadecimal: another content is then rejected',
    example: null,
  })
  sha256?: string | null;

  crossIssues(): FieldIssue[] {
    const most = mostBytesOf(this.mimeType);
    return this.byteSize > most ? [{ field: 'byteSize', issue: `must be at most ${most} for ${this.mimeType}` }] : [];
  }
}

/** A part of a file that is missing, and where it is sent to. */
export class UploadPart {
  @WholeNumber({ min: 1, description: 'Place in the file', example: 1 }) number: number;
  @WholeNumber({ min: 1, description: 'Length in bytes', example: 48_213 }) byteSize: number;

  @ServiceAddress()
  @WebAddress({
    description: 'Takes the bytes of the part as the body of a PUT, without a key; sent again, they replace the former',
    example: 'https://api.example.com/uploads/AZjF0nsefE',
  })
  url: string;

  @Instant({ description: 'Until when the URL takes the part, UTC' }) expiresAt: string;
}

class ScanVerdict extends Measured {
  @Flag({ description: 'Whether nothing was found', example: true }) clean: boolean;
  @Instant({ description: 'When it was scanned, UTC' }) at: string;
}

class NotScanned extends Unmeasured {
  @OneOf(['not_configured', 'not_scanned'], {
    description: 'not_configured: no scanner is configured. not_scanned: the file was not checked, or rejected before',
  })
  reason: string;
}

export class Upload {
  @Uuid({ description: 'Upload identifier' }) id: string;
  @Text({ description: 'Name of the file', example: 'My coaching plan.pdf' }) name: string;
  @MimeType({ description: 'What the file is', example: 'application/pdf' }) mimeType: string;
  @WholeNumber({ min: 1, description: 'Length in bytes', example: 48_213 }) byteSize: number;

  @Text({ nullable: true, description: 'SHA-256, hexadecimal; as announced until the file was checked', example: null })
  sha256: string | null;

  @WholeNumber({ min: 1, description: 'Length of all parts but the last, in bytes', example: PART_BYTES })
  partSize: number;

  @NestedList(() => UploadPart, {
    description: `The first ${PARTS_NAMED} parts that are missing while the upload is open; none otherwise`,
  })
  parts: UploadPart[];

  @OneOf(UPLOAD_STATUSES, { description: 'Lifecycle status' }) status: string;

  @OneOf(UPLOAD_REASONS, {
    nullable: true,
    description:
      'incomplete: a part was missing when the upload was completed; scanner_unreachable: the check waits for the ' +
      'scanner; otherwise why the file was rejected',
    example: null,
  })
  reason: string | null;

  @Union([ScanVerdict, NotScanned], {
    description: 'What a scanner for malware said. reason: not_configured, not_scanned',
  })
  scan: ScanVerdict | NotScanned;

  @Instant({ description: 'When the upload expires unless it was used, UTC' }) expiresAt: string;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

/** The upload as of an instant, with the parts that are missing. `received`: the numbers of those that are there. */
export function toUpload(row: NewRow<UploadEntity>, received: ReadonlySet<number>, now: Date): Upload {
  const status = statusAt(row, now);
  return toResource(Upload, {
    ...row,
    status,
    parts: status === 'open' ? missingParts(row, received, now) : [],
    scan: scanOf(row),
  });
}

function scanOf({ scannedAt, needsScan, reason }: NewRow<UploadEntity>): ScanVerdict | NotScanned {
  if (!scannedAt) return { measured: false, reason: needsScan ? 'not_scanned' : 'not_configured' };
  return { measured: true, clean: reason !== 'infected', at: scannedAt.toISOString() };
}

function missingParts(
  row: Pick<UploadEntity, 'id' | 'byteSize' | 'partSize'>,
  received: ReadonlySet<number>,
  now: Date,
): UploadPart[] {
  const expiresAt = new Date(now.getTime() + PART_ADDRESS_GOOD_FOR_MS);
  const parts: UploadPart[] = [];
  for (let number = 1; number <= partCount(row) && parts.length < PARTS_NAMED; number += 1) {
    if (received.has(number)) continue;
    const url = mintedAddress('part', `${row.id}:${number}:${expiresAt.getTime()}`);
    parts.push({ number, byteSize: partLength(row, number), url, expiresAt: expiresAt.toISOString() });
  }
  return parts;
}

/** With all parts that are missing, whose addresses `addressOf` makes. For a store that takes parts itself. */
export async function withStoredParts(
  upload: Upload,
  stored: ReadonlyMap<number, number>,
  now: Date,
  addressOf: (part: { number: number; byteSize: number }, expiresAt: Date) => Promise<string>,
): Promise<Upload> {
  const missing = missingParts(upload, new Set(stored.keys()), now);
  const parts = missing.map(async (part) => ({ ...part, url: await addressOf(part, new Date(part.expiresAt)) }));
  return { ...upload, parts: await Promise.all(parts) };
}
