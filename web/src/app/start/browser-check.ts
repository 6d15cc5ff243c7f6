// A classic script of its own: it runs before boot.ts, also in browsers that cannot parse boot.ts. It tests features
// that came with or just before the oldest supported browsers, not versions.

const hasFeatures = (): boolean => {
  try {
    // Safari 16.4. Older ones refuse a lookbehind. A literal would stop this script.
    return (
      /(?<=a)b/.test('ab') &&
      'noModule' in HTMLScriptElement.prototype &&
      'findLast' in Array.prototype &&
      'structuredClone' in window
    );
  } catch {
    return false;
  }
};

const notice = document.getElementById('unsupported-browser');
if (notice && !hasFeatures()) {
  // boot.ts does not start the site. The prerendered HTML stays, with links that work.
  document.documentElement.setAttribute('data-unsupported', '');
  document.body.insertBefore(notice, document.body.firstChild);
  notice.hidden = false;
}
