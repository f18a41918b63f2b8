import { Injectable } from '@nestjs/common';
import { hasRunningEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { administratorsAndCoaches, allows } from '#kernel/access';
import { forbidden, unavailable } from '#kernel/errors';
import { rowLimit, type UnitOfWork } from '#kernel/work';
import { FileSettings } from '../files.settings.js';
import { fileTables } from '../files.tables.js';
import { Scanner } from '../scan/scanner.js';
import { FileStore } from '../store/file-store.js';
import { shownUpload } from './read-upload.js';
import { toUpload, type CreateMyUploadRequest, type Upload } from './upload.dto.js';
import { PART_BYTES, statusAt, UploadEntity } from './upload.entity.js';
import { createMyUpload, MAX_UPLOADS, storageFull, UPLOAD, uploadLimit } from './upload.operations.js';
import { scheduleUploads } from './uploads-schedule.js';

const MB = 1_000_000;
const NO_ENROLLMENT = createMyUpload.refusals[403];

const limitUploads = rowLimit(fileTables, 'uploads', {
  of: 'created_by',
  where: `status in ('open', 'checking')`,
  most: MAX_UPLOADS,
  refused: uploadLimit,
});

/** The bytes that are stored, and those that are announced. */
const readStored = fileTables
  .statement(
    'read_stored_bytes',
    { now: 'timestamptz' },
    `select (coalesce((select sum(m.byte_size) from media m where m.organization_id = :organization and m.upload_id is not null), 0)
       + coalesce((select sum(u.byte_size) from uploads u where u.organization_id = :organization
         and (u.status = 'checking' or u.status in ('open', 'ready') and u.expires_at > :now)), 0))::double precision as bytes`,
  )
  .returning<{ bytes: number }>();

@Injectable()
export class UploadService {
  constructor(
    private readonly store: FileStore,
    private readonly scanner: Scanner,
    private readonly settings: FileSettings,
  ) {}

  async create(uow: UnitOfWork, { name, mimeType, byteSize, sha256 = null }: CreateMyUploadRequest): Promise<Upload> {
    const { caller, now } = uow;
    const isStaff = allows(administratorsAndCoaches, caller);
    if (!isStaff && !(await hasRunningEnrollment(uow))) throw forbidden(NO_ENROLLMENT);
    const expiresAt = new Date(now.getTime() + this.settings.UPLOAD_EXPIRY_MINUTES * 60_000);
    // Locks the row of the job: counts in later statements see every earlier request.
    await scheduleUploads(uow, expiresAt);
    await limitUploads(uow, caller.accountId);
    await this.checkRoom(uow, byteSize);
    const upload = uow.insert(UploadEntity, {
      ...{ name, mimeType, byteSize, expiresAt },
      sha256: sha256?.toLowerCase() ?? null,
      partSize: PART_BYTES,
      status: 'open',
      reason: null,
      objectKey: null,
      hasParts: true,
      releasedAt: null,
      needsScan: this.scanner.isConfigured,
      scannedAt: null,
    });
    uow.recordWithoutEvent(upload.id, { mimeType, byteSize });
    return toUpload(upload, new Set(), now);
  }

  /** From now on no part is taken; the worker checks the file. */
  async complete(uow: UnitOfWork, id: string): Promise<Upload> {
    const upload = await this.lock(uow, id);
    UPLOAD.checkMove(upload.status, 'checking');
    const changed = uow.change(UploadEntity, upload, { status: 'checking', reason: null });
    await scheduleUploads(uow, uow.now);
    uow.recordWithoutEvent(id);
    return shownUpload(uow, changed);
  }

  async cancel(uow: UnitOfWork, id: string): Promise<Upload> {
    const upload = await this.lock(uow, id);
    UPLOAD.checkMove(upload.status, 'cancelled');
    const changed = uow.change(UploadEntity, upload, { status: 'cancelled' });
    await scheduleUploads(uow, uow.now);
    uow.recordWithoutEvent(id);
    return shownUpload(uow, changed);
  }

  private async lock(uow: UnitOfWork, id: string): Promise<UploadEntity> {
    const upload = await uow.getForUpdate(UploadEntity, id);
    return { ...upload, status: statusAt(upload, uow.now) };
  }

  private async checkRoom(uow: UnitOfWork, byteSize: number): Promise<void> {
    const { FILE_QUOTA_MB, FILE_MIN_FREE_MB } = this.settings;
    if (FILE_QUOTA_MB > 0) {
      const [{ bytes }] = await uow.query(readStored, { now: uow.now });
      if (bytes + byteSize > FILE_QUOTA_MB * MB) throw storageFull.error();
    }
    if ((await this.store.freeMb()) - byteSize / MB < FILE_MIN_FREE_MB) {
      throw unavailable('The disk has too little room for the file. Retry later.');
    }
  }
}
