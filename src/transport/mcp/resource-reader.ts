import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
  ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { notFound, ServiceError } from '#kernel/errors';
import type { Page } from '#kernel/lists';
import { type AnyOperation, isAllowed, OperationRegistry, OperationRunner, pathParameters } from '#kernel/operations';
import type { AgentCall } from './agent-call.js';
import { AGENT_RESOURCES, TOOL_TEMPLATE, type AgentResource } from './agents.resources.js';
import { ToolBox } from './tool-box.js';

interface Kind {
  operation: AnyOperation;
  /** The name of the id in the URI, which is also the argument of the prompts that attach the resource. */
  idName: string;
  uriTemplate: string;
}

interface ListedCohort {
  cohort: { id: string; name: string; programName: string; status: string };
}

const JSON_TYPE = 'application/json';
const TOOL_NAME = 'toolName';
/** The most that a page of `list_cohort_overviews` has. */
const PAGE = '20';
/** The most that a completion may have. */
const MOST_VALUES = '100';

/** Reads as resources. They run their operations by the same runner as REST. */
@Injectable()
export class ResourceReader implements OnApplicationBootstrap {
  private readonly kinds = new Map<AgentResource, Kind>();

  constructor(
    private readonly registry: OperationRegistry,
    private readonly runner: OperationRunner,
    private readonly tools: ToolBox,
  ) {}

  onApplicationBootstrap(): void {
    for (const name of AGENT_RESOURCES) {
      const operation = this.registry.get(name);
      const [idName, ...others] = pathParameters(operation);
      if (!idName || others.length > 0) throw new Error(`${name}: the path of a resource has one parameter`);
      this.kinds.set(name, { operation, idName, uriTemplate: `delivery:/${operation.path.replace(/:(\w+)/, '{$1}')}` });
    }
  }

  kind(name: AgentResource): Kind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`${name} is no resource`);
    return kind;
  }

  templates(call: AgentCall): ListResourceTemplatesResult {
    const { caller } = call;
    const offered = [...this.kinds.values()].filter(({ operation }) => isAllowed(operation, caller));
    const ofTools = this.tools.list(call).length > 0 ? [TOOL_TEMPLATE] : [];
    return {
      resourceTemplates: offered
        .map(({ operation: { name, summary, description }, uriTemplate }) => {
          const template: ResourceTemplateType = { uriTemplate, name, title: summary, mimeType: JSON_TYPE };
          return description === undefined ? template : { ...template, description };
        })
        .concat(ofTools),
    };
  }

  /** Whether there is such a template, with an id of that name. */
  hasId(uriTemplate: string, idName: string): boolean {
    const kinds = [...this.kinds.values(), { uriTemplate: TOOL_TEMPLATE.uriTemplate, idName: TOOL_NAME }];
    return kinds.some((kind) => kind.uriTemplate === uriTemplate && kind.idName === idName);
  }

  /** A page of the cockpits of open and active cohorts in which the caller reaches anybody. */
  async list(call: AgentCall, cursor?: string): Promise<ListResourcesResult> {
    const kind = this.kind('read_cohort_cockpit');
    if (!this.mayList('list_cohort_overviews', call) || !isAllowed(kind.operation, call.caller))
      return { resources: [] };
    const page = await this.read<Page<ListedCohort>>('list_cohort_overviews', call, {}, { limit: PAGE, cursor });
    return {
      resources: page.items.map(({ cohort: { id, name, programName, status } }) => ({
        uri: uriOf(kind, id),
        name,
        title: `Cockpit of ${name}`,
        description: `Program: ${programName}. Status: ${status}.`,
        mimeType: JSON_TYPE,
      })),
      ...(page.nextCursor === null ? {} : { nextCursor: page.nextCursor }),
    };
  }

  async readUri(uri: string, call: AgentCall): Promise<ReadResourceResult> {
    for (const kind of this.kinds.values()) {
      const [before, after] = kind.uriTemplate.split(`{${kind.idName}}`);
      const id = uri.slice(before.length, uri.length - after.length);
      if (uri === `${before}${id}${after}`) return { contents: [await this.contents(kind, id, call)] };
    }
    const name = uri.slice(TOOL_TEMPLATE.uriTemplate.indexOf('{'));
    const tool = toolUri(name) === uri ? this.tools.describe(name, call.caller) : undefined;
    if (!tool) throw notFound();
    return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(tool) }] };
  }

  /** The data that REST answers with. */
  async contents(kind: Kind, id: string, call: AgentCall): Promise<{ uri: string; mimeType: string; text: string }> {
    const data = await this.read(kind.operation.name, call, { [kind.idName]: id });
    return { uri: uriOf(kind, id), mimeType: JSON_TYPE, text: JSON.stringify(data) };
  }

  /** Cohorts whose id or name begins with what was typed, or active enrollments whose member has a name like it. */
  async complete(idName: string, typed: string, call: AgentCall): Promise<{ values: string[]; hasMore: boolean }> {
    if (idName === 'cohortId' && this.mayList('list_cohort_overviews', call)) {
      const page = await this.read<Page<ListedCohort>>('list_cohort_overviews', call, {}, { limit: PAGE });
      const begins = (text: string): boolean => text.toLowerCase().startsWith(typed.toLowerCase());
      const matching = page.items.filter(({ cohort: { id, name } }) => begins(id) || begins(name));
      return { values: matching.map(({ cohort }) => cohort.id), hasMore: page.nextCursor !== null };
    }
    if (idName === 'enrollmentId' && this.mayList('list_enrollments', call)) {
      const query = { limit: MOST_VALUES, status: 'active', ...(typed.trim() === '' ? {} : { q: typed }) };
      const page = await this.read<Page<{ id: string }>>('list_enrollments', call, {}, query).catch(emptyIfInvalid);
      return { values: page.items.map(({ id }) => id), hasMore: page.nextCursor !== null };
    }
    const names = idName === TOOL_NAME ? this.tools.list(call).map(({ name }) => name) : [];
    const values = names.filter((name) => name.startsWith(typed));
    return { values, hasMore: false };
  }

  private mayList(operation: string, { caller }: AgentCall): boolean {
    return isAllowed(this.registry.get(operation), caller);
  }

  private async read<Data>(name: string, call: AgentCall, params: object, query: object = {}): Promise<Data> {
    const { data } = await this.runner.run(this.registry.get(name), {
      ...call,
      params: { ...params },
      query,
      strict: true,
      readBody: () => Promise.resolve(undefined),
      idempotencyKeys: [],
    });
    return data as Data;
  }
}

/** Input that cannot be searched for has no completions. */
function emptyIfInvalid(error: unknown): Page<never> {
  if (error instanceof ServiceError && error.code === 'invalid_request') return { items: [], nextCursor: null };
  throw error;
}

function toolUri(name: string): string {
  return TOOL_TEMPLATE.uriTemplate.replace(`{${TOOL_NAME}}`, () => name);
}

function uriOf({ uriTemplate, idName }: Kind, id: string): string {
  return uriTemplate.replace(`{${idName}}`, () => id);
}
