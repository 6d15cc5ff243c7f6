import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const modified = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** When the command runs: its package.json and lockfile pin them. Ends the process on failure. @returns what loads one */
export const toolPackages = async (folder: string): Promise<NodeJS.Require> => {
  const lockfile = join(folder, 'package-lock.json');
  // The file that npm writes last.
  if (modified(join(folder, 'node_modules/.package-lock.json')) < modified(lockfile)) {
    console.log(`Installing the packages of this command, once: npm ci --prefix ${folder}`);
    const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
    const npm = spawn('npm', ['ci', '--prefix', folder, ...options], { stdio: 'inherit' });
    const [code] = await once(npm, 'exit');
    if (code !== 0) {
      console.error(
        `The packages of this command could not be installed.\nRun \`npm ci --prefix ${folder}\` again.`,
      );
      process.exit(1);
    }
  }
  return createRequire(lockfile);
};
