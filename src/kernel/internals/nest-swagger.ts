// Depends on @nestjs/swagger 12, whose `createDocument` reads these members of an application only.
import type { INestApplication } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';

/** An application without routes, from which `createDocument` generates the schemas of its extra models. */
export const withoutRoutes = {
  container: { getModules: () => new Map(), isGlobalModule: () => false },
  config: new ApplicationConfig(),
  getHttpAdapter: () => ({ getType: () => 'express' }),
} as unknown as INestApplication;
