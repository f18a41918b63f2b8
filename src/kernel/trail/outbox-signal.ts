import { Injectable } from '@nestjs/common';

/** Says in this process that an event for subscriptions was committed. A hint only: workers also poll. */
@Injectable()
export class OutboxSignal {
  private readonly listeners: (() => void)[] = [];

  onCommit(listener: () => void): void {
    this.listeners.push(listener);
  }

  committed(): void {
    for (const listener of this.listeners) listener();
  }
}
