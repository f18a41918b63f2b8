import type { NestExpressApplication } from '@nestjs/platform-express';
import { Router, type NextFunction, type Request, type Response } from 'express';

/**
 * Express tries routes one after another, so that a request costs more the more routes there are before its own. Those
 * below the prefix are put into a router for each first segment ("groups", "programs"), where few are left to try.
 */
export function groupRoutes(app: NestExpressApplication, prefix: string): void {
  const main = (app.getHttpAdapter().getInstance() as unknown as { router: Router }).router;
  const groups = new Map<string, Router>();
  const others: Router['stack'] = [];
  const depth = prefix.split('/').length + 1;
  for (const layer of main.stack) {
    const name = layer.route?.path.startsWith(`/${prefix}/`) ? layer.route.path.split('/')[depth] : undefined;
    // A router would answer OPTIONS by itself, so what takes OPTIONS stays where it is.
    if (name === undefined || name.startsWith(':') || takesOptions(layer)) others.push(layer);
    else {
      const group = groups.get(name) ?? Router();
      groups.set(name, group);
      group.stack.push(layer);
    }
  }
  main.stack = others;
  app.use((request: Request, response: Response, next: NextFunction): void => {
    // Paths are matched whatever their case.
    const group = groups.get(request.path.split('/', depth + 1)[depth]?.toLowerCase());
    if (group && request.method !== 'OPTIONS') group(request, response, next);
    else next();
  });
  // Before all other routes, which match none of these paths, and before Nest's refusal of whatever is left.
  const place = others.findIndex((layer) => layer.route !== undefined);
  others.splice(place, 0, ...others.splice(-1));
}

function takesOptions({ route }: Router['stack'][number]): boolean {
  return (route as { methods?: Record<string, boolean> } | undefined)?.methods?.options ?? false;
}
