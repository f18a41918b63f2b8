import { Setting } from '#kernel/settings';

export class DemoSettings {
  /** Whether to load the demo organization; by default only into the embedded database. */
  @Setting.boolean() DEMO_DATA?: boolean;
}
