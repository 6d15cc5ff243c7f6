import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import type { Variable } from '#functions/env';
import { functionNames } from '#functions/functions';
import { defaultTimeZone } from '#infra/settings/defaults';
import { bundling } from '../../cloud/bundling.ts';
import { floorOf } from './function-floors.ts';
import { median, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const run = promisify(execFile);
const projectRoot = join(import.meta.dirname, '../../..');
const rounds = 25;

/** Valid placeholders: a handler reads its environment when it is loaded, and nothing is called. */
const environment = {
  AWS_REGION: 'eu-west-2',
  TABLE_NAME: 'bookings',
  BUSINESS_TIME_ZONE: defaultTimeZone,
  PICTURE_HOSTS: '[]',
  SITE_URL: 'https://club.example',
  MAIL_FROM: 'hello@club.example',
  MAILS_PER_SECOND: '10',
  USER_POOL_ID: 'eu-west-2_pool',
  ORIGIN_KEY: 'known-to-the-distribution',
} satisfies Record<Variable | 'AWS_REGION', string>;

const { alias, external, ...common } = bundling;

const options = {
  absWorkingDir: projectRoot,
  bundle: true,
  platform: 'node',
  logLevel: 'error',
  ...common,
  mainFields: [...common.mainFields],
} satisfies BuildOptions;

/** `deployed` leaves out parts of the SDK as the deployment does (`infra/cloud/bundling.ts`), `plain` leaves out none. */
type Kind = 'deployed' | 'plain';

/** Bundles code. Resolves to the packages of the AWS clients in the bundle. */
const bundle = async (contents: string, outfile: string, kind: Kind): Promise<string[]> => {
  const leftOut: BuildOptions = kind === 'deployed' ? { alias, external: [...external] } : {};
  const stdin = { contents, resolveDir: projectRoot, loader: 'ts' } as const;
  const { metafile } = await build({ ...options, ...leftOut, stdin, outfile, metafile: true });
  const paths = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const clients = paths.flatMap((path) => /@aws-sdk\/client-[\w-]+/.exec(path) ?? []);
  return [...new Set(clients)].toSorted();
};

interface ImportTime {
  /** Milliseconds by the clock. */
  readonly passed: number;
  /** Milliseconds of processor time, which other load on the machine hardly changes. */
  readonly worked: number;
}

/** Imports a module in a new process. */
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
  /** The names of a function's floors. */
  readonly floors?: Readonly<Record<Kind, string>>;
}

/** The bundle of every function, after its floors. */
const bundleAll = async (folder: string): Promise<Bundle[]> => {
  const bundles = new Map<string, Bundle>();
  const addFloor = async (name: string, clients: readonly string[], kind: Kind): Promise<void> => {
    if (bundles.has(name)) return;
    const outfile = join(folder, `floor-${bundles.size}.mjs`);
    await bundle(floorOf(clients), outfile, kind);
    bundles.set(name, { name, file: outfile });
  };
  for (const name of functionNames) {
    const contents = `export { handler } from './functions/${name}/handler.ts';`;
    const file = join(folder, `${name}.mjs`);
    const clients = await bundle(contents, file, 'deployed');
    const floor = `floor: ${clients.map((client) => client.replace('@aws-sdk/client-', '')).join(' + ')}`;
    const floors = { deployed: floor, plain: `${floor}, plain` };
    await addFloor(floors.deployed, clients, 'deployed');
    await addFloor(floors.plain, clients, 'plain');
    bundles.set(name, { name, file, floors });
  }
  return [...bundles.values()];
};

/** Size and import time of every function's bundle, as it is deployed, beside its floors. */
export const measureFunctions = async (): Promise<Figures> => {
  const folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  try {
    const bundles = await bundleAll(folder);
    const timed = bundles.map((entry) => ({ ...entry, times: [] as ImportTime[] }));
    // In turns, so that other load on the machine affects all bundles alike.
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
    const ratio = (figure: 'bytes' | 'worked', name: string, floor: string | undefined) => {
      const [own, least] = [byName.get(name), byName.get(floor ?? '')];
      return own && least ? rounded(own[figure] / least[figure], 2) : '';
    };
    return {
      title: 'Functions: bundle size and import time',
      method: `Bundled as deployed; import in a new process, median of ${rounds} alternating rounds, by the clock and in processor time; ratios to a handler that only loads the same AWS clients, bundled as deployed and plainly.`,
      rows: figures.map(({ name, floors, bytes, gzip, passed, worked }) => ({
        function: name,
        'bytes, min': bytes,
        'bytes, gzip': gzip,
        'import ms': rounded(passed),
        'import CPU ms': rounded(worked),
        'bytes / plain': ratio('bytes', name, floors?.plain),
        'CPU / plain': ratio('worked', name, floors?.plain),
        'bytes / clients': ratio('bytes', name, floors?.deployed),
        'CPU / clients': ratio('worked', name, floors?.deployed),
      })),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
};
