import { Readable } from 'node:stream';
import { Controller, Param, StreamableFile } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { notFound } from '#kernel/errors';
import { CapabilityUrl } from '#kernel/operations';
import { parseCapability } from '#kernel/secrets';
import { Database } from '#kernel/work';
import { findLinkedExport, readPart } from './exports.statements.js';

const TYPES = { csv: 'text/csv; charset=utf-8; header=present', jsonl: 'application/jsonl; charset=utf-8' };

/** The file of an export, by its link. */
@Controller()
export class ExportFileController {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @CapabilityUrl('files/:token')
  async read(@Param('token') token: string): Promise<StreamableFile> {
    const capability = parseCapability(token);
    if (!capability) throw notFound();
    const { organizationId, hash } = capability;
    const [found] = await this.database.inRolledBackTransaction(organizationId, (tenant) =>
      tenant.query(findLinkedExport, { hash, now: this.clock.now() }),
    );
    if (!found) throw notFound();
    const name = `${found.kind}-${found.asOf.toISOString().slice(0, 10)}.${found.format}`;
    return new StreamableFile(Readable.from(this.parts(organizationId, found), { objectMode: false }), {
      type: TYPES[found.format],
      disposition: `attachment; filename="${name}"`,
      length: found.byteSize,
    });
  }

  /** One part at a time, each in a transaction of its own: a slow reader holds no connection. */
  private async *parts(
    organizationId: string,
    { id, byteSize }: { id: string; byteSize: number },
  ): AsyncGenerator<Buffer> {
    let sent = 0;
    for (let position = 0; sent < byteSize; position += 1) {
      const [part] = await this.database.inRolledBackTransaction(organizationId, (tenant) =>
        tenant.query(readPart, { export: id, position }),
      );
      // Expired meanwhile: the connection is closed, so that nobody takes the rest for the whole.
      if (!part) throw notFound();
      sent += part.content.length;
      yield part.content;
    }
  }
}
