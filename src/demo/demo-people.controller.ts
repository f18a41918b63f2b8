import { Controller, Get, Injectable, Req } from '@nestjs/common';
import type { Request } from 'express';
import { notFound } from '#kernel/errors';
import { PublicRoute } from '#kernel/operations';
import { AddressSettings } from '#kernel/settings';
import type { DemoSchool } from './demo-school.js';
import { holdersOf } from './holders.js';

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
/** A page of another name that resolves to this machine has that name in its requests. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '::1'];

/** The demo organization of this process, if it has one; never in production. */
@Injectable()
export class DemoPeople {
  school: DemoSchool | null = null;
}

/** The people of the demo organization with their keys, for the sign-in page of the console on the same machine. */
@Controller()
export class DemoPeopleController {
  constructor(
    private readonly demo: DemoPeople,
    private readonly address: AddressSettings,
  ) {}

  @PublicRoute()
  @Get('demo/people')
  list(@Req() request: Request): { people: { holder: string; apiKey: string }[] } {
    const { school } = this.demo;
    // Where it has a public URL, a proxy may be between that hides.
    if (!school || this.address.PUBLIC_URL !== undefined || !isLocal(request)) throw notFound();
    return { people: holdersOf(school.keys) };
  }
}

/** Whether the browser runs on this machine, with no proxy between. */
function isLocal({ socket, headers, hostname }: Request): boolean {
  const isDirect = headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
  return (
    isDirect && LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_NAMES.includes(hostname.replace(/^\[|\]$/g, ''))
  );
}
