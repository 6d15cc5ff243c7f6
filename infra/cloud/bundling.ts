import { join } from 'node:path';

/** How a function's code is bundled, for the deployment and for the bench that measures it. */
export const bundling = {
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  alias: {
    '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts'),
    'mnemonist/lru-cache': join(import.meta.dirname, 'lambda-endpoint-cache.ts'),
  },
  // No function that is deployed names the sample school.
  define: { 'process.env.SAMPLE_SCHOOL': '""' },
  // The SDK imports these lazily for operations that stream events. Clients in use have none that does. Bundled, they are
  // 20 KB, and half of the SDK's core is wrapped for lazy loading: a tenth of the time that a function takes to load.
  external: ['@smithy/core/event-streams'],
} as const;
