import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { environmentOf, type FunctionName } from '#functions/env';
import { bundling } from '../../cloud/bundling.ts';
import { clientsFloor, clientsOf, packages, packagesFloor } from './function-floors.ts';
import { median, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const run = promisify(execFile);
const projectRoot = join(import.meta.dirname, '../../..');
const rounds = 25;

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

const { alias, external, ...plain } = bundling;

const options = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'node',
  logLevel: 'error',
  ...plain,
  mainFields: [...plain.mainFields],
} satisfies BuildOptions;

const stdin = (contents: string) => ({ contents, resolveDir: projectRoot, loader: 'ts' }) as const;

/** Bundles as a function is, or with all that the SDK comes with. */
const bundle = async (contents: string, outfile: string, { isPlain = false } = {}): Promise<string> => {
  const leftOut: BuildOptions = isPlain ? {} : { alias, external: [...external] };
  await build({ ...options, ...leftOut, stdin: stdin(contents), outfile });
  return outfile;
};

/** What a function's bundle has without the packages, not minified. */
const ownCodeOf = async (contents: string): Promise<string> => {
  const { outputFiles } = await build({
    ...options,
    alias,
    external: [...packages.byName, packages.zod],
    stdin: stdin(contents),
    write: false,
    minify: false,
  });
  return outputFiles.map(({ text }) => text).join();
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

interface Bundle {
  readonly name: string;
  readonly file: string;
  /** Of a function: the names of what it is measured against. */
  readonly floors?: { readonly plain: string; readonly clients: string; readonly packages: string };
}

/** Every function's bundle, each after its floors. */
const bundleAll = async (folder: string): Promise<Bundle[]> => {
  const bundles = new Map<string, Bundle>();
  const add = async (
    name: string,
    contents: string,
    { floors, isPlain }: { floors?: Bundle['floors']; isPlain?: boolean } = {},
  ) => {
    const file = await bundle(contents, join(folder, `${bundles.size}.mjs`), { isPlain });
    bundles.set(name, { name, file, ...(floors && { floors }) });
  };
  await add('floor: empty handler', clientsFloor([]));
  for (const name of Object.keys(environmentOf) as FunctionName[]) {
    const loaded = clientsOf[name];
    const clients = `floor: ${loaded.join(' + ')}`;
    const floors = { plain: `${clients}, plain`, clients, packages: `floor: packages of ${name}` };
    if (!bundles.has(clients)) {
      await add(floors.plain, clientsFloor(loaded), { isPlain: true });
      await add(clients, clientsFloor(loaded));
    }
    const contents = `export { handler } from './functions/${name}/handler.ts';`;
    await add(floors.packages, packagesFloor(loaded, await ownCodeOf(contents)));
    await add(name, contents, { floors });
  }
  return [...bundles.values()];
};

/** Size and import time of every function's bundle, as it is deployed, beside the floors. */
export const measureFunctions = async (): Promise<Figures> => {
  const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  try {
    const bundles = await bundleAll(folder);
    const timed = bundles.map((entry) => ({ ...entry, times: [] as ImportTime[] }));
    // Taking turns: what else the machine does meets all of them alike.
    for (let round = 0; round < rounds; round += 1) {
      for (const { file, times } of timed) times.push(await timeImport(file));
    }
    const figures = await Promise.all(
      timed.map(async ({ name, file, floors, times }) => {
        const content = await readFile(file);
        return {
          name,
          floors,
          bytes: content.length,
          gzip: gzipSync(content).length,
          passed: median(times.map(({ passed }) => passed)),
          worked: median(times.map(({ worked }) => worked)),
        };
      }),
    );
    const byName = new Map(figures.map((figure) => [figure.name, figure]));
    const ratio = (figure: 'bytes' | 'worked', name: string, floor: string | undefined) =>
      floor === undefined
        ? ''
        : rounded(
            (byName.get(name)?.[figure] ?? Number.NaN) / (byName.get(floor)?.[figure] ?? Number.NaN),
            2,
          );
    return {
      title: 'Functions: bundle size and import time',
      method: `Bundled as deployed; import in a new process, median of ${rounds} alternating rounds, by the clock and in processor time; ratios to a handler that only loads the same AWS clients (bundled plainly, and without what functions leave out), and to one that loads just what the function takes from packages (AWS clients, zod, middy, date-fns, ulid).`,
      rows: figures.map(({ name, floors, bytes, gzip, passed, worked }) => ({
        function: name,
        'bytes, min': bytes,
        'bytes, gzip': gzip,
        'import ms': rounded(passed),
        'import CPU ms': rounded(worked),
        'bytes / plain': ratio('bytes', name, floors?.plain),
        'CPU / plain': ratio('worked', name, floors?.plain),
        'bytes / clients': ratio('bytes', name, floors?.clients),
        'CPU / clients': ratio('worked', name, floors?.clients),
        'bytes / packages': ratio('bytes', name, floors?.packages),
        'CPU / packages': ratio('worked', name, floors?.packages),
      })),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
};
