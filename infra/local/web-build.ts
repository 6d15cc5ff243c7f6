import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSampleSchool } from '#shared/brand';
import { builtSiteFolder } from './site/built-site.ts';
import { StartError } from './start-error.ts';

const projectRoot = join(import.meta.dirname, '../..');
const sources = ['web', 'shared', 'package-lock.json'];
const result = join(builtSiteFolder, 'index.html');

const changedAt = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;

const latestChange = async (path: string): Promise<number> => {
  const inside = await readdir(path, { recursive: true }).catch(() => []);
  const changes = await Promise.all([path, ...inside.map((name) => join(path, name))].map(changedAt));
  return Math.max(...changes);
};

export const isWebBuildStale = async (root = projectRoot): Promise<boolean> => {
  const changes = await Promise.all(sources.map((source) => latestChange(join(root, source))));
  return Math.max(...changes) > (await changedAt(join(root, result)));
};

/** Works as `npm run build`, without output. @throws StartError with the whole output when the build fails */
export const buildWeb = async (root = projectRoot): Promise<void> => {
  const build = spawn('npm', ['run', '--silent', 'build'], {
    cwd: root,
    env: { ...process.env, SAMPLE_SCHOOL: isSampleSchool ? 'yes' : '' },
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [build.stdout, build.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  }
  const [code] = await once(build, 'close');
  if (code !== 0)
    throw new StartError(
      `${log}\nThe site could not be built; the log is above.`,
      'Mend that, then run the command again.',
    );
};
