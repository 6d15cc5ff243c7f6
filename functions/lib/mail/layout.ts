import { addressLines, brand } from '#shared/brand';
import { palette, themePalette } from '#shared/palette';

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

/** In text and quoted attributes. Users' text must not be in an unquoted attribute, a style sheet or a script. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html => ({
  [markup]: parts.map((part, index) => part + toMarkup(values[index] ?? '')).join(''),
});

export const renderHtml = (page: Html): string => page[markup];

type Theme = 'light' | 'dark';

const coloursOf = (theme: Theme) => ({
  page: themePalette.page[theme],
  card: themePalette.surface[theme],
  subtle: themePalette.subtle[theme],
  text: themePalette.text[theme],
  muted: themePalette.muted[theme],
  line: themePalette.line[theme],
  link: themePalette.link[theme],
});

/** Inline styles, since many mail programs ignore style sheets. Dark mode replaces them by class (`darkStyles`). */
export const light = coloursOf('light');
const dark = coloursOf('dark');

const groundRoles = ['page', 'card', 'subtle'] as const;
const textRoles = ['text', 'muted', 'link'] as const;

const darkStyles = [
  ...groundRoles.map((role) => `.${role}{background-color:${dark[role]}!important}`),
  ...textRoles.map((role) => `.${role}{color:${dark[role]}!important}`),
  `.line{border-color:${dark.line}!important}`,
].join('');

/** Names without quotes fit in an attribute. */
const fonts = 'Figtree,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif';

/** Line breaks and control characters must not occur in a subject. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/gu;

/** A mail header has no line breaks. */
export const withoutLineBreaks = (text: string): string => text.replace(breaks, ' ');

/** Does not change the direction of the text around it. */
export const oneLine = (text: string): string =>
  withoutLineBreaks(text.toWellFormed().replace(directionOverrides, '')).replace(/\s+/gu, ' ').trim();

/** Made at first use, which is rare: the runtime loads data of all scripts (8 ms). */
let graphemes: Intl.Segmenter | undefined;

/** At most `maxLength` UTF-16 units, cut between graphemes with "…". */
const clip = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let shortened = '';
  for (const { segment } of graphemes.segment(text)) {
    if (shortened.length + segment.length >= maxLength) break;
    shortened += segment;
  }
  return `${shortened.trimEnd()}…`;
};

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const longestName = 60;

/** A user's text in a sentence or subject: one line of limited length, right-to-left text isolated (U+2068, U+2069). */
export const inSentence = (text: string): string => {
  const line = clip(oneLine(text), longestName);
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line;
};

export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Both forms, which therefore have the same content. */
export interface Block {
  readonly html: Html;
  readonly text: string;
}

export const paragraph = (text: string): Block => ({
  html: html`<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${light.text}">${text}</p>`,
  text,
});

/** Outlook for Windows ignores the padding of links, so the cell has the space. */
export const button = (label: string, url: string): Block => ({
  html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
<tr><td bgcolor="${palette.ball}" style="padding:12px 26px;border-radius:14px;background-color:${palette.ball}">
<a href="${url}" style="display:inline-block;font-size:17px;line-height:24px;font-weight:700;color:${palette.navy};text-decoration:none">${label}</a>
</td></tr></table>`,
  text: `${label}: ${url}`,
});

export const copyableAddress = (url: string): Block => ({
  html: html`<p class="muted" style="margin:0 0 20px;font-size:14px;line-height:1.5;color:${light.muted}">If the button does not work, copy this address into your browser:<br>
<a class="link" href="${url}" style="color:${light.link};word-break:break-all">${url}</a></p>`,
  text: '',
});

export const smallPrint = (text: string): Block => ({
  html: html`<p class="muted" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:${light.muted}">${text}</p>`,
  text,
});

export const title = (text: string): Html =>
  html`<h2 class="text" style="margin:28px 0 12px;font-size:18px;line-height:1.3;font-weight:700;color:${light.text}">${text}</h2>`;

/** With what may end the sentence behind the address. */
const address = /https?:\/\/[^\s<>"/][^\s<>"]*/gu;
const endsSentence = /[\p{Pi}\p{Pf}'.,;:!?…]$/u;
const openingOf = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

/** A bracket belongs to the address where the address contains its partner. */
const withoutSentence = (found: string): string => {
  let url = found;
  for (;;) {
    const last = url.at(-1) ?? '';
    const opening = openingOf.get(last);
    const isOfSentence = opening
      ? url.split(last).length > url.split(opening).length
      : endsSentence.test(url);
    if (!isOfSentence) return url;
    url = url.slice(0, -1);
  }
};

const link = (url: string): Html =>
  html`<a class="link" href="${url}" style="color:${light.link};word-break:break-all">${url}</a>`;

const line = (text: string): Html =>
  html`${[...text.matchAll(address), undefined].map((found, index, all) => {
    const before = all[index - 1];
    const start = before ? before.index + withoutSentence(before[0]).length : 0;
    const url = found && withoutSentence(found[0]);
    return html`${text.slice(start, found?.index)}${url ? link(url) : ''}`;
  })}`;

const lines = (paragraph: string): Html =>
  html`${paragraph.split('\n').map((text, index) => (index === 0 ? line(text) : html`<br>${line(text)}`))}`;

/** Paragraphs and lines stay, addresses become links, everything else is text (MSG-02). */
export const linkedText = (text: string): Block => ({
  html: html`${text
    .split(/\n{2,}/u)
    .map(
      (paragraph) =>
        html`<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${light.text}">${lines(paragraph)}</p>`,
    )}`,
  text,
});

interface EmailContent {
  readonly subject: string;
  /** Shown by a mailbox beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Why the recipient gets this email. */
  readonly reason: string;
}

export const bookedReason = `You receive this email because you booked a class with ${brand.name}.`;

/** The penalty arc of the site's motif, of borders, since mail programs show no SVG. */
const motif = html`<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="margin:0 auto">
<tr><td align="center" valign="bottom" style="width:108px;height:54px;border:2px solid #3C8563;border-bottom:0;border-radius:56px 56px 0 0">
<div style="width:16px;height:16px;margin:0 auto 10px;border-radius:8px;background-color:${palette.ball};font-size:0;line-height:0">&nbsp;</div>
</td></tr></table>`;

const header = (
  siteUrl: string,
): Html => html`<tr><td align="center" bgcolor="${palette.pitch}" style="padding:26px 20px 0;border-radius:20px 20px 0 0;background-color:${palette.pitch}">
<a href="${siteUrl}" style="font-size:28px;line-height:34px;font-weight:800;letter-spacing:-0.5px;color:${palette.chalk};text-decoration:none">${brand.name}</a>
<div style="height:14px;font-size:0;line-height:0">&nbsp;</div>
${motif}
</td></tr>`;

const joinHtml = (parts: readonly Html[], between: Html): Html =>
  html`${parts.map((part, at) => (at === 0 ? part : html`${between}${part}`))}`;

const footer = (reason: string): Html => {
  const { email, phone } = brand.contact;
  const reached = [
    ...(email ? [html`<a class="link" href="mailto:${email}" style="color:${light.link}">${email}</a>`] : []),
    ...(phone ? [html`${phone}`] : []),
  ];
  const lines = [
    html`<strong>${brand.legalName}</strong>`,
    ...(addressLines.length > 0 ? [html`${addressLines.join(', ')}`] : []),
    ...(reached.length > 0 ? [joinHtml(reached, html` &middot; `)] : []),
  ];
  return html`<tr><td class="muted" align="center" style="padding:22px 20px 8px;font-size:13px;line-height:1.6;color:${light.muted}">
${joinHtml(
  lines,
  html`<br>
`,
)}<br><br>
${reason}
</td></tr>`;
};

/** Outlook for Windows ignores `max-width`: a table that only it reads has the width. */
const page = ({ subject, preview, heading, blocks, reason }: EmailContent, siteUrl: string): Html =>
  html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkStyles}}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${light.page};font-family:${fonts};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.page}" style="background-color:${light.page}">
<tr><td align="center" style="padding:16px 10px 32px">
<!--[if mso]><table role="presentation" align="center" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td width="560"><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;table-layout:fixed;font-family:${fonts};text-align:left">
${header(siteUrl)}
<tr><td class="card line" bgcolor="${light.card}" style="padding:28px 20px 12px;border:1px solid ${light.line};border-top:0;border-radius:0 0 20px 20px;background-color:${light.card};overflow-wrap:anywhere;word-break:break-word">
<h1 class="text" style="margin:0 0 14px;font-size:26px;line-height:1.2;font-weight:800;letter-spacing:-0.3px;color:${light.text}">${heading}</h1>
${blocks.map((block) => block.html)}
</td></tr>
${footer(reason)}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;

const plainText = ({ heading, blocks, reason }: EmailContent): string => {
  const { email, phone } = brand.contact;
  const signature = [
    // Mail programs recognise this line, with its space, as the start of a signature.
    '-- ',
    brand.legalName,
    addressLines.join(', '),
    [email, phone].filter((known) => known !== null).join(' | '),
    reason,
  ]
    .filter((line) => line !== '')
    .join('\n');
  const parts = [heading, ...blocks.map((block) => block.text), signature];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
};

export const composeEmail = (content: EmailContent, siteUrl: string): RenderedEmail => ({
  subject: content.subject,
  html: renderHtml(page(content, siteUrl)),
  text: plainText(content),
});
