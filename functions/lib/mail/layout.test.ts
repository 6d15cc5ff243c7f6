import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  button,
  composeEmail,
  html,
  inSentence,
  linkedText,
  oneLine,
  paragraph,
  renderHtml,
  withoutLineBreaks,
} from './layout.ts';

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

it('escapes values in text and in attributes', () => {
  const injected = `<img src=x onerror="alert('1')">&`;
  expect(renderHtml(html`<p title="${injected}">${injected}</p>`)).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">' +
      '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

it('inserts markup of the tag itself unescaped, alone or in a list', () => {
  const items = ['<a>', 'b'].map((text) => html`<li>${text}</li>`);
  expect(renderHtml(html`<ul>${items}</ul>${html`<br>`}${2}`)).toBe(
    '<ul><li>&lt;a&gt;</li><li>b</li></ul><br>2',
  );
});

it('refuses a parsed object that has the shape of markup', () => {
  const forged = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}');
  expect(() => renderHtml(html`${forged}`)).toThrow(TypeError);
});

it('escapes any text so that it opens no tag, ends no attribute and is read back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      const markup = renderHtml(html`${text}`);
      expect(markup).not.toMatch(/[<>"']/);
      const read = markup.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) =>
        String({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }[name]),
      );
      expect(read).toBe(text.toWellFormed());
    }),
  );
});

const controlCharacter = /[\p{Cc}\p{Zl}\p{Zp}]/u;

it.each([
  ['line breaks', 'Ann\r\nBcc: all@example.com', 'Ann Bcc: all@example.com'],
  ['other line separators', 'Ann\u2028Lee\u0085May', 'Ann Lee May'],
  ['white space at the ends and inside', '  Ann \t Lee ', 'Ann Lee'],
  ['direction overrides', 'Ann\u202Egnp.exe', 'Anngnp.exe'],
  ['lone surrogates', 'Ann\uD83D', 'Ann\uFFFD'],
])('makes one line of text with %s', (_, text, expected) => {
  expect(oneLine(text)).toBe(expected);
});

it('keeps joined emoji and accents', () => {
  expect(oneLine('👩‍👩‍👧‍👦 Zoë')).toBe('👩‍👩‍👧‍👦 Zoë');
});

it('removes line breaks and control characters from any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(oneLine(text)).not.toMatch(controlCharacter);
      expect(withoutLineBreaks(text)).not.toMatch(controlCharacter);
      expect(inSentence(text)).not.toMatch(controlCharacter);
    }),
  );
});

it('truncates a long name between graphemes', () => {
  const family = '👩‍👩‍👧‍👦';
  const cut = inSentence(family.repeat(50));
  expect(cut).toBe(`${family.repeat(5)}…`);
  expect(inSentence('a'.repeat(60))).toBe('a'.repeat(60));
  expect(inSentence('a'.repeat(10_000))).toBe(`${'a'.repeat(59)}…`);
});

it('isolates a right-to-left name from the surrounding text', () => {
  expect(inSentence('ليلى')).toBe('\u2068ليلى\u2069');
  expect(inSentence('Zoë')).toBe('Zoë');
});
