import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildOpenApiDocument } from '#shared/contract/openapi';
import { tempDir } from '../stack/temp-dir.ts';

const run = promisify(execFile);

const outputSchema = z.object({
  problems: z.array(
    z.object({
      ruleId: z.string(),
      message: z.string(),
      location: z.array(z.object({ pointer: z.string() })),
    }),
  ),
});

/** The findings of Redocly's linter, errors and warnings, with the rules that it recommends. */
const findingsOf = async (document: object): Promise<string[]> => {
  const directory = await tempDir();
  await writeFile(join(directory, 'openapi.json'), JSON.stringify(document));
  const linter = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const args = [linter, 'lint', 'openapi.json', '--format=json'];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  // It ends with an error code where it has found errors, and writes them all the same.
  const { stdout } = await run(process.execPath, args, { cwd: directory, env }).catch((error: unknown) =>
    z.object({ stdout: z.string() }).parse(error),
  );
  return outputSchema
    .parse(JSON.parse(stdout))
    .problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
};

it('the OpenAPI document has no findings', async () => {
  expect(await findingsOf(buildOpenApiDocument())).toEqual([]);
});
