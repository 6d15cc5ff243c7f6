import './offline-page.css';
import { readSessions, type StoredSession } from '../../lib/offline/stored-sessions.ts';
import { hasStoredTokens } from '../../lib/sign-in/stored-tokens.ts';

// The service worker answers with offline.html without a network or without an answer of the server. The browser cannot
// tell the two apart for sure, so the page names both.

const dayOf = (time: number): string => new Intl.DateTimeFormat('en-CA').format(time);

/** "Nov 25, 2026, 2:45 PM" by the device's clock: without a network, the business's zone is unknown. */
const momentText = (time: number): string =>
  new Date(time).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

const line = (text: string, tag: 'p' | 'strong' = 'p'): HTMLElement => {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
};

const renderSession = ({ day, time, child, program, venue }: StoredSession): HTMLLIElement => {
  const item = document.createElement('li');
  item.append(line(`${day}, ${time}`, 'strong'), line(`${child}, ${program}`), line(venue));
  return item;
};

const stored = hasStoredTokens() ? readSessions() : null;
const coming = stored?.sessions.filter(({ date }) => date >= dayOf(Date.now())) ?? [];
const section = document.getElementById('coming-sessions');
if (stored && section && coming.length > 0) {
  section.querySelector('ul')?.append(...coming.map(renderSession));
  section.append(line(`As last seen on ${momentText(stored.savedAt)}. They may have changed.`));
  section.hidden = false;
}
window.addEventListener('online', () => window.location.reload());
