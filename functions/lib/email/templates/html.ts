const markup = Symbol('markup');

/** Safe markup: only the tag `html` makes it. */
export interface Html {
  readonly [markup]: string;
}

type Value = string | number | Html | readonly Html[];

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']/g, (character) => escapes[character] ?? '');

const toMarkup = (value: Value): string => {
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'number') return String(value);
  return markup in value ? value[markup] : value.map(toMarkup).join('');
};

/**
 * Template tag that escapes every value but markup of this tag, for text and for quoted attributes. Text of users must
 * not be used in an unquoted attribute, a style sheet or a script.
 */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  [markup]: parts.map((part, index) => part + toMarkup(values[index] ?? '')).join(''),
});

/** The text of finished markup. */
export const renderHtml = (page: Html): string => page[markup];
