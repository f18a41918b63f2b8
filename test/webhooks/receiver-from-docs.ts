import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';

interface Message {
  id: string;
  type: string;
  timestamp: string;
  organizationId: string;
  data: Record<string, unknown>;
  challenge?: string;
}

/** After `whsec_`, proper base64 is decoded; any other secret is taken as it is. */
function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice(6) : '';
  const bytes = Buffer.from(encoded, 'base64');
  const proper = bytes.toString('base64');
  return encoded !== '' && [proper, proper.replace(/=+$/, '')].includes(encoded) ? bytes : Buffer.from(secret);
}

/** `secrets`: the current one, and during a rotation the next one too. */
export function createReceiver(secrets: string[], handle: (message: Message) => Promise<void>): Server {
  const done = new Set<string>(); // In your database, with what handle() writes.

  return createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8'); // As it came: parsing and printing it again changes it.

      const secret = secrets.find((candidate) => {
        try {
          new Webhook(keyOf(candidate), { format: 'raw' }).verify(body, request.headers as Record<string, string>);
          return true;
        } catch {
          return false;
        }
      });
      if (secret === undefined) return void response.writeHead(401).end();

      const message = JSON.parse(body) as Message;
      if (message.type === 'webhook.verification') {
        const { challenge } = message;
        const proof = createHmac('sha256', keyOf(secret)).update(`verify.${challenge}`).digest('base64');
        return void response.writeHead(200).end(JSON.stringify({ challenge, response: proof }));
      }
      if (!done.has(message.id)) {
        await handle(message);
        done.add(message.id);
      }
      response.writeHead(204).end();
    };
    answer().catch(() => response.writeHead(500).end()); // It is sent again.
  });
}
