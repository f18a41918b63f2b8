import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: string;
  body: string;
}

/** Sends bytes as they are, which no HTTP client would, and reads what comes until the service ends the connection. */
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
  const [headers, body = ''] = answer.split('\r\n\r\n', 2);
  return { status: Number(headers.split(' ', 2)[1]), headers, body };
}
