import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html, renderHtml } from './layout.ts';

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
