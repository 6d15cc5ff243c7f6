import type { Block } from './blocks.ts';
import { type Html, html } from './html.ts';
import { light } from './theme.ts';

/** An address in a text, without the punctuation that ends a sentence. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/u;

const isAddress = (part: string): boolean => address.test(part);

const link = (url: string): Html =>
  html`<a class="link" href="${url}" style="color:${light.link};word-break:break-all">${url}</a>`;

const line = (text: string): Html =>
  html`${text.split(address).map((part) => (isAddress(part) ? link(part) : html`${part}`))}`;

/** The lines of a paragraph, with breaks between them. */
const lines = (paragraph: string): Html =>
  html`${paragraph.split('\n').map((text, index) => (index === 0 ? line(text) : html`<br>${line(text)}`))}`;

/** A text that a person wrote: paragraphs and lines stay, addresses become links, everything else is text (MSG-02). */
export const linkedText = (text: string): Block => ({
  html: html`${text
    .split(/\n{2,}/u)
    .map(
      (paragraph) =>
        html`<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${light.text}">${lines(paragraph)}</p>`,
    )}`,
  text,
});
