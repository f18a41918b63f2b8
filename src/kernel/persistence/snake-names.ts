import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** Maps the property `dueAt` to the column `due_at`. */
export class SnakeNames extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string, prefixes: string[]): string {
    return super.columnName(snake(propertyName), customName, prefixes);
  }
}

export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
