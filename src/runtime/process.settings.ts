import { Setting } from '#kernel/settings/setting.decorator.js';

export class ProcessSettings {
  @Setting.oneOf(['development', 'test', 'production']) NODE_ENV: 'development' | 'test' | 'production' = 'development';
  @Setting.text() DATA_DIR = './.data';
  @Setting.oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) LOG_LEVEL = 'info';
  @Setting.integer({ min: 0, max: 60_000 }) SHUTDOWN_DELAY_MS = 0;
}
