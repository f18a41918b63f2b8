import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { stated } from './stated.config.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `npm run dev` serves the sources and passes API requests on to a service that runs at this address. */
const service = process.env['SERVICE_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/console/',
  plugins: [react(), stated()],
  resolve: {
    alias: { '@delivery-service/client': at('../clients/typescript/src/index.ts'), '#': at('src') },
    // The client is used from its sources: what it imports is installed here.
    dedupe: ['openapi-fetch'],
  },
  server: {
    proxy: Object.fromEntries(['/api', '/sign-in', '/demo', '/uploads', '/content'].map((path) => [path, service])),
  },
  build: {
    outDir: 'built',
    target: 'es2022',
    // The policy of the page allows no `data:` addresses of scripts and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The library of components is one chunk; a test holds what a first view downloads below 200 kB.
    chunkSizeWarningLimit: 600,
    reportCompressedSize: true,
  },
});
