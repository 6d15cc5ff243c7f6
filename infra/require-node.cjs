/**
 * Loaded before every command of ours (`node --require`). Node before 22.18 cannot run TypeScript files and would
 * only say ERR_UNKNOWN_FILE_EXTENSION. Written in JavaScript that such a version runs.
 */
if (!process.features.typescript) {
  console.error(
    `Node.js ${process.versions.node} cannot run this project: it needs 22.18 or newer. ` +
      '`npm ci` installs one for the npm commands, unless optional or development packages are omitted.',
  );
  process.exit(1);
}
