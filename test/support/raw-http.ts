import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: string;
  body: string;
  /** Further responses on the same connection. */
  rest: string;
}

/** Sends raw bytes and reads until the service closes the connection. */
export async function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const answer = await new Promise<string>((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(text, 'latin1')));
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
    socket.on('error', reject);
    socket.setTimeout(5_000, () => socket.destroy(new Error(`no end of the answer after: ${text.slice(0, 40)}`)));
  });
  const end = answer.includes('\r\n\r\n') ? answer.indexOf('\r\n\r\n') + 4 : answer.length;
  const headers = answer.slice(0, end).trimEnd();
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? Infinity);
  const content = Buffer.from(answer.slice(end));
  return {
    status: Number(headers.split(' ', 2)[1]),
    headers,
    body: content.subarray(0, length).toString('utf8'),
    rest: content.subarray(Math.min(length, content.length)).toString('utf8'),
  };
}
