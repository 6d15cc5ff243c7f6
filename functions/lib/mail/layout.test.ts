import fc from 'fast-check';
import { expect, it } from 'vitest';
import { button, composeEmail, linkedText, paragraph } from './layout.ts';

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

const htmlOf = (text: string): string => {
  const { html } = composeEmail({ ...content, blocks: [linkedText(`@@ ${text} @@`)] }, 'https://example.com');
  return /@@ (.*) @@/s.exec(html)?.[1] ?? expect.fail('no text');
};

it.each([
  ['https://maps.example/map_(pitch)', ''],
  ['https://maps.example/a_(b)_(c)', ')'],
  ['https://maps.example/a[1]', ']'],
  ['https://maps.example/field', '…'],
  ['https://maps.example/field', '...'],
  ['https://maps.example/field', ').'],
  ['https://maps.example/field', '”'],
  ['https://maps.example/field', '»,'],
  ['https://maps.example/field/', '!'],
  ['https://maps.example/?q=a&x=(1)', '?'],
])('links %s, and not the %j of its sentence [MSG-02]', (url, rest) => {
  const escaped = url.replaceAll('&', '&amp;');
  const html = htmlOf(`See (${url}${rest} and ${url}`);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, found]) => found)).toEqual([escaped, escaped]);
  expect(html.replace(/<[^>]*>/g, '')).toContain(`${escaped}${rest} and ${escaped}`);
});

it('keeps any text whole around its links [MSG-02]', () => {
  const parts = fc.array(
    fc.constantFrom('https://', 'http://a', 'x', ' ', ')', '(', '.', '…', ']', '[', '"', '/'),
  );
  fc.assert(
    fc.property(parts, (all) => {
      const text = all.join('');
      const shown = htmlOf(text)
        .replace(/<[^>]*>/g, '')
        .replaceAll('&quot;', '"');
      expect(shown).toBe(text);
    }),
  );
});
