import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const linkedStyles = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/;

export interface StyledTemplate {
  /** The document that Vite built, without its own link to styles. */
  readonly template: string;
  /** Elements for the head of every document. */
  readonly styles: readonly string[];
}

/**
 * Writes the styles of all prerendered pages to one file: those that the template links, and the rules that Emotion
 * made while rendering. Emotion looks for `<style data-emotion>` elements to know which rules exist. The elements are
 * empty, because the Content-Security-Policy refuses inline styles.
 * @param rules CSS by Emotion's name for it
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

  const isElementRule = (name: string) => rules.get(name)?.includes(`.css-${name}`);
  const names = [...rules.keys()];
  const emotionNames = [
    ...names.filter((name) => !isElementRule(name)).map((name) => `css-global ${name}`),
    `css ${names.filter(isElementRule).join(' ')}`,
  ];
  return {
    template: template.replace(linkedStyles, ''),
    styles: [
      `<link rel="stylesheet" href="/${file}" />`,
      ...emotionNames.map((list) => `<style data-emotion="${list}"></style>`),
    ],
  };
};
