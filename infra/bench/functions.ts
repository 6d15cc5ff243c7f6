import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type { FunctionName } from '#functions/env';
import { bundling } from '../bundling.ts';
import { median, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const run = promisify(execFile);
const projectRoot = join(import.meta.dirname, '../..');
const rounds = 25;

/** The AWS clients that functions load, and how a handler that does nothing would load them. */
const clients = {
  dynamodb: `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import * as document from '@aws-sdk/lib-dynamodb';
    export const dynamodb = [document, document.DynamoDBDocumentClient.from(new DynamoDBClient({}))];`,
  ses: `
    import { SendEmailCommand, SESClient } from '@aws-sdk/client-ses';
    export const ses = [SendEmailCommand, new SESClient({})];`,
  cognito: `
    import * as cognito from '@aws-sdk/client-cognito-identity-provider';
    export const pool = [cognito.SignUpCommand, new cognito.CognitoIdentityProviderClient({})];`,
} as const;
type Client = keyof typeof clients;

const clientsOf: Readonly<Record<FunctionName, readonly Client[]>> = {
  catalogue: ['dynamodb'],
  family: ['dynamodb'],
  account: ['dynamodb', 'cognito'],
  admin: ['dynamodb', 'cognito'],
  mailer: ['dynamodb', 'ses'],
  bounces: ['dynamodb'],
};

/** A handler that only loads these clients: what a function cannot be smaller than. */
const floorSource = (loaded: readonly Client[]): string =>
  [
    ...loaded.map((client) => clients[client]),
    'export const handler = async () => ({ statusCode: 204 });',
  ].join('\n');

const floorName = (loaded: readonly Client[]): string => `floor: ${loaded.join(' + ') || 'empty handler'}`;

/** Any value will do: nothing is called, but a handler reads its environment when it is loaded. */
const environment = {
  AWS_REGION: 'eu-west-2',
  TABLE_NAME: 'bookings',
  BUSINESS_TIME_ZONE: 'Europe/London',
  SITE_URL: 'https://club.example',
  MAIL_FROM: 'hello@club.example',
  USER_POOL_ID: 'eu-west-2_pool',
  USER_POOL_CLIENT_ID: 'client',
  ORIGIN_KEY: 'known-to-the-distribution',
};

const bundle = async (contents: string, outfile: string): Promise<string> => {
  await build({
    stdin: { contents, resolveDir: projectRoot, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    logLevel: 'error',
    ...bundling,
    mainFields: [...bundling.mainFields],
    external: [...bundling.external],
  });
  return outfile;
};

interface ImportTime {
  /** Milliseconds until the module was there. */
  readonly passed: number;
  /** Milliseconds of processor time: what else the machine does hardly shows in it. */
  readonly worked: number;
}

/** Imports a module in a process that has loaded nothing else. */
const timeImport = async (file: string): Promise<ImportTime> => {
  const script = `
    const before = process.cpuUsage();
    const start = performance.now();
    await import(${JSON.stringify(file)});
    const passed = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ passed, worked: (user + system) / 1000 }));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: environment,
  });
  return JSON.parse(stdout);
};

/** The functions that exist so far, with the clients each loads. */
const deployed = async () => {
  const found = await Promise.all(
    Object.entries(clientsOf).map(async ([name, loaded]) => {
      const hasHandler = await stat(join(projectRoot, 'functions', name, 'handler.ts')).catch(
        () => undefined,
      );
      return hasHandler ? { name, loaded } : undefined;
    }),
  );
  return found.filter((entry) => entry !== undefined);
};

/** Size and import time of every function's bundle, as it is deployed, beside the floors. */
export const measureFunctions = async (): Promise<Figures> => {
  const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  try {
    const functions = await deployed();
    const floorOf = new Map(functions.map(({ name, loaded }) => [name, floorName(loaded)]));
    const sources: Record<string, string> = { [floorName([])]: floorSource([]) };
    for (const { loaded } of functions) sources[floorName(loaded)] = floorSource(loaded);
    for (const { name } of functions)
      sources[name] = `export { handler } from './functions/${name}/handler.ts';`;
    const bundles: { name: string; file: string; times: ImportTime[] }[] = [];
    for (const [index, [name, contents]] of Object.entries(sources).entries()) {
      bundles.push({ name, file: await bundle(contents, join(folder, `${index}.mjs`)), times: [] });
    }
    // Taking turns: what else the machine does meets all of them alike.
    for (let round = 0; round < rounds; round += 1) {
      for (const { file, times } of bundles) times.push(await timeImport(file));
    }
    const figures = await Promise.all(
      bundles.map(async ({ name, file, times }) => {
        const content = await readFile(file);
        return {
          name,
          bytes: content.length,
          gzip: gzipSync(content).length,
          passed: median(times.map(({ passed }) => passed)),
          worked: median(times.map(({ worked }) => worked)),
        };
      }),
    );
    const byName = new Map(figures.map((figure) => [figure.name, figure]));
    return {
      title: 'Functions: bundle size and import time',
      method: `Bundled as deployed; import in a new process, median of ${rounds} alternating rounds, by the clock and in processor time; ratios to a handler that only loads the same AWS clients.`,
      rows: figures.map(({ name, bytes, gzip, passed, worked }) => {
        const floor = byName.get(floorOf.get(name) ?? name);
        return {
          function: name,
          'bytes, min': bytes,
          'bytes, gzip': gzip,
          'import ms': rounded(passed),
          'import CPU ms': rounded(worked),
          'bytes, ratio': rounded(bytes / (floor?.bytes ?? Number.NaN), 2),
          'import CPU, ratio': rounded(worked / (floor?.worked ?? Number.NaN), 2),
        };
      }),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
};
