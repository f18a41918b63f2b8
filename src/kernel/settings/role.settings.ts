import { Setting } from './setting.decorator.js';

export class RoleSettings {
  /** `api` serves requests, `worker` delivers webhooks, `all` does both; any number of each may run. */
  @Setting.oneOf(['api', 'worker', 'all']) ROLE: 'api' | 'worker' | 'all' = 'all';
}
