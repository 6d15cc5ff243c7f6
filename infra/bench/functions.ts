import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundling } from '../bundling.ts';
import { median, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const run = promisify(execFile);
const projectRoot = join(import.meta.dirname, '../..');
const rounds = 15;

/** What a handler cannot be smaller than: nothing at all, and the database client alone. */
const floors = {
  'floor: empty handler': 'export const handler = async () => ({ statusCode: 204 });',
  'floor: DynamoDB document client': `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import * as document from '@aws-sdk/lib-dynamodb';
    const client = document.DynamoDBDocumentClient.from(new DynamoDBClient({}));
    export const handler = async () => ({ client, document });`,
} as const;
const clientFloor = 'floor: DynamoDB document client';

/** Any value will do: nothing is called, but a handler reads its environment when it is loaded. */
const environment = {
  AWS_REGION: 'eu-west-2',
  TABLE_NAME: 'bookings',
  BUSINESS_TIME_ZONE: 'Europe/London',
  SITE_URL: 'https://club.example',
  MAIL_FROM: 'hello@club.example',
  USER_POOL_ID: 'eu-west-2_pool',
  USER_POOL_CLIENT_ID: 'client',
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
  });
  return outfile;
};

/** Milliseconds to import a module in a process that has loaded nothing else. */
const timeImport = async (file: string): Promise<number> => {
  const script = `const start = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - start);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: environment,
  });
  return Number(stdout);
};

const functionNames = async (): Promise<string[]> => {
  const folders = await readdir(join(projectRoot, 'functions'));
  const found = await Promise.all(
    folders.map(async (name) =>
      (await stat(join(projectRoot, 'functions', name, 'handler.ts')).catch(() => undefined))
        ? name
        : undefined,
    ),
  );
  return found.filter((name) => name !== undefined);
};

/** Size and import time of every function's bundle, as it is deployed, beside the floors. */
export const measureFunctions = async (): Promise<Figures> => {
  const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  try {
    const sources: Record<string, string> = { ...floors };
    for (const name of await functionNames()) {
      sources[name] = `export { handler } from './functions/${name}/handler.ts';`;
    }
    const bundles: { name: string; file: string; times: number[] }[] = [];
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
        return { name, bytes: content.length, gzip: gzipSync(content).length, ms: median(times) };
      }),
    );
    const floor = figures.find(({ name }) => name === clientFloor);
    if (!floor) throw new Error('the floor was measured');
    return {
      title: 'Functions: bundle size and import time',
      method: `Bundled as deployed; import in a new process, median of ${rounds} alternating rounds; ratios to the document client alone.`,
      rows: figures.map(({ name, bytes, gzip, ms }) => ({
        function: name,
        'bytes, min': bytes,
        'bytes, gzip': gzip,
        'import ms': rounded(ms),
        'bytes, ratio': rounded(bytes / floor.bytes, 2),
        'import, ratio': rounded(ms / floor.ms, 2),
      })),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
};
