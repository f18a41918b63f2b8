import { All, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { invalidRequest } from '../platform/errors/service-error.js';
import type { AuthenticatedRequest } from '../platform/http/api-key.guard.js';
import { AGENT_PATHS, serviceVersion } from '../platform/http/application.js';
import { readJsonBody } from '../platform/http/body.js';
import type { CorrelatedRequest } from '../platform/http/correlation.middleware.js';
import { ProtocolRoute } from '../platform/operations/operation.decorator.js';
import { ToolBox } from './tool-box.js';

/** The agent protocol, without sessions. */
@ApiExcludeController()
@ProtocolRoute()
@Controller(AGENT_PATHS)
export class AgentsController {
  private readonly version = serviceVersion();

  constructor(private readonly toolBox: ToolBox) {}

  @Post()
  async answer(@Req() request: AuthenticatedRequest & CorrelatedRequest, @Res() response: Response): Promise<void> {
    const message = await readMessage(request, response);
    // Loaded by the first message: a service starts sooner without the protocol's library.
    const { answerMessage } = await import('./agents.protocol.js');
    await answerMessage(message, this.toolBox, this.version, request, response);
  }

  /** There is no stream to open and no session to end. */
  @All()
  refuse(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'POST');
    throw invalidRequest('Messages are sent with POST.', 405);
  }
}

/** One message a request, which bounds what a request can set off. */
async function readMessage(request: Request, response: Response): Promise<object> {
  const message = await readJsonBody(request, response);
  if (typeof message === 'object' && message !== null && !Array.isArray(message)) return message;
  throw invalidRequest('The body must be one JSON-RPC message.');
}
