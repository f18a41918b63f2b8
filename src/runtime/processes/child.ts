import type { Metrics } from '#kernel/metrics';
import { CHILD_NUMBER, type Ready, type ToChild, type ToParent } from './messages.js';

/**
 * This process as one of several that share a port. The parent alone decides when it ends: signals, which Ctrl-C and
 * service managers send to all processes, are ignored. Without a parent, node:cluster ends it.
 */
export class ChildProcess {
  private stop: (how: { replaced: boolean }) => void = () => process.exit(0);
  private metrics?: Metrics;
  private readonly scrapes: ((text: string) => void)[] = [];

  private constructor(readonly number: number) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
    process.on('message', (message: ToChild) => this.receive(message));
  }

  /** Undefined in a service of one process, and in the parent. */
  static current(): ChildProcess | undefined {
    const number = process.env[CHILD_NUMBER];
    return number === undefined || process.send === undefined ? undefined : new ChildProcess(Number(number));
  }

  answerWith(stop: (how: { replaced: boolean }) => void): void {
    this.stop = stop;
  }

  /** Labels the metrics of this process with its number and offers them to the parent; returns how to read those of all. */
  share(metrics: Metrics): () => Promise<string> {
    metrics.register.setDefaultLabels({ process: String(this.number) });
    this.metrics = metrics;
    return () => this.gatherMetrics();
  }

  /** The start takes as long as the migrations: the parent waits for them. */
  migrating(): void {
    send({ type: 'migrating' });
  }

  migrated(): void {
    send({ type: 'migrated' });
  }

  ready(about: Ready): void {
    send({ type: 'ready', ...about });
  }

  private gatherMetrics(): Promise<string> {
    return new Promise((resolve) => {
      this.scrapes.push(resolve);
      send({ type: 'gather' });
    });
  }

  private receive(message: ToChild): void {
    if (message.type === 'stop' || message.type === 'replaced') this.stop({ replaced: message.type === 'replaced' });
    else if (message.type === 'measure') void this.measure();
    else this.scrapes.shift()?.(message.text);
  }

  private async measure(): Promise<void> {
    send({ type: 'measured', text: (await this.metrics?.text()) ?? '' });
  }
}

function send(message: ToParent): void {
  // A parent that is gone ends this process.
  process.send?.(message, undefined, undefined, () => undefined);
}
