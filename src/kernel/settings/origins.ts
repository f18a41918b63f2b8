import { Setting } from './setting.decorator.js';

/** The origins in a comma-separated list. */
export function originsOf(list: string): string[] {
  return list.split(',').flatMap((origin) => origin.trim() || []);
}

/** A setting that is a comma-separated list of origins. */
export function Origins(): PropertyDecorator {
  const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
  const issue = '$property must be a comma-separated list of origins, like https://app.example.com';
  return Setting.accepted((list) => originsOf(list).every(isOrigin), issue);
}
