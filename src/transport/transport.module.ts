import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApiKeyGuard } from './http/api-key.guard.js';
import { EnvelopeInterceptor } from './http/envelope/envelope.interceptor.js';
import { ErrorFilter } from './http/envelope/error.filter.js';
import { CapabilityInterceptor } from './http/capability.interceptor.js';
import { DoorInterceptor } from './http/door.interceptor.js';
import { OperationInterceptor } from './http/operation.interceptor.js';
import { SignedUrlInterceptor } from './http/signed-url.interceptor.js';
import { RateLimits } from './http/limits/rate-limits.js';
import { RefusalPace } from './http/limits/refusal-pace.js';
import { RequestDurations } from './http/observation/request-durations.js';
import { PromptBook } from './mcp/prompt-book.js';
import { ResourceReader } from './mcp/resource-reader.js';
import { AgentsController } from './mcp/agents.controller.js';
import { ToolBox } from './mcp/tool-box.js';
import { OnDemand } from './documents/on-demand.js';

@Module({
  controllers: [AgentsController],
  providers: [
    ToolBox,
    ResourceReader,
    PromptBook,
    OnDemand,
    RateLimits,
    RefusalPace,
    RequestDurations,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    { provide: APP_INTERCEPTOR, useClass: OperationInterceptor },
    { provide: APP_INTERCEPTOR, useClass: CapabilityInterceptor },
    { provide: APP_INTERCEPTOR, useClass: SignedUrlInterceptor },
    { provide: APP_INTERCEPTOR, useClass: DoorInterceptor },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
})
export class TransportModule {}
