/** How the names of a sign-in's keys in local storage begin, as Amplify writes them. */
export const tokenKeyPrefix = 'CognitoIdentityServiceProvider.';

/** How the name of the key ends that lasts until the logout. */
export const lastingTokenSuffix = '.refreshToken';

/** Attribute of `<html>` while a sign-in is stored. */
const signedInMark = 'data-signed-in';

/** The id of the link to boot.ts (web/src/app/start) in documents that load it at their first use. */
export const bootLinkId = 'boot';

/** Events that precede the use of a page, or are a use. `storage`: another tab may have logged in or out. */
const useEvents = [
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'scroll',
  'storage',
  // Assistive technology clicks a button, and the browser fills in a field, without any event before.
  'click',
  'input',
];

/**
 * A script in every prerendered document, whose hash the Content-Security-Policy allows. It runs before anything is shown. The
 * build does not rewrite it: it is for browsers since 2019.
 *
 * 1. It tests features that came with or just before the oldest supported browsers, not versions: `adoptedStyleSheets` came with
 *    Safari 16.4. An older browser gets `data-unsupported` on `<html>`, and a sentence above the page.
 * 2. It marks a stored sign-in on `<html>`: at the start, and when the browser has kept the page and shows it again after
 *    somebody has logged in or out on another one.
 * 3. It keeps what is pressed before boot.ts captures input, and of a form what is in its fields then. early-input.ts takes that
 *    over. It keeps nothing afterwards: a password can be in the fields.
 * 4. It watches for the first use, and loads boot.ts then, or for a stored sign-in, where the document does not load it itself.
 *    What cannot hover moves its pointer only when it is pressed. Browsers also send `pointermove`, with no distance, when a page
 *    appears under a pointer at rest.
 *
 * For most visitors it is the only script of a complete page until its first use. `pageshow` follows every load as well, and is
 * listened to only after a `pagehide`. Neither elements nor the document are touched before they must be.
 */
export const documentScript = `{
  const isSupported =
    'adoptedStyleSheets' in document && 'structuredClone' in window && 'findLast' in Array.prototype;
  if (!isSupported) {
    document.documentElement.setAttribute('data-unsupported', '');
    addEventListener('DOMContentLoaded', () => {
      const notice = document.getElementById('unsupported-browser');
      document.body.insertBefore(notice, document.body.firstChild);
      notice.hidden = false;
    });
  }

  const load = () => {
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', load);
    const boot = document.getElementById('${bootLinkId}');
    if (boot && isSupported) import(boot.href).catch(() => setTimeout(load, 1000));
  };

  const isToken = (key) => key.startsWith('${tokenKeyPrefix}') && key.endsWith('${lastingTokenSuffix}');
  const hasSignIn = () => {
    try {
      return isSupported && Object.keys(localStorage).some(isToken);
    } catch (blocked) {
      return false;
    }
  };
  const mark = (isSignedIn) => {
    document.documentElement.toggleAttribute('${signedInMark}', isSignedIn);
    if (isSignedIn) load();
  };
  if (hasSignIn()) mark(true);
  addEventListener('pagehide', () => addEventListener('pageshow', () => mark(hasSignIn()), { once: true }));

  window.earlyPresses = [];
  const contentOf = (field) => (field.type === 'checkbox' ? field.checked : field.value);
  const keep = (event) => {
    if (!window.earlyPresses) return;
    const { type, target: pressed } = event;
    const target = type === 'submit' ? pressed : pressed.closest && pressed.closest('button:not([type=submit])');
    if (!target) return;
    event.preventDefault();
    if (!isSupported) return;
    const contents = Array.from(target.elements || [], (field) => [field, contentOf(field)]);
    window.earlyPresses.push([target, new Map(contents)]);
  };
  addEventListener('click', keep, true);
  addEventListener('submit', keep, true);

  const useEvents = ${JSON.stringify(useEvents)};
  if (matchMedia('(any-hover: hover)').matches) useEvents.push('pointermove');
  window.firstUse = new Promise((resolve) => {
    const use = (event) => {
      if (event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return;
      for (const type of useEvents) removeEventListener(type, use);
      load();
      resolve();
    };
    for (const type of useEvents) addEventListener(type, use, { passive: true });
  });
}`;
