import { All, Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { invalidRequest } from '#kernel/errors';
import { isPlainObject } from '#kernel/fields';
import { ProtocolRoute } from '#kernel/operations';
import { AddressSettings } from '#kernel/settings';
import { serviceVersion } from '../service-version.js';
import { readJsonBody } from '../http/body/body.js';
import { OnDemand } from '../documents/on-demand.js';
import { AGENT_PATHS } from '../http/request/paths.js';
import { baseUrlOf } from '../http/request/public-url.js';
import { PromptBook } from './prompt-book.js';
import { ResourceReader } from './resource-reader.js';
import { ToolBox } from './tool-box.js';

/** The library takes several times as long for a value as the API does. The largest call plans 200 interventions: 620 values. */
const MAX_VALUES = 1_000;

/** The MCP endpoint, without sessions. */
@ProtocolRoute()
@Controller(AGENT_PATHS)
export class AgentsController {
  private readonly version = serviceVersion();

  constructor(
    private readonly tools: ToolBox,
    private readonly resources: ResourceReader,
    private readonly prompts: PromptBook,
    private readonly settings: AddressSettings,
    onDemand: OnDemand,
  ) {
    onDemand.add(loadProtocol);
  }

  @Post()
  async answer(@Req() request: Request, @Res() response: Response): Promise<void> {
    const message = await readMessage(request, response);
    const { answerMessage } = await loadProtocol();
    const { tools, resources, prompts, version } = this;
    const baseUrl = baseUrlOf(request, this.settings.PUBLIC_URL);
    await answerMessage(message, { tools, resources, prompts, version, baseUrl }, request, response);
  }

  /** There are no streams and no sessions. */
  @All()
  refuse(@Res({ passthrough: true }) response: Response): never {
    response.setHeader('Allow', 'POST');
    throw invalidRequest('Use POST to send messages.', 405);
  }
}

/** On demand, which shortens the start of the service. */
function loadProtocol(): Promise<typeof import('./agents.protocol.js')> {
  return import('./agents.protocol.js');
}

/** A request carries one message, which limits its cost. */
async function readMessage(request: Request, response: Response): Promise<object> {
  const message = await readJsonBody(request, response, { values: MAX_VALUES });
  if (!isPlainObject(message)) throw invalidRequest('The body must be one JSON-RPC message.');
  return message;
}
