import type { NestExpressApplication } from '@nestjs/platform-express';
import { Router, type NextFunction, type Request, type Response } from 'express';

/**
 * Depends on router 2 (Express 5.3): `app.router.stack` holds the layers in order, `layer.route` path and methods. Express
 * tries all routes in sequence. Here the routes below the prefix move to one router per first segment ("groups").
 */
export function groupRoutes(app: NestExpressApplication, prefix: string): void {
  const main = (app.getHttpAdapter().getInstance() as unknown as { router: Router }).router;
  const groups = new Map<string, Router>();
  const others: Router['stack'] = [];
  const depth = prefix.split('/').length + 1;
  for (const layer of main.stack) {
    const name = layer.route?.path.startsWith(`/${prefix}/`) ? layer.route.path.split('/')[depth] : undefined;
    // A router responds to OPTIONS by itself, so handlers of OPTIONS stay in place.
    if (name === undefined || name.startsWith(':') || takesOptions(layer)) others.push(layer);
    else {
      const group = groups.get(name) ?? Router();
      groups.set(name, group);
      group.stack.push(layer);
    }
  }
  main.stack = others;
  app.use((request: Request, response: Response, next: NextFunction): void => {
    const group = groups.get(request.path.split('/', depth + 1)[depth]);
    if (group && request.method !== 'OPTIONS') group(request, response, next);
    else next();
  });
  // Before all other routes, which match none of these paths, and before Nest's 404 handler.
  const place = others.findIndex((layer) => layer.route !== undefined);
  others.splice(place, 0, ...others.splice(-1));
}

function takesOptions({ route }: Router['stack'][number]): boolean {
  return (route as { methods?: Record<string, boolean> } | undefined)?.methods?.options ?? false;
}
