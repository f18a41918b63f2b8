import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { notFound } from '#kernel/errors';
import { newId } from '#kernel/persistence';
import type { SignedClaim } from '#kernel/secrets';
import { Database } from '#kernel/work';
import { fileTables } from '../files.tables.js';
import { scheduleUploads } from './uploads-schedule.js';
import { partLength } from './upload.entity.js';

/** The member may have left since the address was made. */
const findOpen = fileTables
  .statement(
    'find_open_upload',
    { upload: 'uuid', member: 'uuid', now: 'timestamptz' },
    `select u.byte_size as "byteSize", u.part_size as "partSize" from uploads u
     where u.organization_id = :organization and u.id = :upload and u.status = 'open' and u.expires_at > :now
       and exists (select 1 from members m where m.organization_id = :organization and m.id = :member and m.status = 'active')`,
  )
  .returning<{ byteSize: number; partSize: number }>();

// Completing waits: the check counts what was noted before.
const lockOpen = fileTables.statement(
  'lock_open_upload',
  { upload: 'uuid' },
  `select 1 from uploads where organization_id = :organization and id = :upload and status = 'open' for share`,
);

const notePart = fileTables.statement(
  'note_upload_part',
  { id: 'uuid', upload: 'uuid', number: 'integer', now: 'timestamptz' },
  `insert into upload_parts (organization_id, id, upload_id, number, created_at)
   values (:organization, :id, :upload, :number, :now)
   on conflict (organization_id, upload_id, number) do nothing`,
);

// Where the check has ended, nobody needs the part any more; while it goes on, its end removes all parts.
const noteLateParts = fileTables.statement(
  'note_late_upload_parts',
  { upload: 'uuid' },
  `update uploads set has_parts = true
   where organization_id = :organization and id = :upload and status not in ('open', 'checking')`,
);

/** The parts of uploads, as the database knows them. */
@Injectable()
export class UploadPartService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The length that the part must have, in bytes. Throws 404 where nobody takes it, or not any more. */
  async lengthOf({ organizationId, id: upload, memberId: member, number, expiresAt }: SignedClaim): Promise<number> {
    const now = this.clock.now();
    if (expiresAt <= now) throw notFound();
    const [open] = await this.database.inRolledBackTransaction(organizationId, (tenant) =>
      tenant.query(findOpen, { upload, member, now }),
    );
    if (!open) throw notFound();
    return partLength(open, number);
  }

  /** Notes that the part is stored. Throws 404 where the upload was completed or cancelled meanwhile: its bytes are removed. */
  async note({ organizationId, id: upload, number }: SignedClaim): Promise<void> {
    const now = this.clock.now();
    const isTaken = await this.database.inTenant(organizationId, async (tenant) => {
      const [open] = await tenant.query(lockOpen, { upload });
      if (open) return tenant.execute(notePart, { id: newId(), upload, number, now }).then(() => true);
      await tenant.execute(noteLateParts, { upload });
      await scheduleUploads(tenant, now);
      return false;
    });
    if (!isTaken) throw notFound();
  }
}
