import { addressLines, brand } from '#shared/brand';
import { palette } from '#shared/palette';
import type { Block } from './blocks.ts';
import { type Html, html, renderHtml } from './html.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { darkStyles, fonts, light } from './theme.ts';

interface EmailContent {
  readonly subject: string;
  /** The text that a mailbox shows beside the subject. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly Block[];
  /** Why the recipient gets this email. */
  readonly reason: string;
}

/** The reason of an email to a family about its bookings. */
export const bookedReason = `You receive this email because you booked a class with ${brand.name}.`;

/** The penalty arc with the ball on its spot, the site's motif. Made of borders, since mail programs show no SVG. */
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

const footer = (reason: string): Html => {
  const { email, phone } = brand.contact;
  return html`<tr><td class="muted" align="center" style="padding:22px 20px 8px;font-size:13px;line-height:1.6;color:${light.muted}">
<strong>${brand.legalName}</strong><br>
${addressLines.join(', ')}<br>
<a class="link" href="mailto:${email}" style="color:${light.link}">${email}</a> &middot; ${phone}<br><br>
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
    `${email} | ${phone}`,
    reason,
  ].join('\n');
  const parts = [heading, ...blocks.map((block) => block.text), signature];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
};

/**
 * Renders an email in the brand's layout, as HTML and as text.
 * @param siteUrl origin of the site
 */
export const composeEmail = (content: EmailContent, siteUrl: string): RenderedEmail => ({
  subject: content.subject,
  html: renderHtml(page(content, siteUrl)),
  text: plainText(content),
});
