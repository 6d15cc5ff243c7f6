import { expect, it } from 'vitest';
import { button, composeEmail, paragraph } from './layout.ts';

const content = {
  subject: 'Subject',
  preview: 'Preview',
  heading: 'Heading',
  reason: 'Reason',
  blocks: [paragraph('Text'), button('Press', 'https://example.com/press')],
};

it('has a table of 560 px for Outlook for Windows, which ignores the greatest width of a table', () => {
  const { html } = composeEmail(content, 'https://example.com');
  const opened = [...html.matchAll(/<!--\[if mso\]>(.*?)<!\[endif\]-->/gs)].map(([, part]) => part);
  expect(opened).toEqual([
    '<table role="presentation" align="center" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td width="560">',
    '</td></tr></table>',
  ]);
  expect(html.indexOf('<!--[if mso]><table')).toBeLessThan(html.indexOf('max-width:560px'));
});

it('gives buttons their space by their cell, because Outlook for Windows ignores the padding of links', () => {
  const { html } = button('Press', 'https://example.com/press');
  const text = composeEmail({ ...content, blocks: [{ html, text: '' }] }, 'https://example.com').html;
  const [, cell = '', link = ''] =
    /<td ([^>]*)>\s*<a href="https:\/\/example.com\/press" ([^>]*)>/.exec(text) ?? [];
  expect(cell).toMatch(/padding:12px 26px/);
  expect(link).not.toMatch(/padding/);
});
