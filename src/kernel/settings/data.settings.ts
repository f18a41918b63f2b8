import { Setting } from './setting.decorator.js';

/** Where the service keeps what is not in a database of the operator's. */
export class DataSettings {
  @Setting.text() DATA_DIR = './.data';
}
