import { createSocket, type Socket } from 'node:dgram';
import ipaddr from 'ipaddr.js';

const TYPE_A = 1;
const TYPE_AAAA = 28;

/** A real name server on 127.0.0.1 that gives the same addresses for every name. */
export class NameServer {
  answers: { v4: string[]; v6: string[] } = { v4: [], v6: [] };
  asked = 0;

  private constructor(private readonly socket: Socket) {
    socket.on('message', (query, from) => {
      this.asked += 1;
      socket.send(this.answer(query), from.port, from.address);
    });
  }

  static async open(): Promise<NameServer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new NameServer(socket);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.close(() => resolve()));
  }

  /** The question again, with a record that points at its name for each address; lasting for no time. */
  private answer(query: Buffer): Buffer {
    const questionEnd = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(questionEnd - 4);
    const data =
      type === TYPE_A ? this.answers.v4.map(bytesOfV4) : type === TYPE_AAAA ? this.answers.v6.map(bytesOfV6) : [];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(data.length, 6);
    head.writeUInt32BE(0, 8);
    const records = data.map((bytes) => {
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([record, bytes]);
    });
    return Buffer.concat([head, query.subarray(12, questionEnd), ...records]);
  }
}

function bytesOfV4(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number));
}

function bytesOfV6(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray());
}
