import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Express } from 'express';
import { checkConnectionsEvery, nextResponse } from '#transport/internals/node-http.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const express = (): Express => app.nest.getHttpAdapter().getInstance();

describe('what the transport assumes of Express and Node', () => {
  it('Express: messages are made with its prototypes, so that it changes none', async () => {
    const seen: boolean[] = [];
    const prototypes = (request: IncomingMessage, response: ServerResponse): boolean[] => [
      Object.getPrototypeOf(request) === express().request,
      Object.getPrototypeOf(response) === express().response,
    ];
    const server = app.nest.getHttpServer();
    server.prependOnceListener('request', (request: IncomingMessage, response: ServerResponse) => {
      seen.push(...prototypes(request, response));
      response.once('finish', () => seen.push(...prototypes(request, response)));
    });
    await fetch(`${app.url}/health/live`);
    expect(seen).toEqual([true, true, true, true]);
  });

  it('Express: paths are case-sensitive', async () => {
    expect((await fetch(`${app.url}/api/v1/groups`)).status).toBe(401);
    expect((await fetch(`${app.url}/api/v1/Groups`)).status).toBe(404);
  });

  it('Node: a connection tells its next answer, and silent ones are looked for at the interval set', async () => {
    const answers: boolean[] = [];
    const server = createServer((request, response) => {
      answers.push(nextResponse(request.socket) === response);
      response.end();
    });
    server.headersTimeout = 100;
    server.requestTimeout = 100;
    checkConnectionsEvery(server, 50);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await fetch(`http://127.0.0.1:${port}/`);
    expect(answers).toEqual([true]);
    const silent = connect(port, '127.0.0.1', () => silent.write('GET / HTTP/1.1\r\n'));
    const started = performance.now();
    await new Promise((resolve) => silent.resume().once('close', resolve));
    expect(performance.now() - started).toBeLessThan(5_000);
    server.closeAllConnections();
    server.close();
  });
});
