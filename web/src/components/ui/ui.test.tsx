import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Box } from './box.tsx';
import { Stack } from './stack.tsx';
import { FormSample, Sample } from './testing/own-sample.tsx';
import { Text } from './text.tsx';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');

it("a screen compiles with Chakra's components in place of these: only its imports differ [SCR-01]", async () => {
  const own = await readFile(join(import.meta.dirname, 'testing/own-sample.tsx'), 'utf8');
  const folder = join(root, 'dist/chakra-sample');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: { incremental: false },
      include: ['sample.tsx'],
    }),
  );
  await writeFile(
    join(folder, 'sample.tsx'),
    own.replaceAll(/'\.\.\/([\w-]+)\.tsx'/g, "'@chakra-ui/react/$1'"),
  );
  await expect(run('npx', ['tsc', '-p', folder], { cwd: root })).resolves.toMatchObject({ stdout: '' });
});

it('components join the classes of their recipe, their style props and their pattern [SCR-01]', () => {
  const html = renderToStaticMarkup(<Sample />);
  expect(html).toMatch(/<article class="card__root [^"]*p_4 md:p_5/);
  expect(html).toMatch(/<ul class="[^"]*\bflex-d_column sm:flex-d_row\b/);
  expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Saving</);
  expect(html).toMatch(/<a href="\/" class="link as_start">Home</);
});

it('controls take over what their field, group or box says [SCR-01]', () => {
  const html = renderToStaticMarkup(<FormSample onChange={() => {}} />);
  const [, id] = /<label for="([^"]+)" class="field__label mb_2">Email</.exec(html) ?? [];
  for (const element of [
    `<input id="${id}" required="" aria-invalid="true" type="email" autoComplete="email" class="input flex_1" name="email"/>`,
    `<div id="${id}-helper" class="field__helperText">We write to it.</div>`,
    `<div id="${id}-error" class="field__errorText">Please enter your email</div>`,
    'disabled="" rows="4" class="textarea">Hello</textarea>',
    '<input type="text" id="code" readOnly=""',
    '<select disabled="" name="day" class="nativeSelect__field">',
    '<input type="checkbox" disabled="" aria-label="Terms" class="checkbox__control" name="terms" checked="" value="yes"/>',
    '<input type="radio" class="radioGroup__itemControl" name="photos" value="yes"/>',
    '<fieldset role="radiogroup" class="radioCard__root">',
    'checked="" value="trial"/>',
  ])
    expect(html).toContain(element);
});

it('a token that does not exist does not compile [SCR-03]', () => {
  // @ts-expect-error: the scale has no such step
  expect(<Stack gap="13" />).toBeDefined();
  // @ts-expect-error: the palette has no such colour
  expect(<Box bg="pitch.wrong" />).toBeDefined();
  // @ts-expect-error: no token, and not in brackets
  expect(<Text maxWidth="31rem" />).toBeDefined();
  expect(<Text maxWidth="[31rem]" />).toBeDefined();
});
