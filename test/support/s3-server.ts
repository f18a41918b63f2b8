import { createRequire } from 'node:module';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Server {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}
type S3rver = new (options: object) => Server;

const S3rverClass = createRequire(import.meta.url)('s3rver') as S3rver;

const BUCKET = 'delivery';

/** A server of S3's protocol on this machine. It enforces no condition of a signed address. */
export class S3Server {
  private server: Server | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'delivery-s3-'));
  port = 0;

  /** On the port of before, where it was started before. */
  async start(): Promise<void> {
    const options = { address: '127.0.0.1', port: this.port, directory: this.folder, silent: true };
    this.server = new S3rverClass({ ...options, configureBuckets: [{ name: BUCKET }] });
    this.port = (await this.server.run()).port;
  }

  async stop(): Promise<void> {
    await this.server?.close();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get settings(): Record<string, string> {
    return {
      FILE_STORE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${this.port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_FORCE_PATH_STYLE: 'true',
    };
  }

  /** The names of the stored objects below a name. */
  names(below: string): string[] {
    const suffix = '._S3rver_object';
    const all = readdirSync(join(this.folder, BUCKET), { recursive: true, encoding: 'utf8' });
    return all
      .filter((name) => name.startsWith(below) && name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length));
  }
}
