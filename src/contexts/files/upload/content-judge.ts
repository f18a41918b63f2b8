import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { fileTypeFromStream } from 'file-type';
import { STORED_TYPES } from '../file-types.js';
import type { Rejection, UploadEntity } from './upload.entity.js';

/** Where the beginning of a text tells what it is. */
const BEGINNING_BYTES = 65_536;

/** Types under the name that this service has for them. */
const SAME: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'video/x-m4v': 'video/mp4',
  'image/apng': 'image/png',
};

/** A file as it was found: its digest, or why it is rejected. */
type Found = { sha256: string; rejection: null } | { sha256: null; rejection: Rejection };

/** Looks at a file while it is copied. */
export class ContentJudge {
  private readonly hash = createHash('sha256');
  private readonly beginning: Buffer[] = [];
  private gathered = 0;
  private byteSize = 0;
  private hasNul = false;

  /** Passes the chunks on. */
  async *watch(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.hash.update(chunk);
      this.byteSize += chunk.length;
      this.hasNul ||= chunk.includes(0);
      if (this.gathered < BEGINNING_BYTES) {
        this.beginning.push(chunk);
        this.gathered += chunk.length;
      }
      yield chunk;
    }
  }

  /** The verdict on the whole file, which is stored by now. */
  async verdict(
    announced: Pick<UploadEntity, 'byteSize' | 'sha256' | 'mimeType'>,
    read: () => Promise<Readable>,
  ): Promise<Found> {
    const sha256 = this.hash.digest('hex');
    const rejection = this.mismatch(announced, sha256) ?? (await this.typeProblem(announced.mimeType, read));
    return rejection === undefined ? { sha256, rejection: null } : { sha256: null, rejection };
  }

  private mismatch({ byteSize, sha256 }: Pick<UploadEntity, 'byteSize' | 'sha256'>, found: string) {
    if (this.byteSize !== byteSize) return 'size_mismatch';
    return sha256 !== null && sha256 !== found ? 'digest_mismatch' : undefined;
  }

  /** Refuses a type that is not stored under every name, also under a wrong one. */
  private async typeProblem(announced: string, read: () => Promise<Readable>): Promise<Rejection | undefined> {
    const detected = await detectedType(await read());
    if (detected !== undefined) {
      const type = SAME[detected] ?? detected;
      if (!STORED_TYPES.includes(type)) return 'type_refused';
      return type === announced ? undefined : 'type_mismatch';
    }
    if (isMarkupOrScript(Buffer.concat(this.beginning).toString('latin1'))) return 'type_refused';
    return announced.startsWith('text/') && !this.hasNul ? undefined : 'type_mismatch';
  }
}

/** Reads no further than it has to. */
async function detectedType(content: Readable): Promise<string | undefined> {
  try {
    return (await fileTypeFromStream(content))?.mime;
  } finally {
    content.destroy();
  }
}

const BYTE_ORDER_MARK = /^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/;

/** Whether a text begins like HTML, XML or SVG, behind blanks and comments, or names a program that runs it. */
export function isMarkupOrScript(beginning: string): boolean {
  let text = beginning.replace(BYTE_ORDER_MARK, '').replaceAll('\0', '').trimStart();
  if (text.startsWith('#!')) return true;
  while (text.startsWith('<!--')) {
    const end = text.indexOf('-->');
    // A comment that does not end here hides what follows.
    if (end < 0) return true;
    text = text.slice(end + 3).trimStart();
  }
  return /^<[a-z!?/]/i.test(text);
}
