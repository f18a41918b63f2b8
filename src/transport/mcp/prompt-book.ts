import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import type { Caller } from '#kernel/access';
import { forbidden, invalidField, invalidFields } from '#kernel/errors';
import type { AgentCall } from './agent-call.js';
import { ResourceReader } from './resource-reader.js';
import { AGENT_PROMPTS, type AgentPrompt } from './agents.prompts.js';
import { ToolBox } from './tool-box.js';

/** Prompts for coaches and program managers, each with a resource attached. */
@Injectable()
export class PromptBook implements OnApplicationBootstrap {
  constructor(
    private readonly tools: ToolBox,
    private readonly resources: ResourceReader,
  ) {}

  onApplicationBootstrap(): void {
    for (const prompt of AGENT_PROMPTS) {
      const unknown = toolsIn(prompt).find((name) => !this.tools.has(name));
      if (unknown !== undefined) throw new Error(`the prompt ${prompt.name} names ${unknown}, which is no tool`);
    }
  }

  /** The prompts whose tools the caller may use. */
  list({ caller }: AgentCall): ListPromptsResult {
    const offered = AGENT_PROMPTS.filter((prompt) => this.isOffered(prompt, caller));
    return {
      prompts: offered.map((prompt) => {
        const { name, title, description } = prompt;
        const argument = this.argumentOf(prompt);
        const noun = argument.replace(/Id$/, '');
        return {
          name,
          title,
          description,
          arguments: [{ name: argument, description: `The ${noun}'s id`, required: true }],
        };
      }),
    };
  }

  /** Undefined when there is no prompt of that name. */
  async get(name: string, sent: Record<string, unknown>, call: AgentCall): Promise<GetPromptResult | undefined> {
    const prompt = AGENT_PROMPTS.find((one) => one.name === name);
    if (!prompt) return undefined;
    if (!this.isOffered(prompt, call.caller)) throw forbidden('The prompt names tools that the API key cannot use.');
    const argument = this.argumentOf(prompt);
    const unknown = Object.keys(sent).filter((field) => field !== argument);
    if (unknown.length > 0) throw invalidFields(unknown.map((field) => ({ field, issue: 'is unknown' })));
    const id = sent[argument];
    if (typeof id !== 'string') throw invalidField(argument, 'is required');
    // Refuses an unknown id, so that the text contains no other words than its own.
    const resource = await this.resources.contents(this.resources.kind(prompt.resource), id, call);
    return {
      description: prompt.description,
      messages: [
        { role: 'user', content: { type: 'text', text: prompt.text(id) } },
        { role: 'user', content: { type: 'resource', resource } },
      ],
    };
  }

  /** Whether the prompt exists and has the argument. */
  hasArgument(name: string, argument: string): boolean {
    return AGENT_PROMPTS.some((prompt) => prompt.name === name && this.argumentOf(prompt) === argument);
  }

  private isOffered(prompt: AgentPrompt, caller: Caller): boolean {
    return toolsIn(prompt).every((name) => this.tools.mayUse(name, caller));
  }

  private argumentOf({ resource }: AgentPrompt): string {
    return this.resources.kind(resource).idName;
  }
}

/** The tools that the prompt names, and the one that reads its resource. */
function toolsIn({ text, resource }: AgentPrompt): string[] {
  return [resource, ...[...text('').matchAll(/`(\w+)`/g)].map((match) => match[1])];
}
