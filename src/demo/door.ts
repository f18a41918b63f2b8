import { Injectable } from '@nestjs/common';
import { Authenticator } from '../platform/access/authenticator.js';
import { OperationRegistry } from '../platform/operations/operation-registry.js';
import { OperationRunner } from '../platform/operations/operation-runner.js';

export interface Created {
  id: string;
}

/** Calls an operation by name as the holder of one API key; answers its data. */
export type Door = <Data = Created>(operation: string, params?: Record<string, string>, body?: object) => Promise<Data>;

/** Doors into the service from within: the same runner, checks and transactions as over REST, without the network. */
@Injectable()
export class Doors {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly runner: OperationRunner,
    private readonly registry: OperationRegistry,
  ) {}

  /** `label` begins every Idempotency-Key and is the correlation id. */
  open(apiKey: string, label: string): Door {
    let calls = 0;
    return async <Data>(name: string, params: Record<string, string> = {}, body: object = {}) => {
      const operation = this.registry.get(name);
      calls += 1;
      const call = {
        caller: await this.authenticator.authenticate(apiKey),
        correlationId: label,
        params,
        query: {},
        readBody: () => Promise.resolve(body),
        idempotencyKeys: [`${label}-${calls}`],
      };
      return (await this.runner.run(operation, call, this.registry.handler(operation))).data as Data;
    };
  }
}
