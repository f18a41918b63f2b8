import { BadRequestException } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { beforeAll, describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import request from 'supertest';
import { refusalOf } from './refusal.js';

describe('a path that the router cannot decode', () => {
  let thrown: unknown;

  beforeAll(async () => {
    const app = express();
    app.get('/groups/:id', (_request, response) => void response.end());
    app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      thrown = error;
      response.end();
    });
    await request(app).get('/groups/%E0%A4%A');
  });

  it('is unknown', () => {
    expect(refusalOf(thrown, 'c')).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('is unknown where Nest has wrapped the failure', () => {
    const wrapped: unknown = new ExpressAdapter().mapException(thrown);
    expect(wrapped).toBeInstanceOf(BadRequestException);
    expect(refusalOf(wrapped, 'c')).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('what says 400 and is no such path', () => {
  it.each([
    ['an object', { status: 400 }],
    ['an error of a library', Object.assign(new Error('x'), { status: 400 })],
    ['a URIError of the service', new URIError('URI malformed')],
    ['the same, marked by a library', Object.assign(new URIError('URI malformed'), { status: 400 })],
  ])('is a failure of the service: %s', (_what, thrown) => {
    expect(refusalOf(thrown, 'c')).toMatchObject({ status: 500, code: 'internal_error' });
  });

  it("stays 400 where it is Nest's", () => {
    expect(refusalOf(new BadRequestException(), 'c')).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});
