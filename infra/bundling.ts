import { join } from 'node:path';

/** How a function's code is bundled, for the deployment and for the bench that measures it. */
export const bundling = {
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  alias: { '@aws-sdk/credential-provider-node': join(import.meta.dirname, 'lambda-credentials.ts') },
} as const;
