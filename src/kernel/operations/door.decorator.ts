import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  Post,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { PublicRoute } from './operation.decorator.js';

export const DOOR = Symbol('door');

/** A route by which people get in: it needs no key, and answers every failure alike. */
export interface DoorDeclaration {
  /** Outside of the API. */
  path: `sign-in/${string}`;
  status: 200 | 201;
  body: Type;
}

/** A request at a door. */
export interface AtDoor<Body> {
  body: Body;
  correlationId: string;
  now: Date;
  /** The remote network that counts as one client. */
  network: string;
}

/** Reads a request at a signed URL, whose body is parsed and validated only then: after the look at its token. */
export type ReadAtDoor<Body> = () => Promise<AtDoor<Body>>;

/**
 * Makes a controller method the handler of a door. It takes one parameter, `@DoorRequest() request: AtDoor<Body>`, whose
 * body is valid. Every refusal that it throws becomes the same 401.
 */
export const Door = (declaration: DoorDeclaration): MethodDecorator =>
  applyDecorators(SetMetadata(DOOR, declaration), PublicRoute(), Post(declaration.path), HttpCode(declaration.status));

/** Where the transport puts the request. */
export const AT_DOOR = Symbol('at door');

export const DoorRequest = createParamDecorator(
  (_data: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<Record<symbol, unknown>>()[AT_DOOR],
);
