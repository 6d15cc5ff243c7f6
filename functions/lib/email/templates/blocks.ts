import { palette } from '#shared/palette';
import { type Html, html } from './html.ts';
import { light } from './theme.ts';

/** A part of an email in both forms, which therefore have the same content. */
export interface Block {
  readonly html: Html;
  readonly text: string;
}

export const paragraph = (text: string): Block => ({
  html: html`<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${light.text}">${text}</p>`,
  text,
});

/** The main action. Its space is that of the cell: Outlook for Windows ignores the padding of links. */
export const button = (label: string, url: string): Block => ({
  html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0">
<tr><td bgcolor="${palette.ball}" style="padding:12px 26px;border-radius:14px;background-color:${palette.ball}">
<a href="${url}" style="display:inline-block;font-size:17px;line-height:24px;font-weight:700;color:${palette.navy};text-decoration:none">${label}</a>
</td></tr></table>`,
  text: `${label}: ${url}`,
});

/** The address of a button, for readers whose button does not work. The text form contains it already. */
export const copyableAddress = (url: string): Block => ({
  html: html`<p class="muted" style="margin:0 0 20px;font-size:14px;line-height:1.5;color:${light.muted}">If the button does not work, copy this address into your browser:<br>
<a class="link" href="${url}" style="color:${light.link};word-break:break-all">${url}</a></p>`,
  text: '',
});

/** Text of less importance. */
export const smallPrint = (text: string): Block => ({
  html: html`<p class="muted" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:${light.muted}">${text}</p>`,
  text,
});

/** The title of a section. */
export const title = (text: string): Html =>
  html`<h2 class="text" style="margin:28px 0 12px;font-size:18px;line-height:1.3;font-weight:700;color:${light.text}">${text}</h2>`;
