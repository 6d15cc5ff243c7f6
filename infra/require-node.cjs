/**
 * Before every command: says in two lines what is wrong where packages are missing or this Node is too old, in place of a
 * stack trace (`node --require`, the start of npm scripts, and the configurations of the test runners). Written in
 * JavaScript that Node 20 runs, without a package.
 */
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const runsTypeScript = Boolean(process.features.typescript);
/** The newer Node that npm scripts find first. */
const nodeOfScripts = 'node_modules/node/bin/node';

const stop = (what, remedy) => {
  console.error(`${what}\n${remedy}`);
  process.exit(1);
};

/** What every installation has: the packages of the lockfile, what npm writes last, and the Node in place of an older one. */
const missingFiles = () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const needed = Object.keys(packages).filter((path) => path !== '' && !packages[path].optional);
  return [
    ...needed.map((path) => `${path}/package.json`),
    'node_modules/.package-lock.json',
    ...(runsTypeScript ? [] : [nodeOfScripts]),
  ].filter((file) => !existsSync(join(root, file)));
};

const missing = missingFiles();
if (missing.length > 0) {
  const others = missing.length > 1 ? ` (and ${missing.length - 1} more)` : '';
  stop(
    `Packages are missing: ${missing[0]}${others}. An \`npm ci\` failed or did not install everything.`,
    'Run `npm ci` until it ends without an error, with development packages and install scripts.',
  );
}
if (!runsTypeScript)
  stop(
    `Node.js ${process.versions.node} cannot run this project: it needs 22.18 or newer.`,
    'Use the npm commands, such as `npm start` or `npm exec vitest`: `npm ci` has installed a newer one for them.',
  );

if (existsSync(join(root, 'panda.config.ts'))) require('./generate-styled-system.cjs');
