import { Injectable } from '@nestjs/common';

/** Wakes the worker in this process when an event was committed. A hint only: every worker also polls the outbox. */
@Injectable()
export class OutboxSignal {
  private listener: () => void = () => undefined;

  onCommit(listener: () => void): void {
    this.listener = listener;
  }

  committed(): void {
    this.listener();
  }
}
