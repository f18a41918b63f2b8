import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { declaredEvents } from '../events/event.js';
import type { Scope } from '../work/scope.js';
import { AFTER_COMMIT, OPERATION, PROTOCOL, PUBLIC, type Committed } from './operation.decorator.js';
import { pathParameters, type AnyOperation, type WriteOperation } from './operation.js';

type AfterCommitHandler = (committed: Committed<unknown>) => Promise<unknown>;
type BoundHandler = (scope: Scope, input: unknown) => Promise<unknown>;

/** Every operation with its handler, collected from the controllers at startup. */
@Injectable()
export class OperationRegistry implements OnModuleInit {
  private readonly entries = new Map<string, { operation: AnyOperation; handler: BoundHandler }>();

  private readonly secondSteps = new Map<string, AfterCommitHandler>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getControllers()) {
      if (instance) this.addHandlers(instance as Record<string, BoundHandler>);
    }
  }

  get operations(): AnyOperation[] {
    return [...this.entries.values()].map((entry) => entry.operation);
  }

  get(name: string): AnyOperation {
    return this.entry(name).operation;
  }

  handler(operation: AnyOperation): BoundHandler {
    return this.entry(operation.name).handler;
  }

  /** The handler that runs after the COMMIT of the write, if there is one. */
  afterCommit(operation: WriteOperation): AfterCommitHandler | undefined {
    return this.secondSteps.get(operation.name);
  }

  private entry(name: string) {
    const entry = this.entries.get(name);
    if (!entry) throw new Error(`no operation is named ${name}`);
    return entry;
  }

  private addHandlers(controller: Record<string, BoundHandler>): void {
    for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(controller) as object)) {
      const method = controller[name];
      const committing = this.reflector.get<WriteOperation | undefined>(AFTER_COMMIT, method);
      if (committing) this.secondSteps.set(committing.name, (method as unknown as AfterCommitHandler).bind(controller));
      if (this.reflector.get<string>(PATH_METADATA, method) === undefined) continue;
      const place = `${controller.constructor.name}.${name}`;
      const operation = this.reflector.get<AnyOperation | undefined>(OPERATION, method);
      if (operation) this.add(place, operation, method.bind(controller));
      else if (!this.isMarked(PUBLIC, method, controller) && !this.isMarked(PROTOCOL, method, controller)) {
        throw new Error(`${place} is a route that declares no operation`);
      }
    }
  }

  private isMarked(mark: symbol, method: BoundHandler, controller: object): boolean {
    return this.reflector.getAllAndOverride<boolean | undefined>(mark, [method, controller.constructor]) ?? false;
  }

  private add(place: string, operation: AnyOperation, handler: BoundHandler): void {
    if (this.entries.has(operation.name)) throw new Error(`${place}: ${operation.name} has two handlers`);
    if (pathParameters(operation).length > 0 && !operation.target) {
      throw new Error(`${place}: ${operation.name} has a path parameter and no target policy`);
    }
    if (operation.kind === 'write') {
      const { event, alsoEvents = [] } = operation;
      const undeclared = [...(event ? [event.name] : []), ...alsoEvents].find((name) => !declaredEvents().has(name));
      if (undeclared) throw new Error(`${place}: ${operation.name} emits ${undeclared}, an event that is not declared`);
    }
    this.entries.set(operation.name, { operation, handler });
  }
}
