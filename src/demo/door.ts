import { Injectable } from '@nestjs/common';
import { Authenticator } from '#kernel/authentication';
import type { Clock } from '#kernel/clock';
import { OperationRegistry, OperationRunner, pathParameters } from '#kernel/operations';

export interface Created {
  id: string;
}

/** Calls an operation by name with the fields of its path and of its body or query; returns its data. */
export type Door = <Data = Created>(operation: string, fields?: Record<string, unknown>) => Promise<Data>;

/** Calls operations from within the process, by the same runner as REST. */
@Injectable()
export class Doors {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly runner: OperationRunner,
    private readonly registry: OperationRegistry,
  ) {}

  /** Acts for the owner of the key, at the clock's time. `label` is the correlation id and the prefix of every Idempotency-Key. */
  open(apiKey: string, label: string, clock: Clock): Door {
    const authenticate = () => this.authenticator.authenticate(apiKey);
    let calls = 0;
    return async <Data>(name: string, fields: Record<string, unknown> = {}) => {
      const operation = this.registry.get(name);
      const path = pathParameters(operation);
      const sent = Object.fromEntries(Object.entries(fields).filter(([field]) => !path.includes(field)));
      calls += 1;
      const outcome = await this.runner.run(operation, {
        caller: this.authenticator.recall(apiKey) ?? (await authenticate()),
        authenticate,
        correlationId: label,
        baseUrl: '',
        at: clock.now(),
        flush: false,
        params: fields,
        query: operation.kind === 'read' ? sent : {},
        readBody: () => Promise.resolve(sent),
        idempotencyKeys: [`${label}-${calls}`],
      });
      return outcome.data as Data;
    };
  }

  /** The ids in the path of the operation. */
  pathOf(operation: string): readonly string[] {
    return pathParameters(this.registry.get(operation));
  }
}
