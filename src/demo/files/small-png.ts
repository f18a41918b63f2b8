import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, each from 0 to 255. */
export type Colour = readonly [number, number, number];

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Eight bits a colour, three colours a pixel, not interlaced. */
const TRUE_COLOUR = [8, 2, 0, 0, 0];

/** A picture with a colour for each of its pixels: PNG, third edition, 5 and 11. */
export function smallPng(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(TRUE_COLOUR, 8);
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, place = 0; y < height; y += 1) {
    place += 1;
    for (let x = 0; x < width; x += 1, place += 3) rows.set(colourAt(x, y), place);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
