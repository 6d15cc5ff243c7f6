import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html, renderHtml } from './html.ts';

it('escapes values in text and in attributes', () => {
  const hostile = `<img src=x onerror="alert('1')">&`;
  expect(renderHtml(html`<p title="${hostile}">${hostile}</p>`)).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">' +
      '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

it('puts in its own markup, alone or as a list, as it is', () => {
  const items = ['<a>', 'b'].map((text) => html`<li>${text}</li>`);
  expect(renderHtml(html`<ul>${items}</ul>${html`<br>`}${2}`)).toBe(
    '<ul><li>&lt;a&gt;</li><li>b</li></ul><br>2',
  );
});

it('does not take an object from outside for markup', () => {
  const forged = JSON.parse('{"markup":"<script>","Symbol(markup)":"<script>"}');
  expect(() => renderHtml(html`${forged}`)).toThrow(TypeError);
});

it('never lets a text open a tag or leave an attribute, and loses no character of it', () => {
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
