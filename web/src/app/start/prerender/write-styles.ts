import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const linkedStyles = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/;

export interface StyledTemplate {
  /** The document that Vite built, without its own link to styles. */
  readonly template: string;
  /** Elements for the head of every document. */
  readonly styles: readonly string[];
  /** Further elements for the head of the pages of signed-in users. */
  readonly signedInStyles: readonly string[];
}

/** CSS rules by Emotion's name for each. */
type Rules = ReadonlyMap<string, string>;

/**
 * Writes styles to a file with a hash in its name. Emotion looks for `<style data-emotion>` elements to know which rules
 * exist. The elements are empty, because the Content-Security-Policy refuses inline styles.
 * @returns elements for the head
 */
const writeStyleSheet = async (
  folder: string,
  name: string,
  rules: Rules,
  linked: string,
): Promise<string[]> => {
  const css = [linked, ...rules.values()].join('\n');
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const file = `assets/${name}-${hash}.css`;
  await writeFile(join(folder, file), css);
  const isElementRule = (rule: string) => rules.get(rule)?.includes(`.css-${rule}`);
  const names = [...rules.keys()];
  const emotionNames = [
    ...names.filter((rule) => !isElementRule(rule)).map((rule) => `css-global ${rule}`),
    `css ${names.filter(isElementRule).join(' ')}`,
  ];
  return [
    `<link rel="stylesheet" href="/${file}" />`,
    ...emotionNames.map((list) => `<style data-emotion="${list}"></style>`),
  ];
};

/**
 * Writes the styles of all prerendered pages to two files: those that the template links with the rules that Emotion made
 * for pages that need no sign-in, and the further rules of the pages of signed-in users.
 */
export const writeStyles = async (
  folder: string,
  template: string,
  rules: { readonly ofOpenPages: Rules; readonly ofAllPages: Rules },
): Promise<StyledTemplate> => {
  const linked = linkedStyles.exec(template)?.[1];
  if (!linked) throw new Error('The document that Vite built links no styles');
  const further = new Map([...rules.ofAllPages].filter(([name]) => !rules.ofOpenPages.has(name)));
  const linkedCss = await readFile(join(folder, linked), 'utf8');
  const styles = await writeStyleSheet(folder, 'pages', rules.ofOpenPages, linkedCss);
  const signedInStyles = await writeStyleSheet(folder, 'signed-in-pages', further, '');
  await rm(join(folder, linked));
  return { template: template.replace(linkedStyles, ''), styles, signedInStyles };
};
