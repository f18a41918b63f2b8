import helmet from 'helmet';

/** Sets headers that protect pages. The service itself speaks plain HTTP: its pages must not upgrade requests to https. */
export const protect = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
