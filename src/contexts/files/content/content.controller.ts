import { Controller, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clock } from '#kernel/clock';
import { notFound } from '#kernel/errors';
import { ShownAddresses, SignedUrl } from '#kernel/operations';
import { readSignedAddress, SecretKeys, signAddress } from '#kernel/secrets';
import { Database } from '#kernel/work';
import { isPlayed, isShownInline } from '../file-types.js';
import { fileTables } from '../files.tables.js';
import { FileStore } from '../store/file-store.js';
import { StoreSettings } from '../store/store.settings.js';
import { sendContent } from './send-content.js';

const GOOD_FOR_MS = 15 * 60_000;
/** Whoever watches seeks and pauses. */
const PLAYED_GOOD_FOR_MS = 4 * 3_600_000;

/** The media of an upload, while it is there and the reader is a member. */
const findContent = fileTables
  .statement(
    'find_stored_content',
    { upload: 'uuid', member: 'uuid' },
    `select u.object_key as "objectKey", m.mime_type as "mimeType", m.byte_size as "byteSize", m.sha256, u.name
     from media m
     join uploads u on u.organization_id = m.organization_id and u.id = m.upload_id
     where m.organization_id = :organization and m.upload_id = :upload and u.object_key is not null
       and exists (select 1 from members r where r.organization_id = :organization and r.id = :member and r.status = 'active')`,
  )
  .returning<{ objectKey: string; mimeType: string; byteSize: number; sha256: string; name: string }>();

/** The bytes of stored media, at the URLs that responses show to those who may see them. */
@Controller()
export class ContentController {
  private readonly isRedirected: boolean;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: SecretKeys,
    private readonly store: FileStore,
    settings: StoreSettings,
    addresses: ShownAddresses,
  ) {
    this.isRedirected = settings.FILE_DELIVERY === 'redirect';
    addresses.add('content', (subject, { caller: { organizationId, memberId }, now }) => {
      const [id, mimeType] = subject.split(':');
      const goodFor = isPlayed(mimeType) ? PLAYED_GOOD_FOR_MS : GOOD_FOR_MS;
      const claim = { organizationId, id, memberId, number: 0, expiresAt: new Date(now.getTime() + goodFor) };
      return `/content/${signAddress(claim, keys.contentKeys[0])}`;
    });
  }

  @SignedUrl('GET', 'content/:token')
  async read(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const claim = readSignedAddress(token, this.keys.contentKeys);
    if (!claim || claim.expiresAt <= this.clock.now()) throw notFound();
    const { organizationId, id: upload, memberId: member } = claim;
    const [found] = await this.database.inRolledBackTransaction(organizationId, (tenant) =>
      tenant.query(findContent, { upload, member }),
    );
    if (!found) throw notFound();
    const { objectKey, mimeType, byteSize, sha256, name } = found;
    response.attachment(name);
    const attachment = String(response.getHeader('Content-Disposition'));
    const disposition = isShownInline(mimeType) ? attachment.replace('attachment', 'inline') : attachment;
    const object = { organizationId, objectKey };
    if (this.isRedirected && this.store.addresses && request.method === 'GET') {
      const delivery = { mimeType, disposition, goodForSeconds: 60 };
      response.removeHeader('Content-Disposition');
      response.redirect(302, await this.store.addresses.ofObject(object, delivery));
      return;
    }
    response.set({
      'Content-Type': mimeType,
      'Content-Disposition': disposition,
      // The content never changes.
      ETag: `"${sha256}"`,
      'Accept-Ranges': 'bytes',
      'Content-Security-Policy': 'sandbox',
    });
    await sendContent(request, response, byteSize, (range) => this.store.readObject(object, range));
  }
}
