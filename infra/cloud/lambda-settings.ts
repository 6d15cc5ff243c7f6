import { join } from 'node:path';
import { RemovalPolicy } from 'aws-cdk-lib';
import {
  ApplicationLogLevel,
  Architecture,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda';
import { LogLevel, type NodejsFunctionProps, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';

export const projectRoot = join(import.meta.dirname, '../..');

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

export const lambdaSettings = {
  depsLockFilePath: join(projectRoot, 'package-lock.json'),
  runtime: Runtime.NODEJS_24_X,
  architecture: Architecture.ARM_64,
  // CPU comes with memory, a whole core with 1,769 MB. Loading a function takes up to 0.04 s of a core:
  // 0.07 s with 1 GB, 0.28 s with 256 MB, at the same price.
  memorySize: 1024,
  loggingFormat: LoggingFormat.JSON,
  applicationLogLevelV2: ApplicationLogLevel.INFO,
  // Lambda logs its reports (duration, memory, cold start) at this level.
  systemLogLevelV2: SystemLogLevel.INFO,
  bundling: {
    format: OutputFormat.ESM,
    target: bundling.target,
    mainFields: [...bundling.mainFields],
    minify: bundling.minify,
    define: bundling.define,
    logLevel: LogLevel.WARNING,
    // The runtime's own copy of the SDK loads slower than a bundled one, and changes without notice.
    bundleAwsSDK: true,
    externalModules: [...bundling.external],
    esbuildArgs: { '--alias': Object.entries(bundling.alias).map((pair) => pair.join('=')) },
  },
} satisfies NodejsFunctionProps;

export const logSettings = {
  retention: RetentionDays.THREE_MONTHS,
  removalPolicy: RemovalPolicy.DESTROY,
} as const;
