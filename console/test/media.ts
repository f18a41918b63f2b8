import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';

export interface Sample {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A file of a type, as a browser takes it: with as many bytes as it is to have, at least. */
export function pdf(name: string, bytes = 2_000): Sample {
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]);
  return { name, mimeType: 'application/pdf', buffer };
}

export function text(name: string, content: string, mimeType = 'text/plain'): Sample {
  return { name, mimeType, buffer: Buffer.from(content) };
}

/** A picture of one color. */
export async function png(page: Page, name: string): Promise<Sample> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 });
    const drawing = canvas.getContext('2d');
    if (drawing) {
      drawing.fillStyle = '#20897c';
      drawing.fillRect(0, 0, 320, 200);
    }
    return canvas.toDataURL('image/png');
  });
  return { name, mimeType: 'image/png', buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') };
}

/** Two seconds of silence. */
export function wav(name: string): Sample {
  const [rate, samples] = [8_000, 16_000];
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([header, Buffer.alloc(samples, 128)]) };
}

const SECONDS = 20;
const PER_SECOND = 5;
const SIZE = { width: 640, height: 360 };

/** A video of 20 seconds and several megabytes, in which one can seek: pictures of noise, each a frame of its own. */
export async function webm(page: Page, name: string): Promise<Sample> {
  const frames = await page.evaluate(
    ({ count, width, height }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const drawing = canvas.getContext('2d');
      return Array.from({ length: count }, () => {
        const noise = drawing?.createImageData(width, height);
        if (!drawing || !noise) return '';
        for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
        drawing.putImageData(noise, 0, 0);
        return canvas.toDataURL('image/webp', 0.7).split(',')[1] ?? '';
      });
    },
    { count: SECONDS * PER_SECOND, ...SIZE },
  );
  return { name, mimeType: 'video/webm', buffer: webmOf(frames.map((frame) => vp8Of(Buffer.from(frame, 'base64')))) };
}

/** A lossy WebP holds one frame of VP8. */
function vp8Of(webp: Buffer): Buffer {
  const at = webp.indexOf('VP8 ');
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4));
}

function element(id: number, ...content: Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, bytes]);
}

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function real(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

/** Frames as WebM, with a cluster a second and cues that lead to each. */
function webmOf(frames: readonly Buffer[]): Buffer {
  const names = [element(0x4282, Buffer.from('webm')), element(0x4287, whole(2)), element(0x4285, whole(2))];
  const info = element(0x1549a966, element(0x2ad7b1, whole(1_000_000)), element(0x4489, real(SECONDS * 1_000)));
  const picture = element(0xe0, element(0xb0, whole(SIZE.width)), element(0xba, whole(SIZE.height)));
  const ids = [element(0xd7, whole(1)), element(0x73c5, whole(1)), element(0x83, whole(1))];
  const tracks = element(0x1654ae6b, element(0xae, ...ids, element(0x86, Buffer.from('V_VP8')), picture));
  const clusters = Array.from({ length: SECONDS }, (_, second) => {
    const blocks = frames.slice(second * PER_SECOND, (second + 1) * PER_SECOND).map((frame, at) => {
      const head = Buffer.from([0x81, 0, 0, 0x80]);
      head.writeInt16BE((at * 1_000) / PER_SECOND, 1);
      return element(0xa3, head, frame);
    });
    return element(0x1f43b675, element(0xe7, whole(second * 1_000)), ...blocks);
  });
  const cuesFrom = (first: number) => {
    let place = first;
    const points = clusters.map((cluster, second) => {
      const position = element(0xb7, element(0xf7, whole(1)), element(0xf1, whole(place)));
      place += cluster.length;
      return element(0xbb, element(0xb3, whole(second * 1_000)), position);
    });
    return element(0x1c53bb6b, ...points);
  };
  const before = info.length + tracks.length;
  const cues = cuesFrom(before + cuesFrom(0).length);
  return Buffer.concat([element(0x1a45dfa3, ...names), element(0x18538067, info, tracks, cues, ...clusters)]);
}
