/**
 * Before every command, and after an installation: has Panda write the typed functions that name the classes of the look into
 * styled-system/, unless they are of the same configuration already.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const theme = 'web/src/app/theme';
const sources = [
  'package-lock.json',
  'panda.config.ts',
  'shared/palette.ts',
  ...readdirSync(join(root, theme))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${theme}/${file}`),
];

const hash = createHash('sha256');
for (const file of sources) hash.update(file).update(readFileSync(join(root, file)));
const made = hash.digest('hex');
/** Names the configuration that the folder is of. */
const mark = join(root, 'styled-system/made-from');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== made) {
  const panda = join(root, 'node_modules/@pandacss/dev/bin.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [panda, 'codegen', '--clean'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) {
    console.error(
      `${stdout}${stderr}\nPanda could not generate styled-system/. Mend panda.config.ts or ${theme}/.`,
    );
    process.exit(1);
  }
  writeFileSync(mark, made);
}
