import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const linkedStyles = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/;

/** The document that Vite built, without its own link to styles. */
export interface StyledTemplate {
  readonly template: string;
  /** Elements for the head of every document. */
  readonly styles: readonly string[];
}

/**
 * Writes all that styles the built pages to one file: what the template links, and the rules of the rendered pages by
 * the names Emotion has for them. Empty elements tell Emotion which rules are there already. Empty ones pass the
 * Content-Security-Policy, full ones would not.
 */
export const writeStyles = async (
  folder: string,
  template: string,
  rules: ReadonlyMap<string, string>,
): Promise<StyledTemplate> => {
  const linked = linkedStyles.exec(template)?.[1];
  if (!linked) throw new Error('The document that Vite built links no styles');
  const css = [await readFile(join(folder, linked), 'utf8'), ...rules.values()].join('\n');
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const file = `assets/pages-${hash}.css`;
  await writeFile(join(folder, file), css);
  await rm(join(folder, linked));

  const isOfElement = (name: string) => rules.get(name)?.includes(`.css-${name}`);
  const names = [...rules.keys()];
  const known = [
    ...names.filter((name) => !isOfElement(name)).map((name) => `css-global ${name}`),
    `css ${names.filter(isOfElement).join(' ')}`,
  ];
  return {
    template: template.replace(linkedStyles, ''),
    styles: [
      `<link rel="stylesheet" href="/${file}" />`,
      ...known.map((list) => `<style data-emotion="${list}"></style>`),
    ],
  };
};
