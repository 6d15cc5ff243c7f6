import { minuteMs } from './lib/durations.ts';
import { adminGroup, coachGroup, familyClaim } from './roles.ts';

/** How the names of a sign-in's keys in local storage begin, as Amplify writes them. */
export const tokenKeyPrefix = 'CognitoIdentityServiceProvider.';

/** How the name of the key ends that lasts until the logout. */
export const lastingTokenSuffix = '.refreshToken';

/** How the names of the keys end that have the access token, and by how much the browser's clock is behind the user pool's (ms). */
export const accessTokenSuffix = '.accessToken';
export const clockDriftSuffix = '.clockDrift';

/** An access token that is valid for less time is renewed before it is used, so that no request carries an expired one. */
export const renewBeforeMs = minuteMs;

/** The name of the element of a document that lists its `EarlyRead`s. */
export const earlyReadsName = 'early-reads';

/** What the first screen of a page asks the API: the path, with `{n}` for the n-th part of the page's own, and the body of a search. */
export type EarlyRead = readonly [path: string, body?: string];

/** Whose screens a page has: of families, coaches or administrators. */
export type EarlyArea = 'family' | 'coach' | 'admin';

/** Attribute of `<html>` while a sign-in is stored. */
const signedInAttribute = 'data-signed-in';

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
    document.documentElement.toggleAttribute('${signedInAttribute}', isSignedIn);
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

/**
 * A script in the documents of pages whose first screen reads the API for a signed-in user: it asks with the stored access token while
 * the site is being loaded (NET-02). The API client takes the answers by `earlyAnswers`, and asks again where one is no use. The address
 * of a search is not known here: with a query, only what has no body is asked.
 */
export const earlyReadsScript = `try {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith('${tokenKeyPrefix}'));
  const key = keys.find((name) => name.endsWith('${accessTokenSuffix}'));
  if (key && keys.some((name) => name.endsWith('${lastingTokenSuffix}'))) {
    const token = localStorage.getItem(key);
    const drift = Number(localStorage.getItem(key.replace('${accessTokenSuffix}', '${clockDriftSuffix}')));
    const claims = JSON.parse(atob(token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    const { area, reads } = JSON.parse(document.querySelector('meta[name=${earlyReadsName}]').content);
    const groups = claims['cognito:groups'] || [];
    const isAdmin = groups.includes('${adminGroup}');
    const isOfArea = {
      family: !isAdmin && claims['${familyClaim}'],
      coach: isAdmin || groups.includes('${coachGroup}'),
      admin: isAdmin,
    };
    if (isOfArea[area] && claims.exp * 1000 - Date.now() - drift > ${renewBeforeMs}) {
      const answers = new Map();
      for (const [path, body] of reads) {
        if (body && location.search) continue;
        const parts = location.pathname.split('/');
        const numbers = Array.from(path.matchAll(/\\{(\\d)\\}/g), ([, number]) => number);
        // A wrong address asks for nothing.
        if (!numbers.every((number) => /^(?:[a-z]{3}_[0-9A-Z]{26}|[\\d-]{10})$/.test(parts[number]))) continue;
        const url = path.replace(/\\{(\\d)\\}/g, (_, number) => parts[number]);
        const headers = { accept: 'application/json', authorization: 'Bearer ' + token };
        const options = body
          ? { method: 'POST', body, headers: Object.assign({ 'content-type': 'application/json' }, headers) }
          : { headers };
        // Read to its end: an answer that no screen takes would hold its connection.
        const read = async (answer) => {
          const arrived = performance.now();
          return Object.assign(new Response(await answer.text(), answer), { arrived });
        };
        answers.set(url + (body || ''), fetch(url, options).then(read).catch(() => undefined));
      }
      window.earlyAnswers = { token, answers };
    }
  }
} catch (unreadable) {
  // The site reads the sign-in itself.
}`;
